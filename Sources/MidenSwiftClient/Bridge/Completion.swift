internal import CMidenSwiftClient
import Foundation

/// Tells the one who made a call how it ended: exactly once.
///
/// A second time ends the program: whoever was told first may have let go of everything. One that is let go without
/// having been called is a fault of this library, and says so; its caller is told all the same and does not wait for
/// ever.
///
/// While Rust has a request, its completion is in Rust's hands as a plain pointer that counts as one reference.
final class Completion: @unchecked Sendable {
    /// Who waits.
    enum Caller {
        /// A task. What the checks of a checked continuation are for, this class sees to itself.
        case task(UnsafeContinuation<Answer, Never>)
        case thread(BlockedThread)
    }

    /// Nil once the caller has been told. Only ever touched by the one who has the completion in hand: who makes it,
    /// then the line of waiting calls or Rust, which pass it on under locks of theirs.
    private var caller: Caller?

    /// Who is waiting for the request to end, besides the caller.
    let admission: Admission?

    init(_ caller: Caller, admission: Admission?) {
        self.caller = caller
        self.admission = admission
    }

    deinit {
        guard let caller else {
            return
        }
        assertionFailure("A request was dropped without its caller being told.")
        Self.tell(caller, Answer(refused: WC_INTERNAL))
    }

    /// Tells the caller.
    func finish(_ answer: Answer) {
        guard let caller else {
            preconditionFailure("A request was completed twice.")
        }
        self.caller = nil
        Self.tell(caller, answer)
    }

    /// As Rust gets it.
    func handedOver() -> UnsafeMutableRawPointer {
        let context = Unmanaged.passRetained(self).toOpaque()
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
        return Unmanaged<Completion>.fromOpaque(context).takeRetainedValue()
    }

    private static func tell(_ caller: Caller, _ answer: Answer) {
        switch caller {
        case .task(let continuation): continuation.resume(returning: answer)
        case .thread(let thread): thread.resume(returning: answer)
        }
    }
}
