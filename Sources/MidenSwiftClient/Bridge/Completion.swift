internal import Atomics
internal import CMidenSwiftClient
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

        /// Who is waiting for the request to end, besides the caller. Belongs to the wallet, which is there until all of
        /// its calls have ended: to count one more reference would have all threads write to the same place.
        let admission: Unmanaged<Admission>?
    }

    /// Who is concerned, and behind that the hand-off of the cancellation: one piece of memory for all that there is to a
    /// call. Objects that are made on one thread and let go on another are most of what a short call costs.
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
    init(admission: Admission?) {
        let made = Memory.create(minimumCapacity: 1) { buffer in
            buffer.withUnsafeMutablePointerToElements { $0.initialize(to: CancellationHandOff.beginning) }
            return Concerned(caller: nil, admission: admission.map(Unmanaged.passUnretained))
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

    /// Says who is to be told. To be called once, before the completion goes out of hand.
    func isAwaited(by caller: Caller) {
        memory.header.caller = caller
    }

    /// Tells the caller.
    func finish(_ answer: Answer) {
        Self.tell(takeCaller(), answer)
    }

    /// The same for the end of a request that Rust had, which may leave a place for another.
    static func finish(_ context: UnsafeMutableRawPointer, _ answer: Answer) {
        // The reference goes before the caller is told, which then has the memory to itself.
        let (caller, admission) = { completion in
            (completion.takeCaller(), completion.memory.header.admission)
        }(takenOver(context))
        tell(caller, answer)
        admission?._withUnsafeGuaranteedRef { $0.requestEnded() }
    }

    private func takeCaller() -> Caller {
        guard let caller = memory.header.caller else {
            preconditionFailure("A request was completed twice.")
        }
        memory.header.caller = nil
        return caller
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
