import Foundation
import MidenSwiftClient

// Notes that pages ask to consume.

extension RequestConsumeParameters: SpendingParameters {}

extension RPCWallet {
    nonisolated func requestConsume(
        _ parameters: RequestConsumeParameters,
        from caller: RPCCaller
    ) async throws -> RequestedTransactionResult {
        try await request(parameters, of: RPCMethodName.requestConsume, from: caller) { grant in
            let noteId = try NoteID(parameters.noteId)
            // A page does not learn which notes the wallet has: it gets the same errors, and the same question.
            var file: NoteFileDescription?
            if let bytes = parameters.noteBytes { file = try await self.payment(in: bytes, of: noteId) }
            let own = try await self.wallet.getInputNotes(accountId: grant.accountId).notes.first { $0.id == noteId }
            if let own { return try await self.prepared(own, for: grant) }
            let received = try await self.wallet.getReceivedNotes(accountId: grant.accountId, .notes([noteId]))
            if received.contains(where: \.isSpent) {
                return self.impossible(noteId, file, "The note has been consumed, or is being consumed.")
            }
            if let file, let bytes = parameters.noteBytes { return try self.prepared(noteId, file: file, bytes) }
            return self.impossible(noteId, nil, "The wallet has no such note to consume.")
        }
    }

    /// A note that cannot be consumed: the user can only decline.
    private nonisolated func impossible(
        _ noteId: NoteID,
        _ file: NoteFileDescription?,
        _ reason: String
    ) -> PreparedTransaction {
        let preview = TransactionPreview(.impossible(reason), digest: nil)
        return PreparedTransaction(content: .consume(PageNote(id: noteId, file: file), preview))
    }

    /// A note that the wallet has. If its script is not a standard one, it does not run before the user asks.
    private nonisolated func prepared(_ note: InputNote, for grant: Grant) async throws -> PreparedTransaction {
        let draft = TransactionWork.Draft.consume(note.id)
        let page = PageNote(id: note.id, file: nil)
        let simulation = simulation(of: draft, for: grant)
        guard [.payment, .conditionalPayment].contains(note.kind), note.callbackFaucet == nil else {
            let preview = TransactionPreview(.notExecuted, digest: nil)
            return PreparedTransaction(content: .consume(page, preview), simulation: simulation)
        }
        let preview = try await preview(draft, accountId: grant.accountId)
        return PreparedTransaction(content: .consume(page, preview))
    }

    /// A note of a file, which the wallet does not take in before the user approves.
    private nonisolated func prepared(
        _ noteId: NoteID,
        file: NoteFileDescription,
        _ bytes: Data
    ) throws -> PreparedTransaction {
        let draft = TransactionWork.Draft.consume(noteId)
        let shown = ShownEffects(assetsIn: file.assets.map { [$0] } ?? [], notes: [])
        let preview = try TransactionPreview(notExecuted: shown, draft: draft, noteFiles: [bytes])
        return PreparedTransaction(content: .consume(PageNote(id: noteId, file: file), preview))
    }

    /// Reads the file of a payment. What another note does is not in its file: the wallet has to have it first.
    private nonisolated func payment(in bytes: Data, of noteId: NoteID) async throws -> NoteFileDescription {
        let file = try noteFile(bytes, try await wallet.getTokens())
        guard file.assets != nil, file.noteId == nil || file.noteId == noteId else {
            throw RPCError.invalidParameters("The noteBytes are not those of the note")
        }
        guard file.isPayment == true else {
            throw RPCError.invalidParameters("The note has a script of its own: call miden_importPrivateNote first")
        }
        return file
    }

    /// Reads a note file of a page, and names the tokens.
    nonisolated func noteFile(_ file: Data, _ tokens: [Token]) throws -> NoteFileDescription {
        do {
            return try NoteFileDescription(of: file).naming(tokens)
        } catch {
            throw RPCError.anotherSDKVersion
        }
    }

    /// A simulation of a transaction of a grant.
    nonisolated func simulation(
        of draft: TransactionWork.Draft,
        noteFiles: [Data] = [],
        for grant: Grant
    ) -> TransactionSimulation {
        TransactionSimulation { try await self.preview(draft, noteFiles: noteFiles, accountId: grant.accountId) }
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
