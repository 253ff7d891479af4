/// The call of a contract's procedure, with its arguments. ``Contract/call(_:with:returning:)`` makes one.
///
/// Nothing in a package says whether a procedure only reads. So it is for the caller to choose:
/// ``MidenWallet/simulate(_:accountId:timeout:)`` runs it without changing anything, and
/// ``MidenWallet/execute(_:_:consuming:maximumFee:prover:reference:timeout:)`` makes a transaction of it, or of several:
///
/// ```swift
/// let made = try await wallet.execute(deposit, withdraw, consuming: [CustomTransaction.Note(note)])
/// if let (deposited, withdrawn) = made.result { print(deposited, withdrawn) }
/// ```
public struct ContractCall<Result: Decodable & Sendable>: Hashable, Sendable {
    /// The contract.
    public let contract: Contract
    /// The procedure.
    public let procedure: ContractInterface.Procedure
    /// The elements of its arguments, the one for the top of the stack first.
    public let arguments: [Felt]
    /// Entries of the advice map, which some procedures read under a word that they are given.
    public var advice: [AdviceEntry] = []
    /// Accounts that the procedure reads besides its own, as ``CustomTransaction/foreignAccounts``.
    public var foreignAccounts: [AccountID] = []

    /// What the procedure takes and returns. Nil if the call was made with field elements.
    private let signature: ContractInterface.Signature?

    init(
        contract: Contract,
        procedure: ContractInterface.Procedure,
        signature: ContractInterface.Signature?,
        arguments: [Felt]
    ) {
        self.contract = contract
        self.procedure = procedure
        self.signature = signature
        self.arguments = arguments
    }

    /// The results, from what the procedure has left on the stack.
    ///
    /// - Parameter stack: The elements, the top first.
    /// - Returns: The results.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` if they are not what the
    ///   package says, or not what they are read as. No assembler checks that code does what its signature says.
    public func result(of stack: [Felt]) throws -> Result {
        guard let signature else {
            return try ContractValue.array(stack.map { .text($0.description) }).decoded(as: Result.self)
        }
        do {
            return try signature.value(of: stack).decoded(as: Result.self)
        } catch let error as MidenError {
            throw MidenError(
                code: error.code,
                kind: error.kind,
                message: "The result of \(procedure.name.shortened) on account \(contract.accountId) cannot be read.",
                causes: [error.message] + error.causes
            )
        }
    }
}

/// Calls that were made in a transaction. `Result` is that of one call, or the tuple of those of several.
public struct ExecutedCall<Result: Sendable>: Sendable {
    /// The transaction.
    public let transaction: SentTransaction
    /// What the procedures have returned in this transaction, not in a simulation beside it. It is known before the transaction is
    /// in a block, and it is not proven to anybody else. Nil if the transaction was made before with the same reference.
    public let result: Result?

    /// Makes one. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - result: What the procedures have returned.
    public init(transaction: SentTransaction, result: Result?) {
        self.transaction = transaction
        self.result = result
    }
}

extension ExecutedCall: Equatable where Result: Equatable {}
extension ExecutedCall: Hashable where Result: Hashable {}
