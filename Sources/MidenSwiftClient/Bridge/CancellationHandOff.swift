internal import Atomics

/// Carries a task's cancellation to a request, also where it comes before Rust has given the request a number.
///
///     waiting ── accepted(request:) ──▶ its number ── cancel() ──▶ cancelled, by cancel()
///        └────────── cancel() ────────▶ cancelled ── accepted(request:) ──▶ cancelled, by accepted(request:)
///
/// Each of the two events happens at most once, and whichever comes second is told to cancel the request. One that has
/// ended by then is unknown to Rust, which is nothing to do.
///
/// A look at a place that is part of a ``Completion``, and not longer of use than that.
struct CancellationHandOff {
    /// What the place holds.
    private enum State {
        static let waiting: UInt64 = 0
        static let cancelled: UInt64 = 1
        /// A request's number, which Rust counts up and which so never comes near the end of the range.
        static func accepted(_ request: UInt64) -> UInt64 { request &+ 2 }
        static func request(_ state: UInt64) -> UInt64? { state < 2 ? nil : state - 2 }
    }

    typealias Place = UnsafeAtomic<UInt64>.Storage

    private let state: UnsafeAtomic<UInt64>

    init(at place: UnsafeMutablePointer<Place>) {
        state = UnsafeAtomic(at: place)
    }

    /// A place before anything has happened.
    static var beginning: Place { Place(State.waiting) }

    /// Whether the task was cancelled.
    var isCancelled: Bool {
        state.load(ordering: .acquiring) == State.cancelled
    }

    /// The request has a number now.
    ///
    /// - Returns: Whether it is to be cancelled.
    func accepted(request: UInt64) -> Bool {
        let (exchanged, _) = state.compareExchange(
            expected: State.waiting,
            desired: State.accepted(request),
            ordering: .acquiringAndReleasing
        )
        return !exchanged
    }

    /// The task has been cancelled.
    ///
    /// - Returns: The request that is to be cancelled; nil where there is none yet.
    func cancel() -> UInt64? {
        State.request(state.exchange(State.cancelled, ordering: .acquiringAndReleasing))
    }
}
