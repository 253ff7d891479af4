import Foundation
import MidenTestSupport

/// What all parts of a run share.
struct Run: Sendable {
    let seed: UInt64
    let chain: LocalChain
    let log: RunLog
    let board = Board()
    let times = AttackTimes()
    /// For the steps of the workers.
    let places = Places(max(2, ProcessInfo.processInfo.activeProcessorCount))
    /// Stands before the remote prover, if there is one.
    let prover: NodeProxy?
    /// The accounts of all wallets under attack.
    let accounts: [String]
}
