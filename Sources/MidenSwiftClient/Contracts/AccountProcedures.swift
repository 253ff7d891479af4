/// What an account lets others call.
public struct AccountProcedures: Hashable, Sendable {
    /// The account.
    public let accountId: AccountID
    /// Whether the account is one of the wallet. Else its code was fetched, and checked against the chain.
    public let isOwn: Bool
    /// The block as of which it is.
    public let blockNumber: UInt32
    /// The procedures, in the order of the account's code.
    public let procedures: [AccountProcedure]

    /// Makes a list of procedures. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - accountId: The account.
    ///   - isOwn: Whether it is one of the wallet.
    ///   - blockNumber: The block as of which it is.
    ///   - procedures: The procedures.
    public init(accountId: AccountID, isOwn: Bool, blockNumber: UInt32, procedures: [AccountProcedure]) {
        self.accountId = accountId
        self.isOwn = isOwn
        self.blockNumber = blockNumber
        self.procedures = procedures
    }

    /// The procedure of a name: its last part, its whole path, or its root in hex. `_` and `-` are the same in names.
    ///
    /// - Parameter name: The name.
    /// - Returns: The procedure.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind `unknown_procedure` where there is none, or more than
    ///   one of that name.
    public func procedure(_ name: String) throws -> AccountProcedure {
        try procedures.compactMap { $0.path.map(ProcedurePath.init) }.only(
            of: procedures.filter { procedure in
                procedure.root.hex == name || procedure.path.map { ProcedurePath($0).isNamed(name) } == true
            },
            named: name,
            none: "Account \(accountId) has no procedure that is known by the name",
            several: "Account \(accountId) has several procedures"
        )
    }
}

/// A procedure of an account. The chain has only its root; what it is called is said by packages, as in
/// ``ContractInterface/init(of:packages:)``, which also has its types.
public struct AccountProcedure: Hashable, Sendable {
    /// What it is called by.
    public let root: Word
    /// Whether it is the one that decides on the account's transactions.
    public let isAuthentication: Bool
    /// Its whole path, such as `::counter::contract::increment_count`; nil where no package is known that has it.
    public let path: String?
    /// The name of that package.
    public let package: String?
    /// The other paths with the same root, each with its package in parentheses, in the order in which packages name
    /// procedures: the same code under another name. Nil if there are none.
    public let sameCode: [String]?
    /// How many more paths have the same root, if there was no room for them.
    public let sameCodeLeftOut: UInt64?
    /// What it takes and leaves, where that package says it.
    public let signature: String?
    /// Its code as text, in Miden's disassembly, where it was asked for. Nil also where that of all procedures would be longer
    /// than a megabyte.
    public let code: String?

    /// Its name, the last part of its path; nil where that is not known.
    public var name: String? {
        path.map { ProcedurePath($0).name }
    }

    /// Makes a procedure. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - root: What it is called by.
    ///   - isAuthentication: Whether it decides on the account's transactions.
    ///   - path: Its whole path.
    ///   - package: The name of the package that has it.
    ///   - sameCode: The other paths with the same root.
    ///   - sameCodeLeftOut: How many more there was no room for.
    ///   - signature: What it takes and leaves.
    ///   - code: Its code as text.
    public init(
        root: Word,
        isAuthentication: Bool = false,
        path: String? = nil,
        package: String? = nil,
        sameCode: [String]? = nil,
        sameCodeLeftOut: UInt64? = nil,
        signature: String? = nil,
        code: String? = nil
    ) {
        self.root = root
        self.isAuthentication = isAuthentication
        self.path = path
        self.package = package
        self.sameCode = sameCode
        self.sameCodeLeftOut = sameCodeLeftOut
        self.signature = signature
        self.code = code
    }
}
