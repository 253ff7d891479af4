import AllocationCounter
import Measuring
import UniFFIBinding

/// The empty operation through UniFFI's async binding.
@main
enum UniFFIDoor {
    static func main() async throws {
        let door = try Door()
        try await serveCommands { words in
            guard words.count == 3, let callers = Int(words[1]), let calls = Int(words[2]) else {
                throw UnknownCommand(words)
            }
            switch words[0] {
            case "empty":
                return [
                    "nanoseconds": try await nanosecondsEach(calls) {
                        try await ping(door, calls: calls, callers: callers)
                    }
                ]
            case "allocations":
                allocation_counter_start()
                try await ping(door, calls: calls, callers: callers)
                return ["allocations": Double(allocation_counter_stop()) / Double(calls)]
            default:
                throw UnknownCommand(words)
            }
        }
    }

    /// The same as what the SDK's workload of this name does.
    private static func ping(_ door: Door, calls: Int, callers: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<callers {
                let share = calls / callers + (caller < calls % callers ? 1 : 0)
                group.addTask {
                    for _ in 0..<share {
                        try await door.ping()
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
