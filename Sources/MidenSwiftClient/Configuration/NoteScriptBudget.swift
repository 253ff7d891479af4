extension MidenWallet {
    /// How much one run of code that is not standard may cost.
    ///
    /// Anybody can send a note with any script to anybody, and a faucet can run code when its tokens move. The wallet runs no
    /// such code by itself. It runs if you name the note: with ``MidenWallet/verifyNotes(_:timeout:)``, or to consume it. Scripts
    /// and calls, also your own, can run code of other accounts. Each run stays within this budget. A process runs one at a
    /// time.
    public struct NoteScriptBudget: Hashable, Sendable {
        /// The cycles of Miden's virtual machine that one run may take, from 4,096 to 2^29. A usual transaction takes 2^16.
        public var cycles: UInt32
        /// How long one run may take, with what it reads from the node meanwhile. A run that takes longer fails. Its thread ends with
        /// its cycles.
        public var time: Duration

        /// Makes a budget.
        ///
        /// - Parameters:
        ///   - cycles: The cycles that one run may take; 2^20 by default.
        ///   - time: How long one run may take; five seconds by default.
        public init(cycles: UInt32 = 1 << 20, time: Duration = .seconds(5)) {
            self.cycles = cycles
            self.time = time
        }
    }
}
