#if WalletServer
    import NIOCore

    /// A rate: so much at once, and so much per second for long.
    struct TokenBucket {
        private let capacity: Double
        private let rate: Double
        private var tokens: Double
        private var filledAt: NIODeadline

        init(capacity: Int, perSecond rate: Int, now: NIODeadline) {
            self.capacity = Double(capacity)
            self.rate = Double(max(1, rate))
            tokens = self.capacity
            filledAt = now
        }

        /// Whether nothing has been taken, or all of it has come back.
        var isFull: Bool { tokens >= capacity }

        mutating func refill(now: NIODeadline) {
            let seconds = Double((now - filledAt).nanoseconds) / 1e9
            tokens = min(capacity, tokens + seconds * rate)
            filledAt = now
        }

        /// The seconds after which an amount can be taken, nil if it can be taken now.
        func wait(for amount: Int) -> Int? {
            let missing = Double(amount) - tokens
            return missing > 0 ? Int((missing / rate).rounded(.up)) : nil
        }

        mutating func take(_ amount: Int) {
            tokens -= Double(amount)
        }
    }
#endif
