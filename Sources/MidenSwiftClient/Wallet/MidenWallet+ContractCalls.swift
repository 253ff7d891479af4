// Calls of contracts: their procedures by name, with typed arguments and results.

extension MidenWallet {
    /// Gets a contract: an account with the package that describes it. Sees that the code of the account has the procedures of the
    /// package. The code of an account of this wallet comes from the store; that of another one, which has to be public, from
    /// the network, and is checked against the chain.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - accountId: The account.
    ///   - package: The package. It says what the results mean, so take it from an author that you trust.
    ///   - interface: A description of the package with the names of parameters, as
    ///     ``ContractInterface/describing(_:)`` makes one of its sources; nil means the package's own.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The contract.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/missingProcedures`` if the code of the
    ///   account does not have all procedures of the package, ``MidenError/Code/lookup`` if there is no such account, or it is
    ///   private and not in this wallet, ``MidenError/Code/nodeUnreachable``.
    public nonisolated func getContract(
        accountId: AccountID,
        package: MidenPackage,
        interface: ContractInterface? = nil,
        timeout: Duration? = nil
    ) async throws -> Contract {
        let procedures = try await getProcedures(accountId: accountId, packages: [package], timeout: timeout)
        let described: ContractInterface
        if let interface { described = interface } else { described = try await package.interface }
        let contract = Contract(
            accountId: accountId,
            isOwn: procedures.isOwn,
            package: package,
            interface: described
        )
        try contract.check(procedures)
        return contract
    }

    /// Calls a procedure without changing anything, at the block the wallet has synced to. A procedure that would change its
    /// account runs, too, and what it changes is dropped. The code of another account runs within the budget for code of
    /// strangers, ``Configuration/noteScripts``.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - accountId: The account of this wallet that calls a procedure of another account; nil means the default one.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The results.
    /// - Throws: ``MidenError/Kind/assertionFailed`` with the message of the contract if it refuses the call,
    ///   ``MidenError/Kind/missingProcedures`` if the account has got other code since, ``MidenError/Kind/callOverBudget``,
    ///   ``MidenError/Kind/invalidValue`` if the results are not what the package says, and what
    ///   ``run(_:accountId:scriptArgument:advice:foreignAccounts:timeout:)`` throws.
    public nonisolated func simulate<Result>(
        _ call: ContractCall<Result>,
        accountId: AccountID? = nil,
        timeout: Duration? = nil
    ) async throws -> Result {
        let request = RunProgramRequest(call, from: accountId)
        do {
            return try call.result(of: try await core.perform(request, timeout: timeout).stack)
        } catch {
            throw await explained(error, of: call)
        }
    }

    /// Says what the transaction of a call would do if it were made now, and its fee. Neither proves nor submits it.
    /// ``TransactionSummary/calls`` has the procedure with its arguments, named by Miden's components or by the contract's package.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: What it would do.
    /// - Throws: ``MidenError/Kind/changesNothing`` if the account is not one of this wallet,
    ///   ``MidenError/Kind/assertionFailed`` with the message of the contract if it refuses the call, and what
    ///   ``preview(_:accountId:timeout:)`` throws.
    public nonisolated func preview<Result>(
        _ call: ContractCall<Result>,
        timeout: Duration? = nil
    ) async throws -> TransactionSummary {
        let draft = TransactionDraft.custom(try call.transaction)
        do {
            var summary = try await preview(draft, accountId: call.contract.accountId, timeout: timeout)
            summary.calls = summary.calls.named(by: call.contract.interface)
            return summary
        } catch {
            throw await explained(error, of: call)
        }
    }

    /// Calls a procedure in a transaction of its account. ``preview(_:timeout:)`` says before what it would do and its fee.
    ///
    /// Cancelling the task stops it with ``MidenError/Code/cancelled`` until the transaction is handed to the network;
    /// after that the call runs to its end.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - maximumFee: What the fee may be at most, in base units of the token fees are paid in; nil means any fee.
    ///   - prover: Who makes the proof of this one; nil means the wallet's ``Configuration/prover``. A remote prover sees the whole
    ///     transaction.
    ///   - reference: What the request is named by, in 1 to 112 characters: the same request with the same reference is
    ///     carried out once, and has one outcome. Nil means that each call is a request of its own.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: The transaction with the results.
    /// - Throws: ``MidenError/Kind/changesNothing`` if the call would do nothing but pay its fee: simulate it instead.
    ///   ``MidenError/Kind/assertionFailed`` with the message of the contract if it refuses the call. An error with a
    ///   ``MidenError/transactionId`` and the kind ``MidenError/Kind/invalidValue`` if the transaction was made and its results are
    ///   not what the package says. What ``execute(_:accountId:maximumFee:prover:reference:timeout:)`` throws.
    @discardableResult
    public nonisolated func execute<Result>(
        _ call: ContractCall<Result>,
        maximumFee: Amount? = nil,
        prover: Prover? = nil,
        reference: String? = nil,
        timeout: Duration? = nil
    ) async throws -> ExecutedCall<Result> {
        let request = TransactRequest(
            accountId: call.contract.accountId,
            draft: .custom(try call.transaction),
            maximumFee: maximumFee,
            prover: prover,
            reference: reference,
            requiresChange: true
        )
        do {
            return try ExecutedCall(SentTransaction(try await core.perform(request, timeout: timeout)), of: call)
        } catch {
            throw await explained(error, of: call)
        }
    }

    /// What a call has failed with, in the words of the contract, or that the account has got other code since.
    private nonisolated func explained<Result>(_ error: any Error, of call: ContractCall<Result>) async -> any Error {
        guard let error = error as? MidenError, error.kind == .execution else {
            return error
        }
        let contract = call.contract
        if let failure = contract.failure(error, calling: call.procedure) {
            return failure
        }
        guard let now = try? await getProcedures(accountId: contract.accountId, packages: [contract.package]) else {
            return error
        }
        do {
            try contract.check(now)
            return error
        } catch let missing {
            return missing
        }
    }
}

extension RunProgramRequest {
    /// The run of a call, of a procedure of another account by an account of this wallet.
    fileprivate init<Result>(_ call: ContractCall<Result>, from accountId: AccountID?) {
        self.init(
            accountId: call.contract.isOwn ? call.contract.accountId : accountId,
            script: call.script,
            advice: call.advice,
            foreignAccounts: call.foreignAccounts
        )
    }
}

extension ExecutedCall where Result: Decodable {
    /// What came of the transaction of a call.
    fileprivate init(_ sent: SentTransaction, of call: ContractCall<Result>) throws {
        do {
            self.init(transaction: sent, result: try sent.stack.map { try call.result(of: $0) })
        } catch let error as MidenError {
            // The transaction was made: whoever takes this for a failure would make it again.
            throw MidenError(
                code: error.code,
                kind: error.kind,
                message: "The transaction was made, and what \(call.procedure.name.shortened) returned cannot be read.",
                causes: [error.message] + error.causes,
                transactionId: sent.transactionId
            )
        }
    }
}
