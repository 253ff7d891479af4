extension MidenWallet {
    /// How much the scripts of notes may cost while the wallet finds out which accounts can consume them.
    ///
    /// Anybody can send a note with any script to anybody. A standard script, such as that of a payment, never runs for
    /// this. Any other script runs after a sync in the background, on request with ``MidenWallet/verifyNotes(_:timeout:)``,
    /// and before its note is consumed, each time within this budget.
    public struct NoteScriptBudget: Hashable, Sendable {
        /// The cycles of Miden's virtual machine that one run may take, from 4,096 to 2^29. A usual transaction takes 2^16.
        public var cyclesPerNote: UInt32
        /// How long one run may take.
        public var timePerNote: Duration
        /// How long all runs after a sync may take together. Zero means that none follow a sync.
        public var totalTime: Duration

        /// Makes a budget.
        ///
        /// - Parameters:
        ///   - cyclesPerNote: The cycles that one run may take; 2^22 by default.
        ///   - timePerNote: How long one run may take; a second by default.
        ///   - totalTime: How long all runs after a sync may take together; ten seconds by default.
        public init(
            cyclesPerNote: UInt32 = 1 << 22,
            timePerNote: Duration = .seconds(1),
            totalTime: Duration = .seconds(10)
        ) {
            self.cyclesPerNote = cyclesPerNote
            self.timePerNote = timePerNote
            self.totalTime = totalTime
        }
    }
}
