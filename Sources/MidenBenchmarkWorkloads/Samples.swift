/// How long something took each time.
public struct Samples: Sendable {
    private var durations: [Duration] = []

    /// Makes none.
    public init() {}

    /// How many there are.
    public var count: Int { durations.count }

    /// Adds one.
    public mutating func add(_ duration: Duration) {
        durations.append(duration)
    }

    /// The shortest time that this fraction of all were not above: 0.5 is the median, 1 the longest. Zero where there are
    /// none.
    public func quantile(_ fraction: Double) -> Duration {
        let rank = Int((fraction * Double(durations.count)).rounded(.up))
        return durations.isEmpty ? .zero : durations.sorted()[max(rank, 1) - 1]
    }
}

extension Duration {
    /// The same in nanoseconds, as a number to reckon with.
    public var nanoseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    }
}
