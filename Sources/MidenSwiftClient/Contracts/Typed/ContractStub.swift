/// Answers the reads of a contract from values, for tests of code that reads. It needs no wallet, no account and no
/// network.
///
/// ```swift
/// let package = try await Ledger.package()
/// var stub = ContractStub(storage: try Ledger.InitialStorage().slots(in: package.interface))
/// try stub.answer("get_balance", to: [alice], with: Ledger.Balance(amount: 12, entries: 2))
/// let contract = Contract(accountId: bob, isOwn: true, package: package)
/// let ledger = Ledger(contract, reader: stub)
/// ```
///
/// A read that was not prepared throws an error that names it.
public struct ContractStub: ContractReader {
    /// What is in storage.
    public var storage: [InitialStorageSlot]

    private var answers: [PreparedAnswer] = []

    /// Makes a stand-in that answers no call yet.
    ///
    /// - Parameter storage: What is in storage. That of a new account: ``ContractInitialStorage/slots(in:)``.
    public init(storage: [InitialStorageSlot] = []) {
        self.storage = storage
    }

    /// Prepares the answer to calls of a procedure. Of several answers that fit a call it gets the one that was
    /// prepared last.
    ///
    /// - Parameters:
    ///   - procedure: The procedure: the last part of its path, or the whole path. `_` and `-` are the same in names.
    ///   - arguments: The arguments, in the order of the parameters; nil means any. Of a procedure without types: the
    ///     elements.
    ///   - result: A value of the type that the call returns, or one that can be encoded as a ``ContractValue`` from
    ///     which that type can be decoded, such as a number.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` if an argument
    ///   cannot be encoded. Whether the arguments and the result are of the types of the procedure is checked by the
    ///   read.
    public mutating func answer(
        _ procedure: String,
        to arguments: [any Encodable]? = nil,
        with result: any Sendable
    ) throws {
        let values = try arguments?.map { try ContractValue(encoding: $0) }
        answers.append(PreparedAnswer(procedure: procedure, arguments: values, result: result))
    }

    /// Answers a call. Cancelling the task changes nothing: it does not wait.
    ///
    /// - Parameter call: The call.
    /// - Returns: The result that was prepared.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/unexpectedRead`` if no answer was
    ///   prepared, or ``MidenError/Kind/invalidValue`` if the answer is not of the types of the call.
    public func simulate<Result>(_ call: ContractCall<Result>) async throws -> Result {
        guard let answer = try answers.last(where: { try $0.fits(call) }) else {
            throw Self.unexpected("the call \(call.shown)", of: call.contract)
        }
        return try answer.result(of: call)
    }

    /// Answers a read of storage. Cancelling the task changes nothing: it does not wait.
    ///
    /// - Parameters:
    ///   - slot: The slot, by its whole name.
    ///   - key: A key of the map in the slot: the result has one entry, with the zero word if the map does not have the
    ///     key. Nil means the value, or all entries of the map.
    ///   - contract: The contract.
    /// - Returns: What is in ``storage``. The root of a map is the zero word.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/unexpectedRead`` if ``storage``
    ///   does not have the slot, or ``MidenError/Kind/slotIsNoMap`` if there is a key and the slot is a value.
    public func storage(ofSlot slot: String, key: Word?, of contract: Contract) async throws -> StorageSlot {
        guard let kept = storage.last(where: { $0.name == slot }) else {
            let place = key.map { ", key \($0)" } ?? ""
            throw Self.unexpected("the storage slot \(slot.shortened)\(place)", of: contract)
        }
        let index = contract.interface.component?.slots.firstIndex { $0.name == slot } ?? 0
        let content: StorageSlot.Content
        switch (kept.content, key) {
        case (.value(let word), nil):
            content = .value(word)
        case (.value, .some):
            throw MidenError(
                code: .invalidParameter,
                kind: .slotIsNoMap,
                message: "The storage slot \(slot.shortened) is a value and has no keys."
            )
        case (.map(let entries), nil):
            // A map cannot tell the zero word from none.
            content = .map(root: .zero, entries: entries.filter { $0.value != .zero })
        case (.map(let entries), let key?):
            let value = entries.last { $0.key == key }?.value ?? .zero
            content = .map(root: .zero, entries: [.init(key: key, value: value)])
        }
        return StorageSlot(index: UInt8(clamping: index), name: slot, content: content)
    }

    private static func unexpected(_ read: String, of contract: Contract) -> MidenError {
        MidenError(
            code: .invalidParameter,
            kind: .unexpectedRead,
            message: "The stand-in has no answer to a read of \(contract.interface.name.shortened): \(read)."
        )
    }
}

/// What a call is answered with.
private struct PreparedAnswer: Sendable {
    let procedure: String
    let arguments: [ContractValue]?
    let result: any Sendable

    func fits<Result>(_ call: ContractCall<Result>) throws -> Bool {
        guard ProcedurePath(call.procedure.path).isNamed(procedure) else { return false }
        guard let arguments else { return true }
        guard let signature = call.typedSignature else {
            return try arguments.map { try $0.decoded(as: Felt.self) } == call.arguments
        }
        return try signature.felts(of: .array(arguments)) == call.arguments
    }

    func result<Result>(of call: ContractCall<Result>) throws -> Result {
        if let result = result as? Result { return result }
        guard let encodable = result as? any Encodable else {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidValue,
                message: """
                    The answer to \(call.procedure.name.shortened) is a \(type(of: result)), and the call returns a \
                    \(Result.self).
                    """
            )
        }
        return try ContractValue(encoding: encodable).decoded(as: Result.self)
    }
}

extension ContractCall {
    /// What the procedure takes and returns, if it can be called with values.
    fileprivate var typedSignature: ContractInterface.Signature? {
        procedure.obstacle == nil ? procedure.signature : nil
    }

    /// The procedure with its arguments, for errors.
    fileprivate var shown: String {
        let elements = "[" + arguments.map(\.description).joined(separator: ", ") + "]"
        let types = typedSignature?.parameters.map(\.type) ?? []
        let values = types.isEmpty ? nil : try? ContractValue(felts: arguments, of: .tuple(elements: types))
        return ProcedurePath(procedure.path).shown + " with " + (values?.description ?? elements)
    }
}
