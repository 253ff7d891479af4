import Foundation
import MidenSwiftClient
import MidenWalletRPC

// What the user decides is on the disk before anything is made of it.

extension RequestWallet {
    /// Makes what a question shows, signs receipts, and waits for the block.
    ///
    /// What was approved is written down first. If the task is cancelled, the time passes, or the process ends, the request stays
    /// open: another call with the same link, or ``resume(timeout:)``, goes on, and makes the transaction once. Two calls for one
    /// request in this actor wait for the same execution. No transaction begins after the request has expired.
    ///
    /// - Parameters:
    ///   - question: The question that the user saw. If the request was decided already, its record is returned; if it is open,
    ///     this goes on with it.
    ///   - maximumFee: What the fee may be at most, in base units. The request may name a lower one.
    ///   - isRepetitionAccepted: Whether the user accepts that a request from before a restore may have been paid already.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions. If the transaction is submitted by
    ///     then and no block includes it yet, the record says ``RequestStatus/executed``.
    /// - Returns: What is kept of the request. ``RequestStatus/reverted`` if the transaction could not be made.
    /// - Throws: `MidenError.Kind.requestNotApproved` if the question cannot be approved, `.feeAboveMaximum`, `.requestBeforeRestore`,
    ///   `.requestExpired`, `.requestNotYetValid`, `.requestChanged`, `.requestStoreFull`, `.requestFileUnusable` and
    ///   `.requestFileDamaged` before anything is made; `.referencesNotKnownYet`, then nothing is decided; and what the wallet
    ///   throws if it cannot tell what became of the transaction. Then the request stays open.
    @discardableResult
    public func approve(
        _ question: RequestQuestion,
        maximumFee: UInt64? = nil,
        isRepetitionAccepted: Bool = false,
        timeout: Duration? = nil
    ) async throws -> RequestRecord {
        let deadline = deadline(timeout)
        let signed = question.request
        let name = DecidedRequest.Name(signed)
        if let file = try folder.file(of: name) {
            try requireSame(file, signed)
            if file.isSettled { return try RequestRecord(file) }
            return try await executed(name, isRepetition: true, until: deadline)
        }
        guard question.digest != nil else {
            throw MidenError(
                code: .transactionSubmission,
                kind: .requestNotApproved,
                message: question.canBeSimulated
                    ? "What the transaction does is known only if it is executed: simulate it before you approve it."
                    : "The request cannot be carried out: it can only be declined."
            )
        }
        // A sync since the question may have raised the time of the restore.
        let info = try await wallet.info()
        let isBeforeRestore = question.isBeforeRestore || isBeforeRestore(signed.request, info)
        guard isRepetitionAccepted || !isBeforeRestore else {
            throw MidenError(
                code: .transactionSubmission,
                kind: .requestBeforeRestore,
                message: """
                    The wallet was restored from a backup after this request was made, so it may have been paid already. \
                    Look into the history, and approve it as a repetition if it was not.
                    """
            )
        }
        try requireValid(signed.request, info)
        let most = [maximumFee, signed.request.maximumFee].compactMap { $0 }.min()
        if let fee = question.fee, let most, fee.amount > most {
            throw MidenError(
                code: .transactionSubmission,
                kind: .feeAboveMaximum,
                message: """
                    The fee would be \(fee.formatted), which is more than the \(most) base units that the request and you allow.
                    """
            )
        }
        let decided = try decide(signed, question, maximumFee: most)
        return try await executed(name, isRepetition: !decided, until: deadline)
    }

    /// Tells the requester that the user declined: a request that cannot be carried out is declined in the same way.
    ///
    /// - Parameter question: The question that the user saw. If the request was decided already, its record is returned.
    /// - Returns: What is kept of the request, with an unsigned receipt.
    /// - Throws: `MidenError.Kind.requestExpired`, `.requestNotYetValid`, `.requestChanged`, `.requestFileUnusable` and
    ///   `.requestFileDamaged`.
    @discardableResult
    public func decline(_ question: RequestQuestion) async throws -> RequestRecord {
        let signed = question.request
        if let file = try folder.file(of: DecidedRequest.Name(signed)) {
            try requireSame(file, signed)
            return try RequestRecord(file)
        }
        try requireValid(signed.request, try await wallet.info())
        let receipt = try RequestReceipt(
            requestID: signed.request.id,
            requestDigest: signed.digest,
            action: signed.request.action,
            network: WalletNetwork(wallet.configuration.network),
            number: 1,
            issuedAt: decisionTime,
            status: .cancelled,
            error: .declined
        )
        let data = try SignedReceipt(text: receipt.text(), signature: nil).data
        let kept = try folder.change(DecidedRequest.Name(signed), .decision) { file in
            if let file { return try requireSame(file, signed) }
            file = DecidedRequest(
                request: signed.data,
                accountID: question.accountID,
                decidedAt: decisionTime,
                maximumFee: nil,
                state: .declined,
                transactions: [],
                receipts: [data]
            )
        }
        return try RequestRecord(required(kept, signed.request.id))
    }

    /// Goes on with what was approved: makes what is not made, finds out what became of what is, and signs receipts. Asks
    /// nothing. Call it when the app starts, and from time to time. Removes the oldest requests if more than 10,000 are kept, but
    /// none that ended less than 30 days ago.
    ///
    /// - Parameter timeout: How long to wait for each request at most; nil means the wallet's timeout for transactions.
    /// - Returns: The requests that were open. Those of which the wallet cannot tell yet what became of them are still open;
    ///   those whose files are damaged are left out.
    /// - Throws: `MidenError.Kind.requestFileUnusable`, and `MidenError.Code.cancelled` if the task is cancelled.
    @discardableResult
    public func resume(timeout: Duration? = nil) async throws -> [RequestRecord] {
        var records: [RequestRecord] = []
        for name in try folder.names(in: .open) {
            do {
                guard let file = try folder.file(of: name) else { continue }
                if file.isSettled {
                    try folder.tidy(name)
                    continue
                }
                records.append(try await executed(name, isRepetition: true, until: deadline(timeout)))
            } catch {
                if Task.isCancelled { throw error }
                guard let file = try? folder.file(of: name), let record = try? RequestRecord(file) else { continue }
                records.append(record)
            }
        }
        try folder.prune(now: now())
        return records
    }

    /// Keeps what the user approved.
    ///
    /// - Returns: Whether this call did. If not, the same request was approved meanwhile.
    private func decide(_ signed: SignedRequest, _ question: RequestQuestion, maximumFee: UInt64?) throws -> Bool {
        try folder.requireRoom()
        var isNew = false
        try folder.change(DecidedRequest.Name(signed), .decision) { file in
            if let file { return try requireSame(file, signed) }
            isNew = true
            file = DecidedRequest(
                request: signed.data,
                accountID: question.accountID,
                decidedAt: decisionTime,
                maximumFee: maximumFee,
                state: .approved,
                transactions: question.work.map {
                    [DecidedRequest.Entry(reference: signed.reference(ofTransaction: 0), work: $0)]
                } ?? []
            )
        }
        return isNew
    }

    /// Executes a request that is approved, and then keeps its app among those that were approved.
    private func executed(
        _ name: DecidedRequest.Name,
        isRepetition: Bool,
        until deadline: ContinuousClock.Instant?
    ) async throws -> RequestRecord {
        do {
            let record = try await RequestRecord(joined(name, isRepetition: isRepetition, until: deadline))
            keepRequester(of: record)
            return record
        } catch {
            // Of an approval that could not begin nothing is kept, and the app was not approved.
            if let record = try? folder.record(of: name) { keepRequester(of: record) }
            throw error
        }
    }

    /// The approval holds also if this cannot be written: the app is a new one to the next question then.
    private func keepRequester(of record: RequestRecord) {
        // Another process may have declined it meanwhile.
        guard record.status != .cancelled else { return }
        try? requesters.add(record.requester, now: decisionTime)
    }

    /// Waits for the execution of a request, and begins it unless it is under way. It is cancelled with the last call that
    /// waits for it.
    private func joined(
        _ name: DecidedRequest.Name,
        isRepetition: Bool,
        until deadline: ContinuousClock.Instant?
    ) async throws -> DecidedRequest {
        let execution =
            running[name]?.task
            ?? Task { try await self.execution(of: name, isRepetition: isRepetition, until: deadline) }
        running[name] = (execution, (running[name]?.waitCount ?? 0) + 1)
        defer { leave(name, execution) }
        return try await withTaskCancellationHandler {
            try await execution.value
        } onCancel: {
            Task { await self.cancel(name, execution) }
        }
    }

    private func leave(_ name: DecidedRequest.Name, _ execution: Task<DecidedRequest, any Error>) {
        guard let entry = running[name], entry.task == execution else { return }
        running[name] = entry.waitCount > 1 ? (execution, entry.waitCount - 1) : nil
    }

    private func cancel(_ name: DecidedRequest.Name, _ execution: Task<DecidedRequest, any Error>) {
        guard let entry = running[name], entry.task == execution, entry.waitCount == 1 else { return }
        // A later call begins anew: the reference makes the transaction once.
        running[name] = nil
        execution.cancel()
    }

    /// The clock, to the second.
    var decisionTime: Date { Date(timeIntervalSince1970: now().timeIntervalSince1970.rounded(.down)) }

    nonisolated func required(_ file: DecidedRequest?, _ id: RequestID) throws -> DecidedRequest {
        guard let file else {
            throw MidenError(code: .lookup, kind: .requestUnknown, message: "The request \(id) is not kept.")
        }
        return file
    }
}
