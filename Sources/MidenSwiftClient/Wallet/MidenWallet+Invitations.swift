// Networks that take new accounts by invitation.

extension MidenWallet {
    /// Uses an invitation code for a new account, on a network that takes new accounts by invitation only. To be done before
    /// the account's first transaction, which is refused otherwise (``MidenError/Kind/notInvited``), before it is proven.
    ///
    /// A code is for one account. The network may pay the account some of the token fees are paid in, for its first fee: a
    /// later sync brings that note.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled`` until the code is on its way to the network. From
    /// then on the call goes on to its end, and one whose time passes says so (``MidenError/Kind/timedOutWhileWriting``).
    ///
    /// - Parameters:
    ///   - accountId: The account, one of this wallet's that has not made a transaction yet.
    ///   - invitationCode: The code, exactly as it was given out.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Throws: ``MidenError/Code/accountOperation`` where the code is unknown (``MidenError/Kind/invitationUnknown``), was
    ///   used (``MidenError/Kind/invitationUsed``) or is not needed (``MidenError/Kind/invitationNotNeeded``): it was not
    ///   used then. ``MidenError/Code/lookup`` where the account is not in this wallet.
    public nonisolated func register(
        accountId: AccountID,
        invitationCode: String,
        timeout: Duration? = nil
    ) async throws {
        let request = RegisterAccountRequest(accountId: accountId, invitationCode: invitationCode)
        _ = try await core.perform(request, timeout: timeout)
    }

    /// Asks whether an invitation code can still be used for a new account. The code is not used up. Asks the network, and
    /// syncs first where the wallet never has.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - code: The code, exactly as it was given out.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: Whether it can; not so where the network does not know the code, or it was used. Which of the two, a node
    ///   tells only whoever registers an account.
    /// - Throws: ``MidenError/Code/accountOperation`` with the kind ``MidenError/Kind/invitationNotNeeded`` where the network
    ///   takes every account, ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidInvitation`` where
    ///   this cannot be a code.
    public nonisolated func checkInvitation(code: String, timeout: Duration? = nil) async throws -> Bool {
        try await core.perform(CheckInvitationRequest(invitationCode: code), timeout: timeout).isUsable
    }
}
