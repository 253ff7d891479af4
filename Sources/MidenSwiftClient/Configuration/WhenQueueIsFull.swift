extension MidenWallet.Configuration {
    /// What a call does when 256 requests wait already. Goes for async and for blocking calls.
    public enum WhenQueueIsFull: Hashable, Sendable, CaseIterable {
        /// It fails at once with ``MidenError/Code/queueFull``, and the caller decides what to leave out.
        case fail
        /// It awaits a place, first come, first served, for no longer than its timeout, in which that time counts. A
        /// call that is cancelled meanwhile, or whose time passes, has started nothing. A shutdown ends the wait with
        /// ``MidenError/Code/invalidHandle``.
        case wait
    }
}
