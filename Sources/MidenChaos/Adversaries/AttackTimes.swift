import Foundation

/// When which attack was on, so that a command's end can be counted under the attacks it met.
final class AttackTimes: Sendable {
    private struct Period {
        let attack: NetworkAdversary.Attack
        /// The wallet that is attacked; nil means all.
        let wallet: String?
        let begin: SuspendingClock.Instant
        /// Nil while it is on.
        var end: SuspendingClock.Instant?
    }

    private let lock = NSLock()
    nonisolated(unsafe) private var periods: [Period] = []

    /// An attack begins.
    ///
    /// - Parameters:
    ///   - attack: The attack.
    ///   - wallet: The wallet that is attacked; nil means all.
    /// - Returns: The number of this attack.
    func begin(_ attack: NetworkAdversary.Attack, on wallet: String?) -> Int {
        lock.withLock {
            periods.append(Period(attack: attack, wallet: wallet, begin: .now, end: nil))
            return periods.count - 1
        }
    }

    /// An attack is over.
    ///
    /// - Parameter number: The number of the attack.
    func end(_ number: Int) {
        lock.withLock { periods[number].end = .now }
    }

    /// The attacks that were on at some time since a moment.
    ///
    /// - Parameters:
    ///   - begin: The moment.
    ///   - wallet: The wallet that may have been attacked.
    /// - Returns: The attacks, each once.
    func attacks(since begin: SuspendingClock.Instant, on wallet: String) -> Set<NetworkAdversary.Attack> {
        lock.withLock {
            Set(
                periods
                    .filter { ($0.wallet ?? wallet) == wallet && ($0.end ?? .now) >= begin }
                    .map(\.attack)
            )
        }
    }
}
