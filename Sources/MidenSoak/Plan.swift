import MidenTestSupport

/// What one call of a soak is: drawn from the seed and the call's number alone, so that a seed names a run, whatever
/// order the machine takes the calls in.
struct Plan {
    /// What is called.
    enum Operation {
        case balance, accounts, notes, info, sync, ping, mint, send, consume
    }

    /// How the caller behaves.
    enum Manner {
        /// It waits for the answer.
        case patient
        /// It gives up after so long.
        case deadline(Duration)
        /// It is cancelled after its task and others had so many turns.
        case cancelled(afterYields: Int)
        /// It is cancelled after so long.
        case cancelledAfter(Duration)
    }

    let operation: Operation
    let manner: Manner
    /// For whatever else is to be drawn.
    var random: SeededGenerator

    /// - Parameters:
    ///   - call: The call's number.
    ///   - seed: The run's seed.
    ///   - transactionsPerMillion: How many of a million calls are transactions, at most 400,000.
    init(call: Int, seed: UInt64, transactionsPerMillion: Int) {
        var random = SeededGenerator(seed: seed ^ (UInt64(call) &* 0xD1B5_4A32_D192_ED03))
        operation =
            switch Int.random(in: 0..<1_000_000, using: &random) {
            case ..<200_000: .balance
            case ..<300_000: .accounts
            case ..<400_000: .notes
            case ..<500_000: .info
            case ..<600_000: .sync
            case ..<(600_000 + transactionsPerMillion):
                [.mint, .send, .consume][Int.random(in: 0..<3, using: &random)]
            default: .ping
            }
        manner =
            switch Int.random(in: 0..<100, using: &random) {
            case ..<10: .deadline(.microseconds(Int.random(in: 0..<50_000, using: &random)))
            case ..<15: .cancelled(afterYields: Int.random(in: 0..<20, using: &random))
            case ..<20: .cancelledAfter(.microseconds(Int.random(in: 0..<20_000, using: &random)))
            default: .patient
            }
        self.random = random
    }
}
