import MidenTestSupport

/// What a worker does next. It depends on the seed, the worker and the step alone, so that the same seed gives the same
/// schedule.
struct Plan {
    /// What the worker does.
    enum Action: String, CaseIterable {
        case sync, consume, send, sendPrivate, offerSwap, offerPartialSwap, fillSwap, cancelSwap, read, restore
        case damagedCopy, falseAnswers, namedNote

        /// Whether it submits a transaction.
        var isTransaction: Bool {
            switch self {
            case .consume, .send, .sendPrivate, .offerSwap, .offerPartialSwap, .fillSwap, .cancelSwap: true
            case .sync, .read, .restore, .damagedCopy, .falseAnswers, .namedNote: false
            }
        }
    }

    /// What happens to the process meanwhile.
    enum Interruption: Equatable {
        case none
        /// SIGKILL after this time.
        case killedAfter(Duration)
        /// SIGKILL at a fail point of the development core.
        case killedAt(String)
        /// The disk has room for so many blocks of 512 bytes; if there is no disk that can be filled, no file may be larger.
        case diskFull(blocks: Int)
    }

    /// Which prover makes the proof.
    enum Prover {
        case local
        /// The remote one, which may be hostile, with this machine as a fallback.
        case remote
        case remoteWithoutFallback
    }

    let action: Action
    let interruption: Interruption
    let prover: Prover
    /// For everything else that is random in this step.
    var random: SeededGenerator

    /// - Parameters:
    ///   - seed: The seed of the run.
    ///   - worker: The number of the worker.
    ///   - step: The number of the step. The first steps of each worker are all actions, in random order.
    init(seed: UInt64, worker: Int, step: Int) {
        let workerSeed = seed ^ (UInt64(worker + 1) &* 0x9FB2_1C65_1E98_DF25)
        var random = SeededGenerator(seed: workerSeed ^ (UInt64(step) &* 0xD1B5_4A32_D192_ED03))
        if step < Action.allCases.count {
            var order = SeededGenerator(seed: workerSeed)
            action = Action.allCases.shuffled(using: &order)[step]
        } else {
            action = Self.weighted(using: &random)
        }
        interruption = Self.interruption(of: action, using: &random)
        prover =
            switch Int.random(in: 0..<100, using: &random) {
            case ..<8 where action.isTransaction: .remote
            case ..<20 where action.isTransaction: .remoteWithoutFallback
            default: .local
            }
        self.random = random
    }

    private static func weighted(using random: inout SeededGenerator) -> Action {
        switch Int.random(in: 0..<100, using: &random) {
        case ..<14: .sync
        case ..<36: .consume
        case ..<58: .send
        case ..<66: .sendPrivate
        case ..<71: .offerSwap
        case ..<76: .offerPartialSwap
        case ..<83: .fillSwap
        case ..<86: .cancelSwap
        case ..<89: .read
        case ..<91: .restore
        case ..<94: .damagedCopy
        case ..<97: .namedNote
        default: .falseAnswers
        }
    }

    private static let places = [
        "before-journal", "during-journal", "after-journal", "after-submit", "after-apply",
        "settle-before-submit", "settle-after-submit", "settle-after-apply",
    ]

    private static func interruption(of action: Action, using random: inout SeededGenerator) -> Interruption {
        switch action {
        case .read, .damagedCopy, .falseAnswers, .namedNote: return .none
        case .sync, .restore:
            switch Int.random(in: 0..<100, using: &random) {
            case ..<35: return .killedAfter(.milliseconds(Int.random(in: 0..<1500, using: &random)))
            case ..<45: return .diskFull(blocks: Int.random(in: 8..<512, using: &random))
            case ..<55 where action == .sync:
                return .killedAt(["before-sync", "during-sync", "after-sync"].randomElement(using: &random) ?? "")
            default: return .none
            }
        default:
            switch Int.random(in: 0..<100, using: &random) {
            // Before the proof, and in it or after it.
            case ..<8: return .killedAfter(.milliseconds(Int.random(in: 0..<1500, using: &random)))
            case ..<24: return .killedAfter(.milliseconds(Int.random(in: 1500..<15000, using: &random)))
            case ..<46: return .killedAt(places.randomElement(using: &random) ?? "")
            case ..<54: return .diskFull(blocks: Int.random(in: 8..<512, using: &random))
            default: return .none
            }
        }
    }
}
