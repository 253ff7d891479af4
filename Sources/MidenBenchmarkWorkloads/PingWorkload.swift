import MidenSwiftClient

/// Goes through the whole door and back with an empty operation: Swift, queue, worker, callback, continuation.
///
/// The calls are shared out among the callers, each of which makes its next call when the last one is answered.
///
/// - Parameters:
///   - wallet: The wallet to call.
///   - calls: How many calls are made in all.
///   - callers: How many tasks make them at the same time. More than the queue holds take a wallet where calls await a
///     place in it.
/// - Throws: `MidenError`, from the first call that fails.
public func ping(_ wallet: MidenWallet, calls: Int, callers: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for caller in 0..<callers {
            let share = calls / callers + (caller < calls % callers ? 1 : 0)
            group.addTask {
                for _ in 0..<share {
                    try await wallet.ping()
                }
            }
        }
        try await group.waitForAll()
    }
}
