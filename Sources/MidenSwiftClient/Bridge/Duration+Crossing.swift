extension Duration {
    /// The timeout of a request as it crosses, where 0 means without end: nothing or less becomes the shortest time
    /// there is, a century or more becomes no end at all.
    var timeoutMilliseconds: UInt64 {
        self < Self.century ? max(1, milliseconds) : 0
    }

    /// The grace of a shutdown as it crosses, where 0 means none. There is no shutdown without end.
    var graceMilliseconds: UInt64 {
        min(self, Self.century).milliseconds
    }

    /// Whole milliseconds, rounded up; 0 for nothing or less. Only for durations of up to a century.
    private var milliseconds: UInt64 {
        guard self > .zero else {
            return 0
        }
        let (seconds, attoseconds) = components
        let (milliseconds, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
        return UInt64(seconds) * 1000 + UInt64(milliseconds) + (rest > 0 ? 1 : 0)
    }

    private static var century: Duration { .seconds(3_155_760_000) }
}
