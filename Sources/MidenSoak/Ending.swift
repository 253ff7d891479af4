import MidenSwiftClient

/// How a call ended, as the one who made it saw it.
enum Ending: Hashable, Sendable {
    /// With its result.
    case replied
    /// With an error of the operation's own: a note that is spent already, too little to send.
    case declined(MidenError.Code)
    case cancelled
    case timedOut
    case queueFull
    /// With a panic in Rust.
    case panicked
    /// With an error that has no business here.
    case unexpected(String)

    init(_ error: any Error) {
        guard let error = error as? MidenError else {
            self = .unexpected(String(describing: error))
            return
        }
        self =
            switch error.code {
            case .cancelled: .cancelled
            case .timedOut: .timedOut
            case .queueFull: .queueFull
            case .noteOperation, .transactionSubmission: .declined(error.code)
            case .internal where error.kind == "panicked": .panicked
            default: .unexpected("\(error)")
            }
    }
}

/// How many calls ended in each way.
struct Endings: Sendable {
    private(set) var counts: [Ending: Int] = [:]

    /// All that ended.
    var total: Int { counts.values.reduce(0, +) }

    mutating func count(_ ending: Ending) {
        counts[ending, default: 0] += 1
    }

    mutating func add(_ other: Endings) {
        counts.merge(other.counts, uniquingKeysWith: +)
    }

    /// What the wallet should have counted, and did not, and what must not happen at all; empty where all is well.
    func differences(from statistics: WalletStatistics) -> [String] {
        var declined = 0
        for case (.declined, let count) in counts {
            declined += count
        }
        let pairs = [
            ("completed", self[.replied], statistics.completed),
            ("cancelled", self[.cancelled], statistics.cancelled),
            ("timed out", self[.timedOut], statistics.timedOut),
            ("rejected", self[.queueFull], statistics.rejected),
            ("failed", declined + self[.panicked], statistics.failed),
            ("still there", 0, statistics.awaitingPlace + statistics.waiting + statistics.running),
        ]
        return pairs.filter { $0.1 != $0.2 }.map { "\($0.0): \($0.1) here, \($0.2) in the wallet" }
            + unexpected.map { "unexpected: \($0)" }
            // Counted here and there alike, and yet a fault of the library.
            + (self[.panicked] == 0 ? [] : ["panicked: \(self[.panicked]) calls"])
    }

    /// How many ended in this way.
    subscript(ending: Ending) -> Int { counts[ending] ?? 0 }

    private var unexpected: [String] {
        counts.keys.compactMap { if case .unexpected(let what) = $0 { what } else { nil } }
    }
}
