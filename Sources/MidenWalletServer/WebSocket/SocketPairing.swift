#if WalletServer
    import MidenWalletRPC

    /// Whether the socket of an extension is paired.
    ///
    /// It is used on the event loop only.
    final class SocketPairing {
        let pairings: Pairings
        private var id: Pairing.ID?
        /// Waits for the end of the pairing.
        private var ending: Task<Void, Never>?

        var isPaired: Bool { id != nil }

        /// Asks why requests are refused now, nil if they are not. Another process can have revoked the pairing.
        var refusal: @Sendable () async -> RPCError? {
            let (pairings, id) = (pairings, id)
            return { await pairings.refusal(of: id) }
        }

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
            let (pairings, id) = (pairings, pairing.id)
            self.id = id
            ending = Task {
                await pairings.ended(id)
                if !Task.isCancelled { revoked() }
            }
        }

        /// The socket is closed, or another pairing begins.
        func end() {
            id = nil
            ending?.cancel()
            ending = nil
        }
    }
#endif
