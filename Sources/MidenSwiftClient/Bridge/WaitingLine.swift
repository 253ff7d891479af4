internal import Collections

/// The callers that await a place in the worker's queue, first come, first served.
///
/// Plain data: it knows neither threads nor clocks nor Rust. It tells nobody anything either; who has left is handed
/// out, once, to be told.
struct WaitingLine<Caller: Identifiable> {
    private struct Place {
        let caller: Caller
        let deadline: SuspendingClock.Instant?
    }

    /// What came of offering a place to the first in the line.
    enum Offer {
        /// There was none: the line stays as it is.
        case none
        /// The caller has left the line.
        case taken
    }

    private var places: Deque<Place> = []

    /// Whether nobody can join any more.
    private(set) var isClosed = false

    /// Nobody's deadline is before this. It is not moved when somebody leaves, which would need a look at all the
    /// others; so at worst it asks for one look too many.
    private(set) var earliestDeadline: SuspendingClock.Instant?

    /// How many wait.
    var count: Int { places.count }

    /// Puts a caller at the end of the line.
    ///
    /// - Returns: Whether it waits now; it does not where the line is closed.
    mutating func join(_ caller: Caller, until deadline: SuspendingClock.Instant?) -> Bool {
        guard !isClosed else {
            return false
        }
        places.append(Place(caller: caller, deadline: deadline))
        if let deadline {
            earliestDeadline = min(earliestDeadline ?? deadline, deadline)
        }
        return true
    }

    /// Offers places to the line's callers in order, until there is no more place or nobody waits.
    mutating func serve(_ offer: (_ caller: Caller, _ deadline: SuspendingClock.Instant?) -> Offer) {
        while let first = places.first {
            guard case .taken = offer(first.caller, first.deadline) else {
                return
            }
            places.removeFirst()
        }
        earliestDeadline = nil
    }

    /// Takes a caller out of the line, wherever it stands.
    ///
    /// - Returns: The caller, or nil where it does not wait, or waits no longer.
    mutating func leave(_ id: Caller.ID) -> Caller? {
        guard let place = places.firstIndex(where: { $0.caller.id == id }) else {
            return nil
        }
        return places.remove(at: place).caller
    }

    /// Takes those out of the line whose deadline has come.
    mutating func expire(at now: SuspendingClock.Instant) -> [Caller] {
        guard let earliestDeadline, earliestDeadline <= now else {
            return []
        }
        var expired: [Caller] = []
        var left: Deque<Place> = []
        for place in places {
            if let deadline = place.deadline, deadline <= now {
                expired.append(place.caller)
            } else {
                left.append(place)
            }
        }
        places = left
        self.earliestDeadline = left.lazy.compactMap(\.deadline).min()
        return expired
    }

    /// Lets nobody join any more.
    ///
    /// - Returns: Those who were waiting.
    mutating func close() -> [Caller] {
        isClosed = true
        earliestDeadline = nil
        defer { places = [] }
        return places.map(\.caller)
    }
}
