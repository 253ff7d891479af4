import Foundation
import MidenSwiftClient
import MidenWalletRPC

// What the user approved is made. Each step can be repeated: the reference makes a transaction once, and a receipt is kept only
// if no other one has its number.

extension RequestWallet {
    /// How long to wait between two looks for the block.
    private static let syncInterval = Duration.seconds(1)
    /// After how many blocks since its submission no block can include a transaction any more.
    private static let expirationBlocks: UInt32 = 131

    /// What the wallet knows of a transaction that was submitted.
    private enum Progress {
        /// It may still be included.
        case pending
        /// The wallet does not have it, so waiting does not help.
        case unknown
        /// Nothing is left to do.
        case settled
    }

    /// Goes on with a request until nothing is left to do, or the time has passed.
    ///
    /// - Parameters:
    ///   - name: The request, which is approved.
    ///   - isRepetition: Whether an earlier attempt may have begun.
    ///   - deadline: When to give up.
    /// - Returns: What is kept then.
    /// - Throws: What the wallet throws if it cannot tell what became of the transaction. The request stays open.
    func execution(
        of name: DecidedRequest.Name,
        isRepetition: Bool,
        until deadline: ContinuousClock.Instant?
    ) async throws -> DecidedRequest {
        var file = try required(folder.file(of: name), name.id)
        guard !file.isSettled else { return file }
        let signed = try SignedRequest(verifiedBefore: file.request)
        do {
            guard signed.request.action.hasTransactions else { return try await answer(signed, file, deadline) }
            if file.transactions.first?.status == .requested {
                file = try await submit(signed, file, isRepetition: isRepetition, until: deadline)
            }
            while !file.isSettled, try await progress(signed, &file, until: deadline) == .pending {
                guard deadline.map({ .now < $0 }) ?? true else { break }
                let next = ContinuousClock.now + Self.syncInterval
                try await Task.sleep(until: min(next, deadline ?? next), clock: .continuous)
            }
            return file
        } catch is CancellationError {
            throw MidenError(
                code: .cancelled,
                kind: .cancelled,
                message: "The task was cancelled. The request stays open: resume it."
            )
        }
    }

    // MARK: - Connections and signatures

    private func answer(
        _ signed: SignedRequest,
        _ file: DecidedRequest,
        _ deadline: ContinuousClock.Instant?
    ) async throws -> DecidedRequest {
        var file = file
        file.state = .done
        if isExpired(signed.request, try await wallet.info(timeout: remaining(deadline))) {
            return try await keep(file, of: signed, status: .reverted, error: .expired, until: deadline)
        }
        var signature: Data?
        if let message = signed.request.message {
            let body = WebMessage(
                // An origin has no line feed, and a key in hex has none.
                origin: "miden-request:\(signed.request.requester.key.hexDigits)",
                network: WalletNetwork(wallet.configuration.network),
                accountId: file.accountID,
                message: message
            ).body
            signature = try await wallet.sign(
                .webMessage(body: body),
                accountId: file.accountID,
                timeout: remaining(deadline)
            )
        }
        return try await keep(file, of: signed, status: .succeeded, signature: signature, until: deadline)
    }

    // MARK: - Transactions

    /// Submits the transaction, unless it is, and keeps that with a receipt.
    private func submit(
        _ signed: SignedRequest,
        _ file: DecidedRequest,
        isRepetition: Bool,
        until deadline: ContinuousClock.Instant?
    ) async throws -> DecidedRequest {
        guard let entry = file.transactions.first, let work = entry.work else {
            throw MidenError(
                code: .store,
                kind: .requestFileDamaged,
                message: "The file of the request \(signed.request.id) does not have what was approved."
            )
        }
        var made: SentTransaction?
        if isRepetition {
            do {
                made = try await outcome(of: work, entry, file, until: deadline)
            } catch let error as MidenError where error.kind == .referenceUsed {
                return try await revert(file, of: signed, .notExecuted, reason: error.explanation, until: deadline)
            }
        }
        do {
            if made == nil { made = try await make(work, entry, signed, file, until: deadline) }
        } catch let error as MidenError where error.kind == .referencesNotKnownYet && !isRepetition {
            // Nothing has begun: nothing is decided.
            try folder.change(DecidedRequest.Name(signed), .removal) { $0 = nil }
            throw error
        } catch let error as MidenError where error.leavesRequestOpen {
            guard try await hasEnded(error, signed, deadline) else { throw error }
            made = try await outcome(of: work, entry, file, until: deadline)
        } catch let error where !(error is CancellationError) {
            let isExpired = (error as? MidenError)?.kind == .requestExpired
            let reason =
                error is MoreThanShown ? "The transaction does more than you were shown." : error.explanation
            return try await revert(
                file,
                of: signed,
                isExpired ? .expired : .notExecuted,
                reason: reason,
                until: deadline
            )
        }
        guard let made else {
            let reason = "The request expired before the transaction was submitted."
            return try await revert(file, of: signed, .expired, reason: reason, until: deadline)
        }
        var file = file
        file.transactions[0].work = nil
        file.transactions[0].status = .executed
        file.transactions[0].transactionID = made.transactionId
        file.transactions[0].submissionHeight = made.blockNumber
        file.transactions[0].noteIDs = made.noteIds
        return try await keep(file, of: signed, status: .executed, until: deadline)
    }

    /// What came of an earlier attempt.
    private func outcome(
        of work: TransactionWork,
        _ entry: DecidedRequest.Entry,
        _ file: DecidedRequest,
        until deadline: ContinuousClock.Instant?
    ) async throws -> SentTransaction? {
        try await wallet.getOutcome(
            of: work.transactionDraft,
            accountId: file.accountID,
            reference: entry.reference,
            timeout: remaining(deadline)
        )
    }

    /// Makes the transaction, within what was approved, if the request has not expired.
    ///
    /// - Throws: `MidenError.Kind.requestExpired` if it has, ``MoreThanShown``, and what the wallet throws.
    private func make(
        _ work: TransactionWork,
        _ entry: DecidedRequest.Entry,
        _ signed: SignedRequest,
        _ file: DecidedRequest,
        until deadline: ContinuousClock.Instant?
    ) async throws -> SentTransaction {
        if !work.noteFiles.isEmpty {
            _ = try await life(of: signed.request, until: deadline)
            for note in work.noteFiles {
                try await wallet.importNote(file: [UInt8](note), timeout: remaining(deadline))
            }
            // The block of such a note may be newer than the last sync. If no node answers, the request stays open.
            _ = try await wallet.sync(timeout: remaining(deadline))
        }
        let approval: TransactionApproval
        switch work.limit {
        case .approval(let approved): approval = approved
        case .shown(let effects):
            approval = try await TransactionPreparation(wallet, accountId: file.accountID)
                .approval(of: work.draft, covering: effects)
        }
        // What waits in the wallet until the request has expired does not begin then.
        let life = try await life(of: signed.request, until: deadline)
        return try await wallet.transact(
            work.transactionDraft,
            accountId: file.accountID,
            approved: approval,
            maximumFee: file.maximumFee.map { Amount($0) },
            reference: entry.reference,
            timeout: min(life, remaining(deadline))
        )
    }

    /// How long the transaction may still begin.
    ///
    /// - Throws: `MidenError.Kind.requestExpired`.
    private func life(of request: AppRequest, until deadline: ContinuousClock.Instant?) async throws -> Duration {
        let time = time(try await wallet.info(timeout: remaining(deadline)))
        let seconds = request.expiresAt.timeIntervalSince(time)
        guard seconds > 0 else { throw expiry(of: request, at: time) }
        return .seconds(seconds)
    }

    /// Whether a request has expired whose attempt ended with an error that says nothing of the transaction. Then the wallet is
    /// asked what became of it, unless it is closed.
    private func hasEnded(
        _ error: MidenError,
        _ signed: SignedRequest,
        _ deadline: ContinuousClock.Instant?
    ) async throws -> Bool {
        guard !error.isClosed, !Task.isCancelled else { return false }
        return isExpired(signed.request, try await wallet.info(timeout: remaining(deadline)))
    }

    /// Looks whether a block includes the transaction, or none can any more, and keeps that.
    private func progress(
        _ signed: SignedRequest,
        _ file: inout DecidedRequest,
        until deadline: ContinuousClock.Instant?
    ) async throws -> Progress {
        guard let entry = file.transactions.first, let id = entry.transactionID else { return .unknown }
        var syncedBlock: UInt32?
        do {
            syncedBlock = try await wallet.sync(timeout: remaining(deadline)).blockNumber
        } catch let error as MidenError where error.isRetryable || error.code == .timedOut {
            // The node may answer the next time.
        }
        let transaction: Transaction
        do {
            transaction = try await wallet.getTransaction(id)
        } catch let error as MidenError where error.kind == .unknownTransaction {
            // Another wallet on the same account made it, or it is of before a restore. A sync can still find it on the chain.
            guard let syncedBlock, let submitted = entry.submissionHeight,
                syncedBlock > submitted, syncedBlock - submitted > Self.expirationBlocks
            else { return .unknown }
            file = try close(file, of: signed)
            return .settled
        }
        switch transaction.state {
        case .pending: return .pending
        case .committed(let block):
            file.transactions[0].status = .succeeded
            file.transactions[0].blockNumber = block
        case .discarded(let reason):
            file.transactions[0].status = .failed
            file.transactions[0].error = .discarded
            file.transactions[0].reason = reason.description
        }
        file.state = .done
        // The store has the end already, so a passed deadline does not keep the receipt from being signed.
        file = try await keep(file, of: signed, status: file.transactions[0].status, until: nil)
        return .settled
    }

    /// Ends a request whose transaction the wallet does not find, though no block can include it any more. It may have been
    /// included before, so no receipt says that it failed: the last one says that it was submitted.
    private func close(_ file: DecidedRequest, of signed: SignedRequest) throws -> DecidedRequest {
        var changed = file
        changed.state = .done
        changed.transactions[0].reason = """
            The transaction was submitted, and this wallet does not have it, as after a restore from an older backup. \
            Whether a block includes it is not known: look for it on the chain.
            """
        let kept = try folder.change(DecidedRequest.Name(signed), .end) { stored in
            guard stored == file else { return }
            stored = changed
        }
        return try required(kept, signed.request.id)
    }

    private func revert(
        _ file: DecidedRequest,
        of signed: SignedRequest,
        _ error: ReceiptError,
        reason: String,
        until deadline: ContinuousClock.Instant?
    ) async throws -> DecidedRequest {
        var file = file
        file.state = .done
        for index in file.transactions.indices {
            file.transactions[index].work = nil
            file.transactions[index].status = .reverted
            file.transactions[index].error = error
            file.transactions[index].reason = reason
        }
        return try await keep(file, of: signed, status: .reverted, until: deadline)
    }

    // MARK: - Receipts

    /// Keeps a new status with its receipt. If another process kept a receipt meanwhile, that one counts.
    private func keep(
        _ file: DecidedRequest,
        of signed: SignedRequest,
        status: RequestStatus,
        error: ReceiptError? = nil,
        signature: Data? = nil,
        until deadline: ContinuousClock.Instant?
    ) async throws -> DecidedRequest {
        var changed = file
        // The user of an external signer is asked once.
        if !isSignerExternal || file.receipts.isEmpty {
            let isSigned = status.isSigned
            var (address, publicKey): (String?, Data?) = (nil, nil)
            if isSigned {
                address = try AccountAddress(file.accountID, on: wallet.configuration.network).text
                publicKey = try await wallet.publicKeyCommitment(of: file.accountID, timeout: remaining(deadline))
            }
            let receipt = try RequestReceipt(
                requestID: signed.request.id,
                requestDigest: signed.digest,
                action: signed.request.action,
                network: WalletNetwork(wallet.configuration.network),
                number: file.receipts.count + 1,
                issuedAt: now(),
                status: status,
                address: address,
                publicKey: publicKey,
                signature: signature,
                transactions: file.transactions.isEmpty ? nil : file.transactions.map(\.receipt),
                error: error
            )
            let account = file.accountID
            let timeout = remaining(deadline)
            let data = try await SignedReceipt(receipt) { [wallet] text in
                isSigned ? try await wallet.sign(.receipt(text), accountId: account, timeout: timeout) : nil
            }.data
            changed.receipts.append(data)
        }
        let earlier = file.receipts
        let step: RequestWrite.Step = changed.isSettled ? .end : .submission
        let kept = try folder.change(DecidedRequest.Name(signed), step) { stored in
            let current = try required(stored, signed.request.id)
            guard !current.isSettled, current.receipts == earlier else { return }
            stored = changed
        }
        return try required(kept, signed.request.id)
    }

    private var isSignerExternal: Bool {
        if case .signer = wallet.configuration.keys { true } else { false }
    }
}

extension MidenError {
    /// Whether the transaction may have been submitted, or may be made later: the request stays open.
    fileprivate var leavesRequestOpen: Bool {
        isClosed || isUnsettled || leavesItOpen || isRetryable || code == .timedOut || code == .store
            || code == .internal
    }
}
