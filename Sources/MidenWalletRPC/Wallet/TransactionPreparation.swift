import Foundation
import MidenSwiftClient

/// What the user is asked about a transaction. What is made if the user approves it is in the preview that was shown last.
package struct PreparedTransaction: Sendable {
    /// What is asked.
    package let content: ApprovalQuestion.Content
    /// Executes it if the user asks for that.
    package var simulation: TransactionSimulation?
}

/// Prepares transactions that somebody else asks an account for, such as a web page or another app: checks what is asked, and
/// previews what runs no code of a stranger. Nothing is stored, and nothing is sent.
package struct TransactionPreparation: Sendable {
    /// The largest amount of a token, in base units.
    private static let largestAmount: UInt64 = 1 << 63 - 1 << 31

    /// The wallet.
    let wallet: MidenWallet
    /// The account that makes the transactions, one of the wallet's.
    let accountId: AccountID

    /// - Parameters:
    ///   - wallet: The wallet.
    ///   - accountId: The account that makes the transactions.
    package init(_ wallet: MidenWallet, accountId: AccountID) {
        self.wallet = wallet
        self.accountId = accountId
    }

    // MARK: - Payments

    /// Prepares a payment, and previews it.
    ///
    /// - Parameters:
    ///   - recipientId: The account that is paid, read once the amount is checked.
    ///   - faucetId: The faucet that issues the token, likewise.
    ///   - baseUnits: The amount.
    ///   - noteType: Whether the chain has the whole note.
    ///   - recallBlocks: The number of blocks after which the payment can be taken back; never if it is 0 or nil.
    /// - Returns: What the user is asked.
    /// - Throws: ``RPCError`` if it is no payment, and what reading the accounts throws.
    package func payment(
        to recipientId: @autoclosure () throws -> AccountID,
        faucetId: @autoclosure () throws -> AccountID,
        baseUnits: UInt64,
        noteType: NoteType,
        recallBlocks: Int?
    ) async throws -> PreparedTransaction {
        guard (1...Self.largestAmount).contains(baseUnits) else {
            throw RPCError.invalidParameters("The amount is not one from 1 to \(Self.largestAmount)")
        }
        let draft = TransactionWork.Draft.send(
            to: try recipientId(),
            faucetId: try faucetId(),
            baseUnits: baseUnits,
            noteType: noteType,
            reclaimHeight: try await reclaimHeight(after: recallBlocks)
        )
        guard let payment = draft.payment else { throw RPCError.internalError }
        return PreparedTransaction(content: .send(payment, try await preview(draft)))
    }

    /// The block from which on a payment can be taken back; nil if it cannot. A question that waited counts again from the
    /// newest block: its new preview has the payment that is made.
    private func reclaimHeight(after recallBlocks: Int?) async throws -> UInt32? {
        guard let recallBlocks, recallBlocks > 0 else { return nil }
        let (height, isTooLarge) = try await wallet.info().syncHeight.addingReportingOverflow(UInt32(recallBlocks))
        guard !isTooLarge else { throw RPCError.invalidParameters("There is no block that late") }
        return height
    }

    // MARK: - Notes

    /// Prepares the consumption of a note. A stranger does not learn which notes the wallet has: it gets the same errors, and
    /// the user the same question.
    ///
    /// - Parameters:
    ///   - noteId: The note.
    ///   - bytes: The note as a file, nil if the wallet has it.
    /// - Returns: What the user is asked.
    /// - Throws: ``RPCError`` if the file is not that of the note, or not of a payment.
    package func consumption(of noteId: NoteID, file bytes: Data?) async throws -> PreparedTransaction {
        var file: NoteFileDescription?
        if let bytes { file = try await payment(in: bytes, of: noteId) }
        if let own = try await ownNote(noteId) { return try await prepared(own) }
        let received = try await wallet.getReceivedNotes(accountId: accountId, .notes([noteId]))
        if received.contains(where: \.isSpent) {
            return impossible(noteId, file, "The note has been consumed, or is being consumed.")
        }
        if let file, let bytes { return try prepared(noteId, file: file, bytes) }
        return impossible(noteId, nil, "The wallet has no such note to consume.")
    }

    /// A note that the account may be able to consume, nil if the wallet has none of the id.
    private func ownNote(_ noteId: NoteID) async throws -> InputNote? {
        try await wallet.getInputNotes(accountId: accountId).notes.first { $0.id == noteId }
    }

    /// A note that cannot be consumed: the user can only decline.
    private func impossible(_ noteId: NoteID, _ file: NoteFileDescription?, _ reason: String) -> PreparedTransaction {
        let preview = TransactionPreview(.impossible(reason), digest: nil)
        return PreparedTransaction(content: .consume(PageNote(id: noteId, file: file), preview))
    }

    /// A note that the wallet has. If its script is not a standard one, it does not run before the user asks.
    private func prepared(_ note: InputNote) async throws -> PreparedTransaction {
        let draft = TransactionWork.Draft.consume(note.id)
        let page = PageNote(id: note.id, file: nil)
        guard note.isPlainPayment else {
            let preview = TransactionPreview(.notExecuted, digest: nil)
            return PreparedTransaction(content: .consume(page, preview), simulation: simulation(of: draft))
        }
        return PreparedTransaction(content: .consume(page, try await preview(draft)))
    }

    /// A note of a file. The wallet imports it only after the approval.
    private func prepared(_ noteId: NoteID, file: NoteFileDescription, _ bytes: Data) throws -> PreparedTransaction {
        let draft = TransactionWork.Draft.consume(noteId)
        let shown = ShownEffects(assetsIn: file.assets.map { [$0] } ?? [], notes: [])
        let preview = try TransactionPreview(notExecuted: shown, draft: draft, noteFiles: [bytes])
        return PreparedTransaction(content: .consume(PageNote(id: noteId, file: file), preview))
    }

    /// Reads the file of a payment. What another note does is not in its file: the wallet has to have it first.
    private func payment(in bytes: Data, of noteId: NoteID) async throws -> NoteFileDescription {
        let file = try noteFile(bytes, try await wallet.getTokens())
        guard file.assets != nil, file.noteId == nil || file.noteId == noteId else {
            throw RPCError.invalidParameters("The noteBytes are not those of the note")
        }
        guard file.isPayment == true else {
            throw RPCError.invalidParameters("The note has a script of its own: call miden_importPrivateNote first")
        }
        return file
    }

    /// Reads a note file of a stranger, and names the tokens.
    private func noteFile(_ file: Data, _ tokens: [Token]) throws -> NoteFileDescription {
        do {
            return try NoteFileDescription(of: file).naming(tokens)
        } catch {
            throw RPCError.anotherSDKVersion
        }
    }

    // MARK: - Code of strangers

    /// Prepares a transaction that a stranger made. Its code does not run before the user asks.
    ///
    /// - Parameters:
    ///   - request: The transaction request, as the SDK serialized it.
    ///   - noteFiles: Notes that the wallet needs for it, as files.
    ///   - claimedRecipient: The address that receives, as the stranger claims.
    /// - Returns: What the user is asked.
    /// - Throws: ``RPCError`` if the request or a note cannot be read.
    package func transaction(
        _ request: Data,
        noteFiles: [Data],
        claimedRecipient: String?
    ) async throws -> PreparedTransaction {
        let description: SerializedTransactionRequest.Description
        do {
            description = try SerializedTransactionRequest(request).described()
        } catch {
            throw RPCError.anotherSDKVersion
        }
        let tokens = noteFiles.isEmpty ? [] : try await wallet.getTokens()
        let page = PageTransaction(
            description: description,
            isReadable: description.isReadable,
            claimedRecipient: claimedRecipient,
            importedNotes: try noteFiles.map { try noteFile($0, tokens) }
        )
        let draft = TransactionWork.Draft.serialized(request)
        // What cannot be read wholly is approved after a simulation alone.
        let preview =
            page.isReadable
            ? try TransactionPreview(notExecuted: description.shown, draft: draft, noteFiles: noteFiles)
            : TransactionPreview(.notExecuted, digest: nil)
        return PreparedTransaction(
            content: .transaction(page, preview),
            simulation: simulation(of: draft, noteFiles: noteFiles)
        )
    }

    /// A simulation of a transaction.
    ///
    /// - Parameters:
    ///   - draft: The transaction.
    ///   - noteFiles: The note files that the wallet imports after the approval.
    /// - Returns: The simulation, which has not begun.
    package func simulation(of draft: TransactionWork.Draft, noteFiles: [Data] = []) -> TransactionSimulation {
        TransactionSimulation { try await preview(draft, noteFiles: noteFiles) }
    }

    /// Previews a transaction. A stranger does not learn whether it can be made: only the user does.
    ///
    /// - Parameters:
    ///   - draft: The transaction.
    ///   - noteFiles: The note files that the wallet imports after the approval.
    /// - Returns: What was found out.
    /// - Throws: `CancellationError` if the task is cancelled.
    private func preview(_ draft: TransactionWork.Draft, noteFiles: [Data] = []) async throws -> TransactionPreview {
        do {
            let summary = try await wallet.preview(draft.transactionDraft, accountId: accountId)
            return TransactionPreview(summary, of: draft, noteFiles: noteFiles)
        } catch {
            try Task.checkCancellation()
            return TransactionPreview(impossible: error)
        }
    }

    // MARK: - Execution

    /// What a transaction is limited to that was shown without an execution: it is previewed now, and compared.
    ///
    /// - Parameters:
    ///   - draft: The transaction, whose notes the wallet has.
    ///   - shown: What the user was shown.
    /// - Returns: What to hand to the wallet.
    /// - Throws: ``MoreThanShown`` if it would do anything else, `MidenError.Kind.unknownNote` if the wallet does not have a
    ///   note to consume, and what the wallet throws.
    package func approval(
        of draft: TransactionWork.Draft,
        covering shown: ShownEffects
    ) async throws -> TransactionApproval {
        if case .consume(let noteId) = draft { try await requirePayment(noteId) }
        let summary = try await wallet.preview(draft.transactionDraft, accountId: accountId)
        let isNew = try await wallet.getAccountDetails(accountId: accountId).isNew
        guard shown.covers(summary, isFirst: isNew), let approval = summary.approval else {
            throw MoreThanShown()
        }
        return approval
    }

    /// Refuses a note that is not the payment that a question showed, before its script runs. A file of an expected note has
    /// no id, so a stranger can name another note than the one in the file.
    private func requirePayment(_ noteId: NoteID) async throws {
        guard let note = try await ownNote(noteId) else {
            throw MidenError(
                code: .lookup,
                kind: .unknownNote,
                message: "The wallet does not have the note \(noteId), or the account cannot consume it."
            )
        }
        guard note.isPlainPayment else { throw MoreThanShown() }
    }
}

/// A transaction does something that the question did not show.
package struct MoreThanShown: Error {}

extension InputNote {
    /// Whether consuming it runs no code but that of a payment.
    fileprivate var isPlainPayment: Bool {
        [.payment, .conditionalPayment].contains(kind) && callbackFaucet == nil
    }
}

extension ReceivedNote {
    /// Whether a transaction consumes it, or has consumed it.
    fileprivate var isSpent: Bool {
        switch state {
        case .expected, .unverified, .committed, .invalid: false
        case .processingAuthenticated, .processingUnauthenticated, .consumedAuthenticatedLocal,
            .consumedUnauthenticatedLocal, .consumedExternal:
            true
        }
    }
}
