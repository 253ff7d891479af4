import AllocationCounter
import Foundation
import Measuring
import MidenBenchmarkWorkloads

/// What the SDK does, measured. Each command has the figures of one row of the comparison.
@main
enum SDKDoor {
    static func main() async throws {
        let folders = Folders()
        defer { folders.remove() }
        var wallets: [String: WorkloadWallet] = [:]

        /// The wallet that stays open for all commands that leave it as it is.
        func wallet(_ proofs: String) async throws -> WorkloadWallet {
            if let open = wallets[proofs] {
                return open
            }
            let opened = try await WorkloadWallet(in: folders.make(), proofs: proofs == "real" ? .real : .dummy)
            wallets[proofs] = opened
            return opened
        }

        try await serveCommands { words in
            let numbers = words.compactMap(Int.init)
            switch (words.first ?? "", numbers.count) {
            case ("empty", 2):
                let wallet = try await wallet("dummy").wallet
                return [
                    "nanoseconds": try await nanosecondsEach(numbers[1]) {
                        try await ping(wallet, calls: numbers[1], callers: numbers[0])
                    }
                ]
            case ("allocations", 2):
                let wallet = try await wallet("dummy").wallet
                allocation_counter_start()
                try await ping(wallet, calls: numbers[1], callers: numbers[0])
                return ["allocations": Double(allocation_counter_stop()) / Double(numbers[1])]
            case ("plain", 1):
                var sum: UInt64 = 0
                let each = await nanosecondsEach(numbers[0]) { sum = plainCalls(numbers[0]) }
                guard sum >= UInt64(numbers[0]) else { throw UnknownCommand(words) }
                return ["nanoseconds": each]
            case ("overflow", 1):
                return try await overflow(calls: numbers[0], in: folders.make())
            case ("cancel-waiting", 1):
                return try await cancelWaiting(times: numbers[0], in: folders.make())
            case ("cancel-sync", 1):
                return try await cancelSyncs(times: numbers[0], in: folders.make())
            case ("cancel-proof", 1):
                return try await cancelProofs(await wallet("real"), times: numbers[0])
            case ("drain", 0):
                let (took, report) = try await drain(await WorkloadWallet(in: folders.make()).wallet)
                return ["milliseconds": took.milliseconds, "finished": Double(report.finished)]
            case ("close-proving", 1):
                return try await closeWhileProving(times: numbers[0], in: folders.make())
            case ("rest", 1):
                _ = try await wallet("dummy")
                let (time, sleeps) = try await rest(for: .seconds(numbers[0]))
                return [
                    "microseconds": time.nanoseconds / 1000 / Double(numbers[0]),
                    "sleeps": Double(sleeps) / Double(numbers[0]),
                ]
            case ("reads", 1):
                return try await reads(calls: numbers[0], in: folders.make())
            case ("pages", 2):
                return try await pages(calls: numbers[0], rounds: numbers[1], in: folders.make())
            case ("consume", 0) where words.count == 2:
                return ["nanoseconds": try await consume(await wallet(words[1])).nanoseconds]
            case ("pay", 0) where words.count == 2:
                let payments = try await PaymentWorkload(await wallet("dummy"))
                return ["nanoseconds": try await payments.pay(withReference: words[1] == "reference").nanoseconds]
            default:
                throw UnknownCommand(words)
            }
        }
    }
}

/// Folders for wallets, gone with the program.
private final class Folders: Sendable {
    private let parent = FileManager.default.temporaryDirectory
        .appendingPathComponent("miden-comparison-" + UUID().uuidString)

    func make() throws -> String {
        let folder = parent.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.path
    }

    func remove() {
        try? FileManager.default.removeItem(at: parent)
    }
}

extension Duration {
    var milliseconds: Double { nanoseconds / 1e6 }
}
