#if WalletServer
    import NIOCore

    /// What one origin uses, on all of its connections.
    struct OriginUsage {
        var connections = 0
        /// The requests that wait for an answer.
        var waiting = 0
        private var tokens: Double
        private var filledAt: NIODeadline

        init(limits: WalletServerLimits, now: NIODeadline) {
            tokens = Double(limits.requestBurst)
            filledAt = now
        }

        /// Counts a request.
        ///
        /// - Returns: Nil if the origin may send it, or else the seconds after which it may try again.
        mutating func admit(limits: WalletServerLimits, now: NIODeadline) -> Int? {
            refill(limits: limits, now: now)
            guard tokens >= 1 else { return Int(((1 - tokens) / Self.rate(limits)).rounded(.up)) }
            guard waiting < limits.waitingRequests else { return 1 }
            tokens -= 1
            waiting += 1
            return nil
        }

        /// Whether nothing would change if this was forgotten.
        mutating func isUnused(limits: WalletServerLimits, now: NIODeadline) -> Bool {
            refill(limits: limits, now: now)
            return connections == 0 && waiting == 0 && tokens >= Double(limits.requestBurst)
        }

        private mutating func refill(limits: WalletServerLimits, now: NIODeadline) {
            let seconds = Double((now - filledAt).nanoseconds) / 1e9
            tokens = min(Double(limits.requestBurst), tokens + seconds * Self.rate(limits))
            filledAt = now
        }

        private static func rate(_ limits: WalletServerLimits) -> Double {
            Double(max(1, limits.requestsPerSecond))
        }
    }
#endif
