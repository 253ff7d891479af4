/// Lets a number of workers work at a time, in the order in which they came.
///
/// The time of a command is measured. With more proofs at once than processors it would tell of the machine.
actor Places {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Makes places.
    ///
    /// - Parameter count: How many work at a time.
    init(_ count: Int) {
        free = count
    }

    /// Works once there is a place.
    nonisolated func work<Value: Sendable>(_ body: () async throws -> Value) async rethrows -> Value {
        await take()
        do {
            let value = try await body()
            await leave()
            return value
        } catch {
            await leave()
            throw error
        }
    }

    private func take() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
        guard !waiting.isEmpty else {
            free += 1
            return
        }
        waiting.removeFirst().resume()
    }
}
