import Dispatch

/// Runs what blocks where it holds none of the threads all tasks share.
///
/// - Parameters:
///   - label: What the queue is called, for debuggers.
///   - work: What blocks.
/// - Returns: What came of it.
func onThreadOfItsOwn<Value: Sendable>(
    _ label: String,
    _ work: @escaping @Sendable () throws -> Value
) async -> Result<Value, any Error> {
    await withCheckedContinuation { continuation in
        DispatchQueue(label: label).async {
            continuation.resume(returning: Result(catching: work))
        }
    }
}
