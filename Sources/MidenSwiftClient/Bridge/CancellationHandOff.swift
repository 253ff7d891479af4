internal import Atomics
internal import CMidenSwiftClient

/// Carries a task's cancellation to Rust, also where it comes before Rust has given the request a number.
///
///     waiting ── accepted(request:) ──▶ its number ── cancel() ──▶ cancelled, by cancel()
///        └────────── cancel() ────────▶ cancelled ── accepted(request:) ──▶ cancelled, by accepted(request:)
///
/// Each of the two events happens at most once, and whichever comes second cancels in Rust. A request that has ended by
/// then is unknown there, which is nothing to do.
struct CancellationHandOff: Sendable {
    private enum State {
        static let waiting: UInt64 = 0
        static let cancelled: UInt64 = 1
        /// A request's number, which Rust counts up and which so never comes near the end of the range.
        static func accepted(_ request: UInt64) -> UInt64 { request &+ 2 }
        static func request(_ state: UInt64) -> UInt64? { state < 2 ? nil : state - 2 }
    }

    private let handle: UInt64
    private let state = ManagedAtomic<UInt64>(State.waiting)

    init(handle: UInt64) {
        self.handle = handle
    }

    /// Whether the task has been cancelled.
    var isCancelled: Bool {
        state.load(ordering: .acquiring) == State.cancelled
    }

    /// The request has a number now.
    func accepted(request: UInt64) {
        let (exchanged, _) = state.compareExchange(
            expected: State.waiting,
            desired: State.accepted(request),
            ordering: .acquiringAndReleasing
        )
        if !exchanged {
            _ = wc_miden_cancel(handle, request)
        }
    }

    /// The task has been cancelled.
    func cancel() {
        let before = state.exchange(State.cancelled, ordering: .acquiringAndReleasing)
        if let request = State.request(before) {
            _ = wc_miden_cancel(handle, request)
        }
    }
}
