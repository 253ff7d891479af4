// What has become of the wallet's notes, in pages.

extension MidenWallet {
    /// Lists the notes that came in and those that were made, in pages, newest first and whatever has become of them, as far as
    /// the wallet has synced. Asks a file beside the store, not the network. ``getInputNotes(accountId:timeout:)`` says which
    /// can be consumed now.
    ///
    /// The order is that in which they were recorded and does not change. Who goes from page to page meets each once, whatever
    /// happens meanwhile.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - query: Which notes; all of them where not given. The same for every page.
    ///   - cursor: Where the page begins, as the page before has it; nil means with the newest.
    ///   - limit: How many notes there are in the page at most, 1 to 500.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The page.
    /// - Throws: ``MidenError/Code/invalidParameter`` where the cursor is not one of this wallet's notes or the limit cannot be,
    ///   ``MidenError/Code/store`` where the files cannot be read.
    public nonisolated func getNotes(
        _ query: NoteQuery = NoteQuery(),
        after cursor: HistoryCursor? = nil,
        limit: Int = 50,
        timeout: Duration? = nil
    ) async throws -> NotePage {
        NotePage(try await core.perform(GetNotesRequest(query, after: cursor, limit: limit), timeout: timeout))
    }

    /// Reads a note that came in or was made, whatever has become of it, as far as the wallet has synced. Asks a file beside the
    /// store, not the network.
    ///
    /// A note between two accounts of the wallet has two records; this is the one of the note that came in.
    /// ``getNotes(_:after:limit:timeout:)`` has both.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - noteId: A note of this wallet.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The note.
    /// - Throws: ``MidenError/Kind/unknownNote`` if the wallet does not have the note, ``MidenError/Code/store`` if the files
    ///   cannot be read.
    public nonisolated func note(_ noteId: NoteID, timeout: Duration? = nil) async throws -> NoteRecord {
        NoteRecord(try await core.perform(GetNoteRequest(noteId: noteId), timeout: timeout))
    }

    /// Lists the notes that came in for an account, whatever has become of them, as other Miden clients describe them: those
    /// that it consumed, and those that it can or may be able to consume. Those in no block come first, then those of the
    /// newest block. Asks the store, not the network, and runs no script.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - accountId: An account of this wallet.
    ///   - query: Which notes.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The notes, without those that were dismissed.
    /// - Throws: ``MidenError/Code/lookup`` if the account is not in this wallet, ``MidenError/Code/noteOperation`` if there can
    ///   be no such id or nullifier, ``MidenError/Code/store`` if the store cannot be read.
    public nonisolated func getReceivedNotes(
        accountId: AccountID,
        _ query: ReceivedNote.Query = .all,
        timeout: Duration? = nil
    ) async throws -> [ReceivedNote] {
        let request = GetReceivedNotesRequest(accountId: accountId, query: query)
        return try await core.perform(request, timeout: timeout).notes.map(ReceivedNote.init)
    }
}
