#if WalletServer
    import MidenWalletRPC
    import NIOCore

    /// What one origin uses: its sockets and pages with a session, or those without one.
    struct OriginUsage {
        /// Which sockets and pages are counted together. A program that forges an origin has no session, so it does not use up what
        /// the connected pages of the origin may use.
        struct Key: Hashable, Sendable {
            let origin: String
            let hasSession: Bool
        }

        /// The requests that wait for an answer.
        var waiting = 0
        /// The bytes of messages that are not complete, and of requests that wait for an answer.
        var heldBytes = 0
        private var requests: TokenBucket
        private var bytes: TokenBucket

        init(limits: WalletServerLimits, now: NIODeadline) {
            requests = TokenBucket(capacity: limits.requestBurst, perSecond: limits.requestsPerSecond, now: now)
            bytes = TokenBucket(
                // A message of the largest size has to fit.
                capacity: max(limits.messageByteBurst, JSONText.largestSize),
                perSecond: limits.messageBytesPerSecond,
                now: now
            )
        }

        /// Counts a request of so many bytes.
        ///
        /// - Returns: Nil if the origin may send it, or else the seconds after which it may try again.
        mutating func admit(_ size: Int, limits: WalletServerLimits, now: NIODeadline) -> Int? {
            refill(now: now)
            if let seconds = [requests.wait(for: 1), bytes.wait(for: size)].compactMap({ $0 }).max() { return seconds }
            guard waiting < limits.waitingRequests, heldBytes + size <= limits.heldBytesPerOrigin else { return 1 }
            requests.take(1)
            bytes.take(size)
            waiting += 1
            heldBytes += size
            return nil
        }

        /// Whether nothing would change if this was forgotten.
        mutating func isUnused(now: NIODeadline) -> Bool {
            refill(now: now)
            return waiting == 0 && heldBytes == 0 && requests.isFull && bytes.isFull
        }

        private mutating func refill(now: NIODeadline) {
            requests.refill(now: now)
            bytes.refill(now: now)
        }
    }
#endif
