import Foundation

/// What happens in a run: a log file, counts for the figures, and the problems that make the run fail.
final class RunLog: Sendable {
    private struct State {
        var counts: [String: [String: Int]] = [:]
        var problems: [String] = []
    }

    private let lock = NSLock()
    nonisolated(unsafe) private var state = State()
    private let file: FileHandle
    private let start = SuspendingClock.now

    /// - Parameter path: The log file. Replaced if it exists.
    /// - Throws: If it cannot be written.
    init(path: String) throws {
        try Data().write(to: URL(fileURLWithPath: path))
        file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    /// Writes a line to the log file.
    func note(_ text: String) {
        let seconds = start.duration(to: .now).components.seconds
        lock.withLock {
            try? file.write(contentsOf: Data("[\(seconds) s] \(text)\n".utf8))
        }
    }

    /// Writes a line to the log file and to standard output.
    func announce(_ text: String) {
        note(text)
        lock.withLock {
            FileHandle.standardOutput.write(Data((text + "\n").utf8))
        }
    }

    /// Counts some of a kind, under a heading of the figures.
    func count(_ heading: String, _ kind: String, _ number: Int = 1) {
        lock.withLock { state.counts[heading, default: [:]][kind, default: 0] += number }
    }

    /// How many of a kind were counted under a heading.
    func number(_ heading: String, _ kind: String) -> Int {
        lock.withLock { state.counts[heading]?[kind] ?? 0 }
    }

    /// Records something that must not happen.
    func problem(_ text: String) {
        lock.withLock { state.problems.append(text) }
        announce("problem: \(text)")
    }

    /// What must not have happened, and did.
    var problems: [String] { lock.withLock { state.problems } }

    /// A line for each heading, with all its counts.
    var figures: String {
        let counts = lock.withLock { state.counts }
        return counts.sorted { $0.key < $1.key }.map { heading, kinds in
            let all = kinds.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
            return "\(heading): \(kinds.values.reduce(0, +)) (\(all))"
        }.joined(separator: "\n")
    }
}
