#if WalletServer
    import Foundation
    import MidenWalletRPC

    /// Kills the process between an approval and its answer: what the user approved is kept, and the page does not know it
    /// yet.
    final class KillSwitch: @unchecked Sendable {
        private let lock = NSLock()
        private var isArmed = false

        /// The next approval of a transaction ends the process.
        func arm() {
            lock.withLock { isArmed = true }
        }

        /// Takes an event that the wallet sends. Nothing is answered before this returns.
        func sent(_ event: RPCEvent) {
            guard lock.withLock({ isArmed }), event.name == "transactionChange",
                let change = try? event.details?.decoded(as: TransactionChange.self), change.state == .executing
            else { return }
            try? printLine(["killed": change.transactionId])
            // Nothing can catch it.
            kill(getpid(), SIGKILL)
        }
    }
#endif
