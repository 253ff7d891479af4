// What code there is in accounts and notes.

extension MidenWallet {
    /// Tells what is in a note besides its assets: its script, and what the script is given. The note came in, or was made by
    /// this wallet. Asks the store, not the network.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - id: The note.
    ///   - withCode: Whether the script's code is shown as text.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: What is in it.
    /// - Throws: ``MidenError/Code/noteOperation`` where the note is not in this wallet, or with the kind
    ///   ``MidenError/Kind/noteContentsUnknown`` where the wallet has only the commitment to its script and storage.
    public nonisolated func getNoteContents(
        _ id: NoteID,
        withCode: Bool = false,
        timeout: Duration? = nil
    ) async throws -> NoteContents {
        NoteContents(try await core.perform(GetNoteContentsRequest(noteId: id, withCode: withCode), timeout: timeout))
    }

    /// Lists what an account lets others call. The chain has only the roots of procedures: their names come from the
    /// components that Miden ships, and from packages. Of an account of this wallet the code comes from the store; of another
    /// one, which has to be public, from the network, at the block the wallet has synced to, and is checked against that block's
    /// header.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - accountId: The account.
    ///   - packages: Packages that name procedures, after the components that Miden ships; the first one that has a procedure
    ///     names it.
    ///   - withCode: Whether the procedures' code is shown as text.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The procedures.
    /// - Throws: ``MidenError/Code/lookup`` where there is no such account, or it is private and not in this wallet,
    ///   ``MidenError/Code/nodeUnreachable``.
    public nonisolated func getProcedures(
        accountId: AccountID,
        packages: [MidenPackage] = [],
        withCode: Bool = false,
        timeout: Duration? = nil
    ) async throws -> AccountProcedures {
        let request = GetProceduresRequest(
            accountId: accountId,
            packages: packages.map(\.file),
            withCode: withCode
        )
        return AccountProcedures(try await core.perform(request, timeout: timeout))
    }
}
