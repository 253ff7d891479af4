// The tokens a wallet knows.

extension MidenWallet {
    /// Lists the tokens the wallet knows: those its accounts hold, those of notes for them, and those that were added, in the
    /// order of their symbols. Asks the store, not the network: what a faucet says of its token is asked for once, by a sync,
    /// and kept.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameter timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The tokens, the hidden ones too.
    /// - Throws: ``MidenError/Code/store`` where the store cannot be read.
    public nonisolated func getTokens(timeout: Duration? = nil) async throws -> [Token] {
        try await core.perform(GetTokensRequest(), timeout: timeout).tokens.map(Token.init)
    }

    /// Adds the token of a faucet: asks the network for its symbol, decimals, name and supply, and keeps them. One that is known
    /// is asked for anew; one that was hidden is shown again.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - faucetId: The faucet that issues the token.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The token.
    /// - Throws: ``MidenError/Code/lookup`` where there is no such account, where it is private
    ///   (``MidenError/Kind/accountPrivate``) or issues no token (``MidenError/Kind/noFaucet``),
    ///   ``MidenError/Code/nodeUnreachable``.
    @discardableResult
    public nonisolated func addToken(_ faucetId: AccountID, timeout: Duration? = nil) async throws -> Token {
        Token(try await core.perform(AddTokenRequest(faucetId: faucetId), timeout: timeout))
    }

    /// Hides a token, or shows it again. It is a mark for who shows balances, kept in the store:
    /// ``getBalance(accountId:timeout:)`` has hidden tokens as well, and they can be sent and received.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - faucetId: The faucet that issues the token.
    ///   - isHidden: Whether it is not to be shown.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The token.
    /// - Throws: ``MidenError/Kind/unknownToken`` where the wallet has never met it.
    @discardableResult
    public nonisolated func setTokenHidden(
        _ faucetId: AccountID,
        _ isHidden: Bool = true,
        timeout: Duration? = nil
    ) async throws -> Token {
        let request = SetTokenHiddenRequest(faucetId: faucetId, isHidden: isHidden)
        return Token(try await core.perform(request, timeout: timeout))
    }
}
