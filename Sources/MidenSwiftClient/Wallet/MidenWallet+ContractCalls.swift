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
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The contract.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/missingProcedures`` if the code of the
    ///   account does not have all procedures of the package, ``MidenError/Code/lookup`` if there is no such account, or it is
    ///   private and not in this wallet, ``MidenError/Code/nodeUnreachable``.
    public nonisolated func getContract(
        accountId: AccountID,
        package: MidenPackage,
        timeout: Duration? = nil
    ) async throws -> Contract {
        let procedures = try await getProcedures(accountId: accountId, packages: [package], timeout: timeout)
        let contract = Contract(
            accountId: accountId,
            isOwn: procedures.isOwn,
            package: package
        )
        try contract.check(procedures)
        return contract
    }

    /// Calls a procedure without changing anything, at the block the wallet has synced to. A procedure that would change its
    /// account runs, too, and what it changes is dropped; one of another account fails then. The code runs within the budget for
    /// code of strangers, ``Configuration/noteScripts``: it can call other accounts.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - accountId: The account of this wallet that calls a procedure of another account; nil means the default one. A wallet
    ///     without an account needs none.
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
        let called = CallList.Call(call)
        let request = RunProgramRequest(called, from: accountId)
        let deadline = ContinuousClock.now + (timeout ?? configuration.timeouts.request)
        do {
            return try call.result(of: try await core.perform(request, timeout: timeout).stack)
        } catch {
            throw await explained(error, of: [called], until: deadline)
        }
    }

    /// Says what the transaction of calls would do if it were made now, and its fee. Neither proves nor submits it.
    /// ``TransactionSummary/calls`` has the procedures with their arguments, named by Miden's components or by the package of each
    /// call's contract.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - first: The first call.
    ///   - rest: The calls after it.
    ///   - notes: Notes that the transaction consumes before the calls.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: What it would do.
    /// - Throws: ``MidenError/Kind/changesNothing`` if no call is of an account of this wallet, or if the calls together would do
    ///   nothing but pay the fee: simulate them instead.
    ///   ``MidenError/Kind/assertionFailed`` with the message of the contract if it refuses a call,
    ///   ``MidenError/Kind/callFailed`` if one of several calls fails otherwise, and what ``preview(_:accountId:timeout:)``
    ///   throws.
    public nonisolated func preview<First, each Rest>(
        _ first: ContractCall<First>,
        _ rest: repeat ContractCall<each Rest>,
        consuming notes: [CustomTransaction.Note] = [],
        timeout: Duration? = nil
    ) async throws -> TransactionSummary {
        let list = try CallList(first, repeat each rest)
        let request = PreviewRequest(
            accountId: list.accountId,
            draft: .custom(list.transaction(consuming: notes))
        )
        let deadline = ContinuousClock.now + (timeout ?? configuration.timeouts.transaction)
        do {
            var summary = TransactionSummary(try await core.perform(request, timeout: timeout))
            summary.calls = summary.calls.named(by: list.calls.map(\.contract.interface))
            return summary
        } catch {
            throw await explained(error, of: list.calls, until: deadline)
        }
    }

    /// Calls procedures in one transaction, one after the other, at most 32. Each sees what those before it have changed, and if one
    /// fails, none has changed anything. The account of the first call that is one of this wallet makes the transaction. Calls of
    /// other accounts, which have to be public or of this wallet, read their account and do not change it.
    /// ``preview(_:_:consuming:timeout:)`` says before what the transaction would do and its fee.
    ///
    /// Cancelling the task stops it with ``MidenError/Code/cancelled`` until the transaction is handed to the network;
    /// after that the call runs to its end.
    ///
    /// - Parameters:
    ///   - first: The first call.
    ///   - rest: The calls after it.
    ///   - notes: Notes that the transaction consumes before the calls.
    ///   - maximumFee: What the fee may be at most, in base units of the token fees are paid in; nil means any fee.
    ///   - prover: Who makes the proof of this one; nil means the wallet's ``Configuration/prover``. A remote prover sees the whole
    ///     transaction.
    ///   - reference: What the request is named by, in 1 to 112 characters: the same calls with the same arguments, notes and
    ///     reference are carried out once, and have one outcome. Nil means that each request is one of its own.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: The transaction with the result of the call, or the tuple of the results of several.
    /// - Throws: ``MidenError/Kind/changesNothing`` if the calls together would do nothing but pay the fee, and make the account if
    ///   it is new, or if no call is of an account of this wallet: simulate them instead.
    ///   ``MidenError/Kind/assertionFailed`` with the message of the contract if it refuses a call, and
    ///   ``MidenError/Kind/callFailed`` if one of several calls fails otherwise; ``MidenError/failedCall`` says which of several.
    ///   ``MidenError/Kind/accountNotPublic`` if the account of a call is a private one of somebody else,
    ///   ``MidenError/Kind/tooManyCalls``, ``MidenError/Kind/adviceNamedTwice``. An error with a
    ///   ``MidenError/transactionId`` and the kind ``MidenError/Kind/invalidValue`` if the transaction was made and its results are
    ///   not what the package says. What ``execute(_:accountId:maximumFee:prover:reference:timeout:)`` throws.
    @discardableResult
    public nonisolated func execute<First, each Rest>(
        _ first: ContractCall<First>,
        _ rest: repeat ContractCall<each Rest>,
        consuming notes: [CustomTransaction.Note] = [],
        maximumFee: Amount? = nil,
        prover: Prover? = nil,
        reference: String? = nil,
        timeout: Duration? = nil
    ) async throws -> ExecutedCall<(First, repeat each Rest)> {
        let list = try CallList(first, repeat each rest)
        let request = TransactRequest(
            accountId: list.accountId,
            draft: .custom(list.transaction(consuming: notes)),
            maximumFee: maximumFee,
            prover: prover,
            reference: reference
        )
        let deadline = ContinuousClock.now + (timeout ?? configuration.timeouts.transaction)
        let sent: SentTransaction
        do {
            sent = SentTransaction(try await core.perform(request, timeout: timeout))
        } catch {
            throw await explained(error, of: list.calls, until: deadline)
        }
        guard !sent.stacks.isEmpty else {
            return ExecutedCall(transaction: sent, result: nil)
        }
        var stacks = sent.stacks.makeIterator()
        return ExecutedCall(
            transaction: sent,
            result: (try first.result(from: &stacks, in: sent), repeat try (each rest).result(from: &stacks, in: sent))
        )
    }

    /// What calls have failed with, in the words of the contract, or that an account has got other code since. The code is
    /// looked at only until the deadline of the calls.
    nonisolated func explained(
        _ error: any Error,
        of calls: [CallList.Call],
        until deadline: ContinuousClock.Instant
    ) async -> any Error {
        guard let error = error as? MidenError, error.kind == .execution || error.kind == .callFailed else {
            return error
        }
        let place = error.failedCall ?? 0
        // Of several, one that is not named has not failed: a note has, or the whole.
        guard calls.indices.contains(place), calls.count == 1 || error.failedCall != nil else {
            return error
        }
        let call = calls[place]
        let failure = call.failure(error, at: place, of: calls.count) ?? error
        let left = ContinuousClock.now.duration(to: deadline)
        guard failure.kind != .assertionFailed, left > .zero,
            let found = try? await getProcedures(
                accountId: call.contract.accountId,
                packages: [call.contract.package],
                timeout: min(left, configuration.timeouts.request)
            )
        else {
            return failure
        }
        do {
            try call.contract.check(found)
            return failure
        } catch let missing {
            return missing
        }
    }
}

extension RunProgramRequest {
    /// The run of a call, of a procedure of another account by an account of this wallet.
    fileprivate init(_ call: CallList.Call, from accountId: AccountID?) {
        let own = call.contract.isOwn ? call.contract.accountId : nil
        self.init(
            accountId: own ?? accountId,
            script: .calls([call.byRoot(on: own)]),
            advice: call.advice,
            foreignAccounts: call.foreignAccounts
        )
    }
}

extension ContractCall {
    /// The result, from the next of what the calls of a transaction have left on the stack.
    fileprivate func result(
        from stacks: inout IndexingIterator<[[Felt]]>,
        in sent: SentTransaction
    ) throws -> Result {
        do {
            return try result(of: stacks.next() ?? [])
        } catch let error as MidenError {
            // The transaction was made: whoever takes this for a failure would make it again.
            throw MidenError(
                code: error.code,
                kind: error.kind,
                message: "The transaction was made, and what \(procedure.name.shortened) returned cannot be read.",
                causes: [error.message] + error.causes,
                transactionId: sent.transactionId
            )
        }
    }
}
