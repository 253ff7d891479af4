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
            let own = try await self.wallet.getInputNotes(accountId: grant.accountId).notes.first { $0.id == noteId }
            if let own { return try await self.prepared(own, for: grant) }
            guard let bytes = parameters.noteBytes else {
                throw RPCError.invalidParameters("The wallet has no such note to consume")
            }
            return try self.prepared(noteId, file: bytes)
        }
    }

    /// A note that the wallet has. If its script is not a standard one, it does not run before the user asks.
    private nonisolated func prepared(_ note: InputNote, for grant: Grant) async throws -> PreparedTransaction {
        let draft = TransactionWork.Draft.consume(note.id)
        let page = PageNote(id: note.id, file: nil)
        let simulation = simulation(of: draft, for: grant)
        guard [.payment, .conditionalPayment].contains(note.kind), note.callbackFaucet == nil else {
            let preview = TransactionPreview(.notExecuted, digest: nil)
            return PreparedTransaction(content: .consume(page, preview), draft: draft, simulation: simulation)
        }
        let preview = try await preview(draft, accountId: grant.accountId)
        return PreparedTransaction(content: .consume(page, preview), draft: draft)
    }

    /// A note of a file, which the wallet does not take in before the user approves.
    private nonisolated func prepared(_ noteId: NoteID, file: Data) throws -> PreparedTransaction {
        let description = try noteFile(file)
        guard let assets = description.assets, description.noteId == nil || description.noteId == noteId else {
            throw RPCError.invalidParameters("The noteBytes are not those of the note")
        }
        let draft = TransactionWork.Draft.consume(noteId)
        let shown = ShownEffects(assetsIn: [assets], notes: [])
        let preview = try TransactionPreview(notExecuted: shown, draft: draft, noteFiles: [file])
        return PreparedTransaction(
            content: .consume(PageNote(id: noteId, file: description), preview),
            draft: draft,
            noteFiles: [file]
        )
    }

    /// Reads a note file of a page.
    nonisolated func noteFile(_ file: Data) throws -> NoteFileDescription {
        do {
            return try NoteFileDescription(of: file)
        } catch {
            throw RPCError.anotherSDKVersion
        }
    }

    /// A simulation of a transaction of a grant.
    nonisolated func simulation(of draft: TransactionWork.Draft, for grant: Grant) -> TransactionSimulation {
        TransactionSimulation { try await self.preview(draft, accountId: grant.accountId) }
    }
}
