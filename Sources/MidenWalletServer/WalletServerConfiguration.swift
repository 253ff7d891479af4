#if WalletServer
    import Foundation

    /// Where a ``WalletServer`` listens, what it serves, and its limits.
    public struct WalletServerConfiguration: Hashable, Sendable {
        /// The address to listen on. There is no TLS: on another one than loopback, put a reverse proxy before the server.
        public var host: String
        /// The port to listen on, 0 for any free one.
        public var port: Int
        /// Values of the header `Host` to accept beside those of loopback, such as `wallet.example` or `wallet.example:8443`:
        /// the names by which browsers reach a reverse proxy.
        public var hostNames: Set<String>
        /// The JavaScript modules, each by the name of its file, which is its path: `miden-wallet.js` is served as
        /// `/miden-wallet.js`. ``WalletModules/read(from:)`` reads them from a folder. They are for development: a site
        /// serves its own copy, because a page that includes them runs the code of whatever program has the port.
        public var modules: [String: Data]
        /// The limits.
        public var limits: WalletServerLimits

        /// Makes a configuration.
        ///
        /// - Parameters:
        ///   - modules: The JavaScript modules, each by the name of its file.
        ///   - host: The address to listen on.
        ///   - port: The port to listen on, 0 for any free one.
        ///   - hostNames: Values of the header `Host` to accept beside those of loopback.
        ///   - limits: The limits.
        public init(
            modules: [String: Data],
            host: String = "127.0.0.1",
            port: Int = 0,
            hostNames: Set<String> = [],
            limits: WalletServerLimits = WalletServerLimits()
        ) {
            self.modules = modules
            self.host = host
            self.port = port
            self.hostNames = hostNames
            self.limits = limits
        }
    }
#endif
