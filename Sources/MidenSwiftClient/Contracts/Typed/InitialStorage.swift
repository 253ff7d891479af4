/// What is in the storage of a new account of a typed contract.
public protocol ContractInitialStorage: Sendable {
    /// The slots of a new account. A slot that is not among them has the default of the schema.
    ///
    /// - Parameter interface: The interface of the package.
    /// - Returns: The slots.
    /// - Throws: ``MidenError/Code/invalidParameter`` if a value is not of the form that the schema declares.
    func slots(in interface: ContractInterface) throws -> [InitialStorageSlot]
}

/// Initial storage of which every slot has a default.
public protocol ContractDefaultStorage: ContractInitialStorage {
    /// The defaults of the schema.
    init()
}

/// The initial storage of a contract whose package declares none.
public struct NoInitialStorage: ContractDefaultStorage, Hashable {
    /// Makes it.
    public init() {}

    /// No slots.
    ///
    /// - Parameter interface: The interface of the package.
    /// - Returns: An empty array.
    public func slots(in interface: ContractInterface) -> [InitialStorageSlot] { [] }
}
