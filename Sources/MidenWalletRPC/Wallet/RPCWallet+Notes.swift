import Foundation
import MidenSwiftClient

// The notes of the account. No script of a note runs for a page.

extension RPCWallet {
    /// How many bytes of notes a result has at most, so that its message is not too large.
    static let mostNoteBytes = JSONText.largestSize - 4096

    nonisolated func requestPrivateNotes(
        _ parameters: RequestPrivateNotesParameters,
        from caller: RPCCaller
    ) async throws -> RequestPrivateNotesResult {
        let grant = try await unlockedGrant(of: caller, naming: parameters.address) { grant in
            try parameters.checkContent()
            return grant.readsSilently(.notes) ? nil : .notes
        }
        let notes = try await wallet.getReceivedNotes(accountId: grant.accountId, try parameters.query())
        return RequestPrivateNotesResult(privateNotes: try described(notes.filter { $0.type != .public }))
    }

    nonisolated func requestConsumableNotes(
        _ parameters: AccountParameters,
        from caller: RPCCaller
    ) async throws -> RequestConsumableNotesResult {
        let grant = try await unlockedGrant(of: caller, naming: parameters.address) { grant in
            grant.readsSilently(.notes) ? nil : .notes
        }
        let listed = try await wallet.getInputNotes(accountId: grant.accountId).notes
        // To consume a swap is to pay for it.
        let consumable = listed.filter { $0.consumableBy.contains(grant.accountId) && $0.swap == nil }.map(\.id)
        let notes = try await wallet.getReceivedNotes(accountId: grant.accountId, .notes(consumable))
        return RequestConsumableNotesResult(consumableNotes: try described(notes))
    }

    nonisolated func importPrivateNote(
        _ parameters: ImportPrivateNoteParameters,
        from caller: RPCCaller
    ) async throws -> ImportPrivateNoteResult {
        // Nothing is read for a page without a grant. What is wrong with the file is told after the lock was checked.
        _ = try await self.grant(of: caller, naming: parameters.address)
        let tokens = try await wallet.getTokens()
        let description = Result { try NoteFileDescription(of: parameters.note).naming(tokens) }
        _ = try await unlockedGrant(of: caller, naming: parameters.address) { _ in
            do {
                return .importNote(try description.get())
            } catch let error as MidenError
                where [MidenError.Kind.invalidNoteFile, .codeTooLarge].contains(error.kind)
            {
                throw RPCError.anotherSDKVersion
            }
        }
        return ImportPrivateNoteResult(noteId: try await takeIn(parameters.note, try description.get().noteId).hex)
    }

    /// Adds a note to the wallet.
    private nonisolated func takeIn(_ file: Data, _ noteId: NoteID?) async throws -> NoteID {
        do {
            let imported = try await wallet.importNote(file: [UInt8](file))
            if let noteId = imported.noteId { return noteId }
            // The file does not have the id. The chain does, as far as the wallet has synced.
            _ = try await wallet.sync()
            if let noteId = try await wallet.importNote(file: [UInt8](file)).noteId { return noteId }
        } catch let error as MidenError where error.kind == .noteBeingConsumed {
            // The wallet has it.
            if let noteId { return noteId }
            throw RPCError.invalidParameters("The note is being consumed")
        } catch let error as MidenError where error.kind == .noteNotOnChain {
            throw RPCError.invalidParameters("The network does not have the note")
        }
        throw RPCError.invalidParameters("The wallet has the note, whose id is known once a block includes it")
    }

    /// What a page is told of notes: as many as fit a message.
    private nonisolated func described(_ notes: [ReceivedNote]) throws -> [InputNoteDetails] {
        var described: [InputNoteDetails] = []
        var size = 0
        for note in notes {
            let details = try InputNoteDetails(note, on: wallet.configuration.network)
            size += try JSONText(encoding: details).data.count + 1
            guard size <= Self.mostNoteBytes else { break }
            described.append(details)
        }
        return described
    }
}

extension RequestPrivateNotesParameters {
    /// Which notes the wallet lists.
    fileprivate func query() throws -> ReceivedNote.Query {
        switch noteFilterType {
        case .all: .all
        case .consumed: .consumed
        case .committed: .committed
        case .expected: .expected
        case .processing: .processing
        case .list, .unique: .notes(try (noteIds ?? []).map { try NoteID($0) })
        case .nullifiers: .nullifiers(noteIds ?? [])
        case .unverified: .unverified
        }
    }

    /// Checks that there can be such ids.
    ///
    /// - Throws: ``RPCError`` if not.
    fileprivate func checkContent() throws {
        guard (noteIds ?? []).allSatisfy({ (try? Word($0)) != nil }) else {
            throw RPCError.invalidParameters("There can be no note of one of the ids")
        }
    }
}

extension InputNoteDetails {
    fileprivate init(_ note: ReceivedNote, on network: MidenWallet.Network) throws {
        self.init(
            noteId: note.id.hex,
            senderAccountId: try note.sender.map { try AccountAddress($0, on: network).text },
            assets: try note.assets.fungible.map { asset in
                RequestAssetsResult.Asset(
                    faucetId: try AccountAddress(asset.faucetId, on: network).text,
                    baseUnits: asset.amount
                )
            },
            noteType: note.type,
            nullifier: note.nullifier,
            state: State(note.state)
        )
    }
}

extension InputNoteDetails.State {
    fileprivate init(_ state: ReceivedNote.State) {
        self =
            switch state {
            case .expected: .expected
            case .unverified: .unverified
            case .committed: .committed
            case .invalid: .invalid
            case .processingAuthenticated: .processingAuthenticated
            case .processingUnauthenticated: .processingUnauthenticated
            case .consumedAuthenticatedLocal: .consumedAuthenticatedLocal
            case .consumedUnauthenticatedLocal: .consumedUnauthenticatedLocal
            case .consumedExternal: .consumedExternal
            }
    }
}

extension RPCError {
    /// Bytes of the SDK do not decode.
    static let anotherSDKVersion = RPCError.invalidParameters("made by another SDK version, or damaged")
}
