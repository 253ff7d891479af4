import Foundation

/// One of the programs that are compared. It is open from when this is made to when this goes, and answers each line it is
/// given with a line of numbers.
final class Program {
    private let process = Process()
    private let commands = Pipe()
    private let answers = Pipe()
    private var read = Data()

    init(_ path: String, _ arguments: [String] = []) throws {
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardInput = commands
        process.standardOutput = answers
        try process.run()
    }

    deinit {
        // A program ends when there are no more lines.
        try? commands.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Gives a line to the program and waits for its answer.
    func ask(_ line: String) throws -> [String: Double] {
        commands.fileHandleForWriting.write(Data((line + "\n").utf8))
        while true {
            if let end = read.firstIndex(of: UInt8(ascii: "\n")) {
                let answer = read[read.startIndex..<end]
                read = Data(read[read.index(after: end)...])
                return try JSONDecoder().decode([String: Double].self, from: answer)
            }
            let more = answers.fileHandleForReading.availableData
            guard !more.isEmpty else {
                process.waitUntilExit()
                throw Failure("\(process.executableURL?.lastPathComponent ?? "") ended at “\(line)”")
            }
            read += more
        }
    }
}

/// The comparison cannot be made.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
