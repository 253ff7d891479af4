/// The call of a contract's procedure, with its arguments. ``Contract/call(_:with:returning:)`` makes one.
///
/// Nothing in a package says whether a procedure only reads. So it is for the caller to choose:
/// ``MidenWallet/simulate(_:accountId:timeout:)`` runs it without changing anything, and
/// ``MidenWallet/execute(_:maximumFee:prover:reference:timeout:)`` makes a transaction of it.
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
    /// Notes that the same transaction consumes first. A simulation does not consume them.
    public var notes: [CustomTransaction.Note] = []

    private let signature: ContractInterface.Signature

    init(
        contract: Contract,
        procedure: ContractInterface.Procedure,
        signature: ContractInterface.Signature,
        arguments: [Felt]
    ) {
        self.contract = contract
        self.procedure = procedure
        self.signature = signature
        self.arguments = arguments
    }

    /// What is run: the procedure by its root, with the elements of the arguments.
    public var script: Script {
        .call(procedure.root, arguments: arguments, of: contract.isOwn ? nil : contract.accountId)
    }

    /// The transaction that calls the procedure.
    ///
    /// - Throws: ``MidenError/Kind/changesNothing`` if the account is not one of the wallet.
    public var transaction: CustomTransaction {
        get throws {
            guard contract.isOwn else {
                throw MidenError(
                    code: .transactionSubmission,
                    kind: .changesNothing,
                    message: """
                        Account \(contract.accountId) is not in this wallet, so a call changes nothing on it and no \
                        transaction was made. To call a procedure for its result, use simulate.
                        """
                )
            }
            return CustomTransaction(script: script, advice: advice, foreignAccounts: foreignAccounts, notes: notes)
        }
    }

    /// The results, from what the procedure has left on the stack.
    ///
    /// - Parameter stack: The elements, the top first.
    /// - Returns: The results.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` if they are not what the
    ///   package says, or not what they are read as. No assembler checks that code does what its signature says.
    public func result(of stack: [Felt]) throws -> Result {
        try signature.value(of: stack).decoded(as: Result.self)
    }
}

/// A call that was made in a transaction.
public struct ExecutedCall<Result: Sendable>: Sendable {
    /// The transaction.
    public let transaction: SentTransaction
    /// What the procedure has returned in this transaction, not in a simulation beside it. It is known before the transaction is
    /// in a block, and it is not proven to anybody else. Nil if the transaction was made before with the same reference.
    public let result: Result?

    /// Makes one. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - result: What the procedure has returned.
    public init(transaction: SentTransaction, result: Result?) {
        self.transaction = transaction
        self.result = result
    }
}

extension ExecutedCall: Equatable where Result: Equatable {}
extension ExecutedCall: Hashable where Result: Hashable {}
