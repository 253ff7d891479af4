#if WalletServer
    import Foundation

    /// A page that calls by a socket: that of the socket itself, or one of those of an extension.
    ///
    /// It is used on the event loop only.
    final class PageConnection {
        let id = UUID()
        let origin: String
        /// What an extension calls the page; nil on the page's own socket.
        let name: String?
        /// The requests that have not ended.
        var requests: Set<UInt64> = []
        /// Whether the page takes answers.
        var isOpen = true
        /// Whether the page has a session with a wallet.
        var hasSession = false
        /// Counts what the page asks for.
        var usageKey: OriginUsage.Key { OriginUsage.Key(origin: origin, hasSession: hasSession) }

        init(origin: String, name: String? = nil) {
            self.origin = origin
            self.name = name
        }
    }
#endif
