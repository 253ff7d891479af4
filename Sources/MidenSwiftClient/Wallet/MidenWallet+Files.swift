// Accounts and notes as files, which other Miden clients read and write as well.

extension MidenWallet {
    /// Adds an account that was made elsewhere, with its key. One that is locked in this wallet is unlocked, where the file
    /// has the state that the network has. Of one whose file has no key ``AccountKey/place`` is ``AccountKey/Place/nowhere``, and
    /// nothing can be signed for it until ``importKey(file:passphrase:accountId:timeout:)`` has brought it.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``, until the account begins to be written: then it is
    /// completed and returned.
    ///
    /// - Parameters:
    ///   - file: The content of an account file (`.mac`), which may hold the account's key in clear.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The account's id.
    /// - Throws: ``MidenError/Code/invalidParameter`` where it is not an account file this version can read,
    ///   ``MidenError/Code/accountOperation`` where the account cannot be added.
    public nonisolated func importAccount(
        file: [UInt8],
        timeout: Duration? = nil
    ) async throws -> AccountID {
        try await core.perform(ImportAccountRequest(file: file), timeout: timeout).accountId
    }

    /// Writes an account with its key as an account file (`.mac`).
    ///
    /// The key is in it in clear: who has the file has the account. Where a ``MidenSigner`` keeps the key, or the wallet does
    /// not have it, the file has none.
    ///
    /// Of a private account it has the newest state, as an older one is locked wherever it is imported: what an earlier run left
    /// of it between submission and record is settled first, for which the node is asked, and what is on its way waited for.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - accountId: An account of this wallet.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The file's content.
    /// - Throws: ``MidenError/Code/lookup`` where the account is not in this wallet,
    ///   ``MidenError/Code/accountOperation`` where its key cannot be read, ``MidenError/Code/transactionSubmission`` where
    ///   what became of an earlier transaction is not known yet.
    public nonisolated func exportAccount(
        accountId: AccountID,
        timeout: Duration? = nil
    ) async throws -> [UInt8] {
        [UInt8](try await core.perform(ExportAccountRequest(accountId: accountId), timeout: timeout).file)
    }

    /// Adds a note from a note file (`.mno`), asking the network for what the file does not have.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - file: The content of the file.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The note's id, if it is known, and whether the note is already consumed.
    /// - Throws: ``MidenError/Code/invalidParameter`` where it is not a note file this version can read,
    ///   ``MidenError/Code/noteOperation`` where the network does not have the note, or has no more than a commitment of it
    ///   and nor does the file, ``MidenError/Code/nodeUnreachable``.
    @discardableResult
    public nonisolated func importNote(
        file: [UInt8],
        timeout: Duration? = nil
    ) async throws -> ImportedNote {
        ImportedNote(try await core.perform(ImportNoteRequest(file: file), timeout: timeout))
    }

    /// Writes a note as a note file (`.mno`), with which somebody else can consume it: one that this wallet made, or one that
    /// came in. Asks the store, not the network.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - noteId: The note.
    ///   - content: How much of it the file is to hold.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The file's content.
    /// - Throws: ``MidenError/Code/noteOperation`` where the note is not in this wallet, or a proof is asked for and the note is
    ///   in no block yet as far as the wallet has synced.
    public nonisolated func exportNote(
        noteId: NoteID,
        content: NoteFileContent = .detailsWithProof,
        timeout: Duration? = nil
    ) async throws -> [UInt8] {
        [UInt8](try await core.perform(ExportNoteRequest(noteId: noteId, content: content), timeout: timeout).file)
    }
}
