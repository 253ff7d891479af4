/// The entries of an activity log, the oldest first. What is kept is limited so that the entries of one origin do not push out
/// those of others.
struct ActivityRecord: Codable, Hashable, Sendable {
    /// How many entries are kept.
    struct Limits: Hashable, Sendable {
        /// Of an origin.
        var origin = 1000
        /// Of all pages without a session: one page can have frames of any number of origins.
        var strangers = 1000
        /// Of all.
        var total = 10_000
    }

    private(set) var entries: [ActivityEntry] = []

    /// Adds entries, and drops those that exceed the limits.
    mutating func add(_ added: [ActivityEntry], limits: Limits) {
        for entry in added {
            if let index = entries.lastIndex(where: { $0.counts(entry) }) {
                // The page sent the call again that the user approved.
                guard !entry.isApproval else { continue }
                let (sum, isTooLarge) = entries[index].count.addingReportingOverflow(entry.count)
                entries[index].count = isTooLarge ? .max : sum
                entries[index].lastTime = entry.lastTime ?? entry.time
            } else {
                entries.append(entry)
            }
        }
        let counts = Dictionary(entries.map { ($0.origin, 1) }, uniquingKeysWith: +)
        for (origin, count) in counts where count > limits.origin {
            drop(to: limits.origin) { $0.origin == origin }
        }
        drop(to: limits.strangers) { $0.accountId == nil }
        drop(to: limits.total) { _ in true }
    }

    /// Drops entries until few enough are left: those that the user approved last, so that a page does not push them out by what
    /// it can ask without the user.
    private mutating func drop(to limit: Int, where isConcerned: (ActivityEntry) -> Bool) {
        let excess = entries.count(where: isConcerned) - limit
        guard excess > 0 else { return }
        let others = min(excess, entries.count { isConcerned($0) && !$0.isApproval })
        dropOldest(others) { isConcerned($0) && !$0.isApproval }
        dropOldest(excess - others, where: isConcerned)
    }

    /// Drops the oldest entries of the origins that have most.
    private mutating func dropOldest(_ number: Int, where isConcerned: (ActivityEntry) -> Bool) {
        guard number > 0 else { return }
        /// How many entries an origin has, and where the oldest is.
        struct Share {
            var count: Int
            let oldest: Int
        }
        var shares: [String?: Share] = [:]
        for (index, entry) in entries.enumerated() where isConcerned(entry) {
            shares[entry.origin, default: Share(count: 0, oldest: index)].count += 1
        }
        var dropped: [String?: Int] = [:]
        for _ in 0..<number {
            let largest = shares.max { ($0.value.count, -$0.value.oldest) < ($1.value.count, -$1.value.oldest) }
            guard let origin = largest?.key else { return }
            shares[origin]?.count -= 1
            dropped[origin, default: 0] += 1
        }
        entries.removeAll { entry in
            guard isConcerned(entry), let left = dropped[entry.origin], left > 0 else { return false }
            dropped[entry.origin] = left - 1
            return true
        }
    }
}
