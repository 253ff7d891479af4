internal import Atomics
internal import CMidenSwiftClient
import Dispatch
import Foundation

/// Tells the one who made a call how it ended: exactly once.
///
/// A second time ends the program, as far as this side can see it: Rust gives up its pointer with the first, by the type
/// of its own completion, and what is behind the pointer may be gone by a second. One that is let go without
/// having been called is a fault of this library, and says so; its caller is told all the same and does not wait for
/// ever.
///
/// While Rust has a request, its completion is in Rust's hands as a plain pointer that counts as one reference.
///
/// A reference to memory that all copies share. Sendable because what is in there is either atomic or only ever touched
/// by the one who has the completion in hand: who makes it, then the line of waiting calls or Rust, which pass it on under
/// locks of theirs.
struct Completion: @unchecked Sendable {
    /// Who waits.
    enum Caller {
        case task(AnswerContinuation)
        case thread(BlockedThread)
    }

    private struct Concerned {
        /// Nil until somebody waits, and once the caller has been told.
        var caller: Caller?

        /// Whether the caller looks out for the answer before it waits.
        let looksOut: Bool

        /// What was answered while the caller looked out.
        var early: Answer?

        /// Who is waiting for the request to end, besides the caller. Belongs to the wallet, which is there until all of
        /// its calls have ended: to count one more reference would have all threads write to the same place.
        let admission: Unmanaged<Admission>?
    }

    /// Where a caller that looks out and its answer meet: whichever comes second sees to the rest.
    private enum Meeting {
        static let open: UInt64 = 0
        static let callerWaits: UInt64 = 1
        static let answered: UInt64 = 2
    }

    /// Who is concerned, and behind that the hand-off of the cancellation and the meeting: one piece of memory for all that
    /// there is to a call. Objects that are made on one thread and let go on another are most of what a short call costs.
    private final class Memory: ManagedBuffer<Concerned, CancellationHandOff.Place> {
        deinit {
            if let caller = header.caller {
                assertionFailure("A request was dropped without its caller being told.")
                Completion.tell(caller, Answer(refused: WC_INTERNAL))
            }
        }
    }

    private let memory: Memory

    /// A completion nobody waits for yet.
    ///
    /// - Parameters:
    ///   - admission: Who is told of its end besides the caller.
    ///   - looksOut: Whether the caller looks out for the answer before it waits.
    init(admission: Admission?, looksOut: Bool = false) {
        let made = Memory.create(minimumCapacity: 2) { buffer in
            buffer.withUnsafeMutablePointerToElements { elements in
                elements.initialize(to: CancellationHandOff.beginning)
                (elements + 1).initialize(to: UnsafeAtomic<UInt64>.Storage(Meeting.open))
            }
            return Concerned(caller: nil, looksOut: looksOut, admission: admission.map(Unmanaged.passUnretained))
        }
        memory = unsafeDowncast(made, to: Memory.self)
    }

    private init(_ memory: Memory) {
        self.memory = memory
    }

    var id: ObjectIdentifier { ObjectIdentifier(memory) }

    /// How the call is cancelled.
    var cancellation: CancellationHandOff {
        memory.withUnsafeMutablePointerToElements { CancellationHandOff(at: $0) }
    }

    /// Says who is to be told. To be called once, before the completion goes out of hand; by who looks out, after that.
    func isAwaited(by caller: Caller) {
        concerned { $0.pointee.caller = caller }
        guard looksOut else {
            return
        }
        let (isFirst, _) = meeting.compareExchange(
            expected: Meeting.open,
            desired: Meeting.callerWaits,
            ordering: .acquiringAndReleasing
        )
        if !isFirst, let answer = takeEarly() {
            concerned { $0.pointee.caller = nil }
            Self.tell(caller, answer)
        }
    }

    /// Looks out for the answer, and does not let go of the thread.
    ///
    /// - Parameter window: For how long, in nanoseconds.
    /// - Returns: The answer; nil where it has not come, and is to be waited for.
    func answer(within window: UInt64) -> Answer? {
        let start = DispatchTime.now().uptimeNanoseconds
        repeat {
            // To read the clock takes about as long as some looks.
            for _ in 0..<16 where meeting.load(ordering: .acquiring) == Meeting.answered {
                return takeEarly()
            }
        } while DispatchTime.now().uptimeNanoseconds - start < window
        return nil
    }

    /// Tells the caller.
    func finish(_ answer: Answer) {
        if let caller = callerToTell(answer) {
            Self.tell(caller, answer)
        }
    }

    /// The same for the end of a request that Rust had, which may leave a place for another.
    static func finish(_ context: UnsafeMutableRawPointer, _ answer: Answer) {
        // The reference goes before the caller is told, which then has the memory to itself.
        let (caller, admission) = { completion in
            (completion.callerToTell(answer), completion.concerned { $0.pointee.admission })
        }(takenOver(context))
        if let caller {
            tell(caller, answer)
        }
        admission?._withUnsafeGuaranteedRef { $0.requestEnded() }
    }

    /// Who is to be told an answer; nobody where the caller looks out and finds it.
    private func callerToTell(_ answer: Answer) -> Caller? {
        guard looksOut else {
            return takeCaller()
        }
        concerned { $0.pointee.early = answer }
        switch meeting.exchange(Meeting.answered, ordering: .acquiringAndReleasing) {
        case Meeting.open: return nil
        case Meeting.callerWaits: return takeCaller()
        default: preconditionFailure("A request was completed twice.")
        }
    }

    private func takeCaller() -> Caller {
        concerned { concerned in
            guard let caller = concerned.pointee.caller else {
                preconditionFailure("A request was completed twice.")
            }
            concerned.pointee.caller = nil
            return caller
        }
    }

    private func takeEarly() -> Answer? {
        concerned { concerned in
            defer { concerned.pointee.early = nil }
            return concerned.pointee.early
        }
    }

    private var looksOut: Bool { concerned { $0.pointee.looksOut } }

    private var meeting: UnsafeAtomic<UInt64> {
        memory.withUnsafeMutablePointerToElements { UnsafeAtomic(at: $0 + 1) }
    }

    /// The caller and the answer it looks out for are written by two threads at a time: each is reached for by itself, and
    /// never the whole.
    private func concerned<Result>(_ body: (UnsafeMutablePointer<Concerned>) -> Result) -> Result {
        memory.withUnsafeMutablePointerToHeader(body)
    }

    /// As Rust gets it.
    func handedOver() -> UnsafeMutableRawPointer {
        let context = Unmanaged.passRetained(memory).toOpaque()
        #if THREAD_SANITIZER
            wc_sanitizer_release(context)
        #endif
        return context
    }

    /// Back from Rust, who has it no more.
    static func takenOver(_ context: UnsafeMutableRawPointer) -> Completion {
        #if THREAD_SANITIZER
            wc_sanitizer_acquire(context)
        #endif
        return Completion(Unmanaged<Memory>.fromOpaque(context).takeRetainedValue())
    }

    private static func tell(_ caller: Caller, _ answer: Answer) {
        switch caller {
        case .task(let continuation): continuation.resume(returning: answer)
        case .thread(let thread): thread.resume(returning: answer)
        }
    }
}
