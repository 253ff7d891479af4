internal import Atomics
internal import CMidenSwiftClient
import Dispatch
import Foundation

/// Lets calls into the worker's queue in the order they came, where they are to wait for a place in it.
///
/// ## When there may be a place
///
/// Rust says of each request when it has ended, and not when it has left the queue to be started. The end is what is
/// gone by here, that of async and of blocking calls, and it is enough: a call waits only after it has been refused
/// while it stood in the line, and then 256 requests were in the queue, each of which ends later than that. So there is
/// always another end to come, until somebody is let in or the line is empty; nobody has to look again after a while.
/// (A place that becomes free without an end, when the worker starts a request, is taken with the next end or the next
/// call, whichever is first.) The line is inside the library, and so are all who submit: no end goes unseen.
///
/// ## Cost
///
/// Where nobody waits, a call and its end each read one counter. Where many do, a try that is refused takes the locks of the
/// line and of the queue, and holds up the worker. So for a moment after one the next calls do not try, nor do a few ends,
/// after which as many are let in.
final class Admission: Sendable {
    private let handle: UInt64
    private let changes: CallChanges

    private let lock = NSLock()

    /// All of it is touched under the lock only.
    nonisolated(unsafe) private var line = WaitingLine<Submission>()
    nonisolated(unsafe) private var counts = Counts()
    /// When the timer goes off, where it is set.
    nonisolated(unsafe) private var alarm: SuspendingClock.Instant?

    /// How many wait, to be read without the lock.
    private let waiting = ManagedAtomic(0)

    /// How many ends after a refusal nobody tries at: as many as the worker takes out of the queue at a time, which is far
    /// less than the queue holds.
    private static let mostPassedBy = 32
    /// For how long, in nanoseconds.
    private static let moment: UInt64 = 1_000_000

    /// How many more may be passed by. Below zero it means none.
    private let passesLeft = ManagedAtomic(0)
    /// Until when, in nanoseconds of the uptime.
    private let momentEnds = ManagedAtomic<UInt64>(0)
    /// Whether there will be a try when the moment is over: the next end may be far away.
    private let willTry = ManagedAtomic(false)

    /// What has happened to calls that never came into the queue.
    struct Counts {
        /// How many wait now.
        var waiting = 0
        /// How many were cancelled while they waited.
        var cancelled = 0
        /// How many had their time pass while they waited.
        var timedOut = 0
        /// How often the queue was found full, which Rust counts as a refusal.
        var refusals = 0
    }

    init(handle: UInt64, changes: CallChanges) {
        self.handle = handle
        self.changes = changes
    }

    /// Whether a call would have to go to the end of a line.
    var isAnybodyWaiting: Bool {
        waiting.load(ordering: .acquiring) > 0
    }

    /// Hands a request to Rust, now or when it is its turn. Its completion is called in any case.
    ///
    /// - Parameters:
    ///   - submission: The request.
    ///   - milliseconds: How long it may take, the time in the line included; 0 means without end.
    func admit(_ submission: Submission, milliseconds: UInt64) {
        if !isAnybodyWaiting {
            let code = submission.hand(to: handle, milliseconds: milliseconds)
            guard code == WC_QUEUE_FULL else {
                if code != WC_OK {
                    submission.completion.finish(Answer(refused: code))
                }
                return
            }
            countRefusal()
        }
        wait(submission, until: milliseconds == 0 ? nil : .now + .milliseconds(Int64(clamping: milliseconds)))
    }

    /// A request has ended, so there may be a place. Never waits for anything but the lock, which is held for moments.
    func requestEnded() {
        guard isAnybodyWaiting else {
            return
        }
        if wasJustRefused {
            passesLeft.wrappingDecrement(ordering: .relaxed)
            tryLater()
        } else {
            serve()
        }
    }

    private var wasJustRefused: Bool {
        passesLeft.load(ordering: .relaxed) > 0
            && DispatchTime.now().uptimeNanoseconds < momentEnds.load(ordering: .relaxed)
    }

    /// Sees to a try when the moment is over.
    ///
    /// An end is told after it was written under the lock of the queue, which a try takes too: so either the try sees the
    /// place, or whoever tells the end sees that no try is to come.
    private func tryLater() {
        guard !willTry.load(ordering: .relaxed), !willTry.exchange(true, ordering: .acquiringAndReleasing) else {
            return
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(Self.moment))) { [weak self] in
            guard let self else { return }
            willTry.store(false, ordering: .sequentiallyConsistent)
            if isAnybodyWaiting {
                serve()
            }
        }
    }

    /// Rust has refused somebody who is going to wait.
    func countRefusal() {
        lock.withLock { counts.refusals += 1 }
    }

    /// A call has been cancelled: it leaves the line, if it stands there.
    ///
    /// The lock is taken even where nobody seems to wait. Who joins looks under the lock whether it has been cancelled,
    /// so one of the two sees the other.
    func cancel(_ id: Submission.ID) {
        let cancelled = lock.withLock {
            let cancelled = line.leave(id)
            counts.cancelled += cancelled == nil ? 0 : 1
            noteChange()
            return cancelled
        }
        cancelled?.completion.finish(Answer(refused: WC_CANCELLED))
    }

    /// Lets nobody wait any more: who does is told that the wallet is closed.
    ///
    /// - Returns: How many that were.
    @discardableResult
    func close() -> Int {
        let left = lock.withLock {
            defer { noteChange() }
            return line.close()
        }
        for submission in left {
            submission.completion.finish(Answer(refused: WC_INVALID_HANDLE))
        }
        return left.count
    }

    var currentCounts: Counts {
        lock.withLock {
            var counts = counts
            counts.waiting = line.count
            return counts
        }
    }

    private func wait(_ submission: Submission, until deadline: SuspendingClock.Instant?) {
        var isFirst = false
        let refusal: Int32? = lock.withLock {
            guard !submission.completion.cancellation.isCancelled else {
                counts.cancelled += 1
                return WC_CANCELLED
            }
            guard line.join(submission, until: deadline) else {
                return WC_INVALID_HANDLE
            }
            isFirst = line.count == 1
            noteChange()
            return nil
        }
        if let refusal {
            submission.completion.finish(Answer(refused: refusal))
        } else if !isFirst, wasJustRefused {
            tryLater()
        } else {
            // The last request may have ended before this one stood in the line.
            serve()
        }
    }

    private func serve() {
        let told = lock.withLock {
            var told = takeExpired()
            let now = SuspendingClock.now
            line.serve { submission, deadline in
                let left = deadline.map { ($0 - now).timeoutMilliseconds } ?? 0
                let code = submission.hand(to: handle, milliseconds: left)
                if code == WC_QUEUE_FULL {
                    counts.refusals += 1
                    refused()
                    return .none
                }
                if code != WC_OK {
                    told.append((submission, code))
                }
                return .taken
            }
            noteChange()
            return told
        }
        for (submission, code) in told {
            submission.completion.finish(Answer(refused: code))
        }
    }

    /// Ends may be passed by from now on. Under the lock.
    private func refused() {
        momentEnds.store(DispatchTime.now().uptimeNanoseconds + Self.moment, ordering: .relaxed)
        passesLeft.store(Self.mostPassedBy, ordering: .relaxed)
    }

    private func ring() {
        let told = lock.withLock {
            alarm = nil
            defer { noteChange() }
            return takeExpired()
        }
        for (submission, code) in told {
            submission.completion.finish(Answer(refused: code))
        }
    }

    /// Under the lock.
    private func takeExpired() -> [(Submission, Int32)] {
        guard line.earliestDeadline != nil else {
            return []
        }
        let expired = line.expire(at: .now)
        counts.timedOut += expired.count
        return expired.map { ($0, WC_TIMED_OUT) }
    }

    /// Under the lock, after the line has changed.
    private func noteChange() {
        waiting.store(line.count, ordering: .releasing)
        changes.report()
        guard let earliest = line.earliestDeadline, alarm.map({ earliest < $0 }) ?? true else {
            return
        }
        alarm = earliest
        let milliseconds = min((earliest - .now).timeoutMilliseconds, UInt64(Int32.max))
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(milliseconds))) { [weak self] in
            self?.ring()
        }
    }
}
