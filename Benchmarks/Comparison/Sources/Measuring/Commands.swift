import Foundation

/// A program that is compared with others is told what to do line by line, and answers each line with one line of JSON: an
/// object of numbers. So all of them stay open through the whole comparison, and take turns as often as one likes.
///
/// - Parameters:
///   - isolation: Where the answers are made.
///   - answer: Does what a line says, by its words.
/// - Throws: What `answer` throws.
public func serveCommands(
    isolation: isolated (any Actor)? = #isolation,
    _ answer: ([String]) async throws -> [String: Double]
) async throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    while let line = readLine() {
        let numbers = try await answer(line.split(separator: " ").map(String.init))
        FileHandle.standardOutput.write(try encoder.encode(numbers) + Data("\n".utf8))
    }
}

/// A line that is none of the program's.
public struct UnknownCommand: Error, CustomStringConvertible {
    /// What was asked.
    public let description: String

    /// Says what was asked.
    public init(_ words: [String]) {
        description = "“\(words.joined(separator: " "))” is no command"
    }
}

/// Times what is done, per call.
///
/// - Parameters:
///   - calls: How many calls it makes.
///   - isolation: Where it is done.
///   - work: What is done.
/// - Returns: Nanoseconds.
public func nanosecondsEach(
    _ calls: Int,
    isolation: isolated (any Actor)? = #isolation,
    _ work: () async throws -> Void
) async rethrows -> Double {
    let begun = ContinuousClock.now
    try await work()
    let (seconds, attoseconds) = (ContinuousClock.now - begun).components
    return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(calls)
}
