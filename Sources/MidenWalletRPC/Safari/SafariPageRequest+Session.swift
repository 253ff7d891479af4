// What a page gets without the wallet: a page that was granted nothing does not make it open, sync or execute.

extension SafariPageRequest {
    /// The answer to a request that the wallet is not opened for.
    ///
    /// - Parameter granted: What the user granted the origin; nil if nothing.
    /// - Returns: The answer; nil if the wallet has to be opened.
    func answerWithoutWallet(_ granted: OriginGrants?) -> Result<JSONText, RPCError>? {
        guard RPCMethodName.specified.contains(method) else { return .failure(.unknownMethod(method)) }
        switch method {
        case RPCMethodName.connect: return nil
        case RPCMethodName.resumeSession: return resumption(granted)
        default:
            if let token, granted?.accepts(token) == true { return nil }
            return .failure(method == RPCMethodName.disconnect ? RPCError.notFound : RPCError.unauthorizedOrigin)
        }
    }

    private func resumption(_ granted: OriginGrants?) -> Result<JSONText, RPCError>? {
        do {
            let resumed = try (parameters ?? .emptyObject).decoded(as: ResumeSessionParameters.self)
            return granted?.accepts(resumed.token) == true ? nil : .success(.emptyObject)
        } catch let error as DecodingError {
            return .failure(.invalidParameters(error.reason))
        } catch {
            return .failure(.internalError)
        }
    }

    /// Whether it waits for a transaction of its own origin that is not settled. Then the node is asked.
    ///
    /// - Parameters:
    ///   - transactions: The transactions of all pages.
    ///   - network: The network of the wallet.
    /// - Returns: Whether it does.
    func waitsForBlock(_ transactions: [String: RequestedTransaction], on network: WalletNetwork) -> Bool {
        guard method == RPCMethodName.waitForTransaction,
            let reference = try? parameters?.decoded(as: WaitForTransactionParameters.self).transactionId,
            let transaction = transactions[reference]
        else { return false }
        return transaction.origin == origin && transaction.network == network && !transaction.isSettled
    }
}
