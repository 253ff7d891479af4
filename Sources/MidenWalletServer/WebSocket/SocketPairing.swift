#if WalletServer
    import MidenWalletRPC

    /// Whether the socket of an extension is paired.
    ///
    /// It is used on the event loop only.
    final class SocketPairing {
        let pairings: Pairings
        private(set) var isPaired = false
        /// Waits for the end of the pairing.
        private var ending: Task<Void, Never>?

        init(_ pairings: Pairings) {
            self.pairings = pairings
        }

        /// The socket is paired from now on.
        ///
        /// - Parameters:
        ///   - pairing: The pairing.
        ///   - revoked: Called, on any thread, when the pairing has ended.
        func begin(_ pairing: Pairing, revoked: @escaping @Sendable () -> Void) {
            end()
            isPaired = true
            let pairings = pairings
            ending = Task {
                await pairings.ended(pairing.id)
                if !Task.isCancelled { revoked() }
            }
        }

        /// The socket is closed, or another pairing begins.
        func end() {
            isPaired = false
            ending?.cancel()
            ending = nil
        }
    }
#endif
