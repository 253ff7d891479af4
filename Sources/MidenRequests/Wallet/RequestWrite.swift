/// A write of the wallet's side to the disk. Tests end the process before and after each.
package struct RequestWrite: Hashable, Sendable, CustomStringConvertible {
    /// What is written.
    package enum Step: String, Hashable, Sendable, CaseIterable {
        /// The requester is kept among those that were approved.
        case requester
        /// What the user decided is kept.
        case decision
        /// The transaction is submitted, and the receipt says so.
        case submission
        /// Nothing is left to do: the last receipt is kept.
        case end
        /// A request of which nothing was decided is removed.
        case removal
    }

    /// What is written.
    package let step: Step
    /// Whether it is on the disk.
    package let isDone: Bool

    /// Such as `before decision`.
    package var description: String { "\(isDone ? "after" : "before") \(step.rawValue)" }
}
