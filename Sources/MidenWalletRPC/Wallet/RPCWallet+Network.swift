// The app has another network.

extension RPCWallet {
    /// The app's wallet is on another network from now on, with an ``RPCWallet`` of its own: all pages that have a session are
    /// told, and then that the session ended. Open connects and questions end. The grants stay, for the time when the app is
    /// on this network again.
    ///
    /// - Parameter network: The network that the app is on.
    public func networkChanged(to network: WalletNetwork) {
        guard network != offered.network else { return }
        for caller in Set(openConnects.values) {
            endConnects(of: caller, byPage: false)
        }
        endQuestions(with: .wrongNetwork(network), byPage: false) { _ in true }
        endSessions(announcing: [.networkChange(network), .disconnect])
    }
}
