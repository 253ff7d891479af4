import Foundation
import MidenSwiftClient

// What the user approved is made, also if the page closes. Each transaction has its reference in the wallet too, so that it is
// made once even if this begins again after a restart.

extension RPCWallet {
    /// After how long an execution is tried again whose outcome the wallet could not tell.
    static let retryDelay = Duration.seconds(30)
    /// How long the wallet is asked at a time to wait for a block.
    private static let longestWait = Duration.seconds(24 * 3600)

    /// Executes a transaction, or waits for its block, unless that happens already. One of another network stays as it is.
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - reference: Its reference.
    ///   - refusal: Why it is not made any more. Then it is only looked up.
    func follow(_ transaction: RequestedTransaction, _ reference: String, refusal: String? = nil) {
        guard !transaction.isSettled, transaction.network == offered.network, following.insert(reference).inserted
        else { return }
        let execution = Task { () -> TransactionID? in
            if let work = transaction.work { return await execute(work, of: transaction, reference, refusal: refusal) }
            guard case .pending(let id) = transaction.state else { return nil }
            return id
        }
        executions[reference] = execution
        Task {
            let submitted = await execution.value
            executions[reference] = nil
            if let submitted { await waitForBlock(of: submitted, reference) }
            following.remove(reference)
            for change in submissionWaits.values { change.yield() }
        }
    }

    /// Waits until what was approved is submitted or has failed, or until that takes too long. Then the next wallet goes on.
    func waitForSubmissions(within time: Duration) async {
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        let (id, deadline) = (UUID(), newDeadline(time))
        submissionWaits[id] = change
        let timer = Task {
            try await deadline.passes()
            change.finish()
        }
        defer {
            timer.cancel()
            submissionWaits[id] = nil
        }
        var iterator = changes.makeAsyncIterator()
        while isSubmitting, await iterator.next(isolation: self) != nil {}
    }

    /// Whether something that the user approved is not submitted yet.
    var isSubmitting: Bool {
        guard let all = try? transactions.all() else { return false }
        return following.contains { all[$0]?.work != nil }
    }

    /// Takes over what the last sync found out of the transactions that wait for a block.
    func updatePending() async {
        guard let all = try? transactions.all() else { return }
        for (reference, transaction) in all where transaction.network == offered.network {
            guard case .pending(let id) = transaction.state else { continue }
            _ = await isSettled(id, reference, within: .zero)
        }
    }

    /// Waits until the transactions that the user approved so far are submitted, or cannot be. Call it before the wallet is shut
    /// down, so that the next ``RPCWallet`` on the same file has none of them left to make. If no node answers, this waits until
    /// one does. A cancelled task waits all the same.
    public func waitForSubmissions() async {
        for execution in executions.values { _ = await execution.value }
    }

    /// - Returns: The transaction that a block may include. Nil if there is none, or if the next wallet goes on.
    private func execute(
        _ work: TransactionWork,
        of transaction: RequestedTransaction,
        _ reference: String,
        refusal: String?
    ) async -> TransactionID? {
        // Once it has begun, only the wallet can tell that nothing was submitted.
        var hasBegun = transaction.state == .executing
        guard become(.executing, reference) else { return nil }
        while true {
            do {
                let draft = work.transactionDraft
                // An earlier attempt may have submitted it. Its notes cannot be taken in again then.
                let made: SentTransaction?
                do {
                    made = try await wallet.getOutcome(
                        of: draft,
                        accountId: transaction.accountId,
                        reference: reference
                    )
                } catch let error as MidenError where hasBegun && error.kind != .referenceUsed && !error.isClosed {
                    // It says nothing of the transaction. The next wallet asks again.
                    guard error.isRetryable || error.isUnsettled else { return nil }
                    do { try await newDeadline(Self.retryDelay).passes() } catch { return nil }
                    continue
                }
                if let made { return become(.pending(made.transactionId), reference) ? made.transactionId : nil }
                if let refusal {
                    become(.failed(reason: refusal), reference)
                    return nil
                }
                hasBegun = true
                for file in work.noteFiles { try await wallet.importNote(file: [UInt8](file)) }
                // The block of such a note may be newer than the last sync. If this fails, the transaction says why.
                if !work.noteFiles.isEmpty { _ = try? await wallet.sync() }
                let approval = try await approval(of: work, transaction, reference)
                let sent = try await wallet.transact(
                    draft,
                    accountId: transaction.accountId,
                    approved: approval,
                    reference: reference
                )
                return become(.pending(sent.transactionId), reference) ? sent.transactionId : nil
            } catch is MoreThanShown {
                become(.failed(reason: "The transaction does more than the user was shown"), reference)
                return nil
            } catch let error as MidenError {
                // The wallet closes: the next one goes on.
                if error.isClosed { return nil }
                if error.leavesItOpen, let open = error.transactionId {
                    return become(.pending(open), reference) ? open : nil
                }
                guard error.isUnsettled else {
                    become(.failed(reason: error.explanation), reference)
                    return nil
                }
                // The same reference: it is not paid twice.
                do { try await newDeadline(Self.retryDelay).passes() } catch { return nil }
            } catch {
                become(.failed(reason: "The wallet failed"), reference)
                return nil
            }
        }
    }

    /// What the execution is limited to. If the user was shown what can be read alone, it is previewed now and compared.
    private func approval(
        of work: TransactionWork,
        _ transaction: RequestedTransaction,
        _ reference: String
    ) async throws -> TransactionApproval {
        let shown: ShownEffects
        // An earlier attempt may have previewed it.
        switch try transactions.all()[reference]?.work?.limit ?? work.limit {
        case .approval(let approval): return approval
        case .shown(let effects): shown = effects
        }
        let approval = try await TransactionPreparation(wallet, accountId: transaction.accountId)
            .approval(of: work.draft, covering: shown)
        // After a restart the same is executed, though the account may have changed by this very transaction.
        try transactions.limit(reference, to: approval)
        return approval
    }

    private func waitForBlock(of id: TransactionID, _ reference: String) async {
        while await !isSettled(id, reference, within: Self.longestWait) {}
    }

    /// Waits until a block includes a transaction, or none can any more.
    ///
    /// - Returns: Whether there is nothing more to wait for: it is settled, or the wallet closes or cannot be read. Then the
    ///   next one goes on.
    private func isSettled(_ id: TransactionID, _ reference: String, within time: Duration) async -> Bool {
        do {
            try await wallet.wait(for: id, timeout: time)
            become(.committed(id), reference)
        } catch let error as MidenError where error.kind == .transactionDiscarded {
            // A repetition of it that the wallet has made may be included in its place, or it in place of that.
            let query = TransactionQuery(reference: reference)
            guard let made = try? await wallet.getTransactions(query).transactions else { return true }
            if let other = made.first(where: { $0.id != id && !$0.isDiscarded }) {
                become(.pending(other.id), reference)
                return await isSettled(other.id, reference, within: time)
            }
            become(.discarded(id, reason: error.explanation), reference)
        } catch let error as MidenError where error.code == .timedOut {
            return false
        } catch {}
        return true
    }

    /// Keeps another state of a transaction, and tells the pages of its origin, and the user if it is settled.
    ///
    /// - Returns: Whether it was kept. If the file cannot be written, the transaction stays where it is, and the next wallet
    ///   goes on with it.
    @discardableResult
    private func become(_ state: RequestedTransaction.State, _ reference: String) -> Bool {
        guard let changed = try? transactions.setState(state, of: reference) else { return false }
        if state != .executing { announce(changed, reference) }
        return true
    }

    /// Tells all pages of the origin, the calls that wait, and the user if it is settled.
    func announce(_ transaction: RequestedTransaction, _ reference: String) {
        if transaction.isSettled { settled(ApprovedTransaction(transaction, reference: reference)) }
        for wait in transactionWaits.values where wait.reference == reference { wait.change.yield() }
        for change in submissionWaits.values { change.yield() }
        guard let origin = transaction.origin,
            let event = try? RPCEvent.transactionChange(transaction.change(reference: reference))
        else { return }
        for connection in connections(of: origin) { send(event, connection) }
    }
}

extension TransactionRecord {
    fileprivate var isDiscarded: Bool {
        if case .discarded = state { true } else { false }
    }
}
