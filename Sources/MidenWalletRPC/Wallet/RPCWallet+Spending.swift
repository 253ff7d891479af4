import Foundation
import MidenSwiftClient

// What pages ask the account to pay, consume and execute: each asks the user, and is made once.

/// The parameters of a method that makes a transaction.
protocol SpendingParameters: Encodable, Sendable {
    /// The account that the page believes it is connected to.
    var address: String { get }
    /// What makes the call differ from an equal one.
    var callId: String { get }
}

extension RPCWallet {
    /// How long a question that waited waits for what was approved before it, which changes what it shows.
    private static let renewalPatience = Duration.seconds(20)

    /// Asks the user for a transaction, and makes it.
    ///
    /// - Parameters:
    ///   - parameters: The parameters.
    ///   - method: The name of the method.
    ///   - caller: The caller.
    ///   - prepare: Checks what the parameters contain, and previews the transaction. It is called once the grant, the account
    ///     and the lock are checked.
    /// - Returns: The reference of the transaction, which the user approved.
    /// - Throws: ``RPCError``.
    func request(
        _ parameters: some SpendingParameters,
        of method: String,
        from caller: RPCCaller,
        prepare: @escaping @Sendable (TransactionPreparation) async throws -> PreparedTransaction
    ) async throws -> RequestedTransactionResult {
        let deadline = newDeadline(Self.questionLife)
        let locked = try grant(of: caller, naming: parameters.address)
        let call = try SpendingCall(parameters, of: method, origin: caller.page?.origin, accountId: locked.accountId)
        if try isRequested(call) { return RequestedTransactionResult(transactionId: call.reference) }
        try await unlock(for: caller, appName: locked.appName, about: locked, until: deadline) {
            _ = try grant(of: caller, naming: parameters.address)
        }

        let unlocked = try grant(of: caller, naming: parameters.address)
        try transactions.requireRoom(now: now())
        let (approvals, isChanging) = (approvalCount, isSubmitting)
        let preparation = TransactionPreparation(wallet, accountId: unlocked.accountId)
        let prepared = try await previewed(for: caller) { try await prepare(preparation) }
        // The grant may end while the wallet makes the preview.
        _ = try grant(of: caller, naming: parameters.address)
        if try isRequested(call) { return RequestedTransactionResult(transactionId: call.reference) }
        let question = ApprovalQuestion(
            prepared.content,
            from: caller,
            appName: unlocked.appName,
            icon: icon(of: caller),
            about: unlocked,
            simulation: prepared.simulation
        )
        let preview: TransactionPreview?
        do {
            let isOutdated = isChanging || approvals != approvalCount
            preview = try await ask(question, for: caller, until: deadline, isOutdated: isOutdated) {
                await self.waitForSubmissions(within: Self.renewalPatience)
                if try await self.isRequested(call) { throw AlreadyApproved() }
                // What is shown without execution does not change while it waits.
                return prepared.simulation == nil ? try await prepare(preparation) : prepared
            }
        } catch is AlreadyApproved {
            return RequestedTransactionResult(transactionId: call.reference)
        }
        let approved = try grant(of: caller, naming: parameters.address)
        guard let work = preview?.work else { throw RPCError.declined }
        // From here to the end nothing waits: what was approved is kept, or nothing happens.
        if try !isRequested(call) {
            let transaction = RequestedTransaction(
                origin: caller.page?.origin,
                grant: approved,
                callId: parameters.callId,
                parameters: call.parameters,
                approvedAt: now(),
                work: work
            )
            if try transactions.add(transaction, reference: call.reference) {
                approvalCount += 1
                announce(transaction, call.reference)
                follow(transaction, call.reference)
            }
        }
        return RequestedTransactionResult(transactionId: call.reference)
    }

    /// Whether the user approved a call already.
    ///
    /// - Throws: ``RPCError/invalidParameters(_:)`` if that one had other parameters.
    private func isRequested(_ call: SpendingCall) throws -> Bool {
        guard let earlier = try transactions.all()[call.reference] else { return false }
        guard earlier.parameters == call.parameters else {
            throw RPCError.invalidParameters("The callId is that of another request")
        }
        return true
    }

    /// Prepares a transaction, if its page may ask about it. The preview counts as a question that waits.
    private func previewed(
        for caller: RPCCaller,
        _ prepare: @Sendable () async throws -> PreparedTransaction
    ) async throws -> PreparedTransaction {
        let requester = try requester(of: caller)
        try requireMayAsk(requester)
        previewing[requester, default: 0] += 1
        defer {
            previewing[requester, default: 1] -= 1
            if previewing[requester] == 0 { previewing[requester] = nil }
        }
        return try await prepare()
    }
}

/// A call of a method that makes a transaction.
private struct SpendingCall {
    /// The wallet's name of the transaction.
    let reference: String
    /// The SHA-256 of method and parameters.
    let parameters: Data

    init(_ parameters: some SpendingParameters, of method: String, origin: String?, accountId: AccountID) throws {
        reference = RequestedTransaction.reference(origin: origin, accountId: accountId, callId: parameters.callId)
        self.parameters = SHA256.hash(Data("\(method)\n".utf8) + (try JSONText(encoding: parameters)).data)
    }
}
