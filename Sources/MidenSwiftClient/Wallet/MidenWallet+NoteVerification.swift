// Notes whose scripts are not standard ones.

extension MidenWallet {
    /// Runs the scripts of notes, within ``Configuration/noteScripts``, to find out which accounts can consume them. The
    /// store keeps the verdicts. Asks no network. What such a script prints goes to the process's standard output.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``. Verdicts that are stored by then stay.
    ///
    /// - Parameters:
    ///   - noteIds: The notes.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The notes with their verdicts, without those that are dismissed.
    /// - Throws: ``MidenError/Code/noteOperation`` if a note is not in this wallet.
    public nonisolated func verifyNotes(
        _ noteIds: [NoteID],
        timeout: Duration? = nil
    ) async throws -> [InputNote] {
        InputNotesResult(try await core.perform(VerifyNotesRequest(noteIds: noteIds), timeout: timeout)).notes
    }

    /// Dismisses notes permanently: ``getInputNotes(accountId:timeout:)`` no longer lists them, and calls that consume all
    /// notes leave them out. Each can still be consumed by its id.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - noteIds: The notes.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Throws: ``MidenError/Code/noteOperation`` if a note is not in this wallet or is consumed.
    public nonisolated func dismissNotes(_ noteIds: [NoteID], timeout: Duration? = nil) async throws {
        try await core.perform(DismissNotesRequest(noteIds: noteIds), timeout: timeout)
    }
}
