// A task that waits for its answer. What the checks of a checked continuation are for, `Completion` sees to itself.
//
// ThreadSanitizer does not see how the Swift runtime hands over from the one who resumes to the task that goes on, and
// takes what an unchecked continuation puts into our own code for a race. A checked one keeps it in the runtime.

#if THREAD_SANITIZER
    typealias AnswerContinuation = CheckedContinuation<Answer, Never>
#else
    typealias AnswerContinuation = UnsafeContinuation<Answer, Never>
#endif

/// Suspends the task until its answer is there.
@inline(__always)
func withAnswerContinuation(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (AnswerContinuation) -> Void
) async -> Answer {
    #if THREAD_SANITIZER
        await withCheckedContinuation(body)
    #else
        await withUnsafeContinuation(body)
    #endif
}
