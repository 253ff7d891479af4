import Foundation
import MidenSwiftClient

/// Asks whether something is to be done, on the terminal that is standard input and standard error.
struct Confirmation: Sendable {
    /// Nil where there is nobody to ask.
    private let ask: (@Sendable (String) async throws -> Bool)?

    init(console: Console) {
        guard Self.isPossible else {
            ask = nil
            return
        }
        ask = { question in
            try await console.whileAsking {
                console.prompt("\(question) [y/N] ")
                let answer = try await FirstLine(descriptor: STDIN_FILENO, name: "The terminal").text()
                return ["y", "yes"].contains(answer.lowercased())
            }
        }
    }

    private init() {
        ask = nil
    }

    /// Where there is nobody to ask, which is an error and no wait.
    static let impossible = Confirmation()

    /// Whether there is somebody to ask. The question is written to standard error: where that goes into a file, nobody
    /// would see what is waited for.
    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks, and throws where the answer is not yes, or there is nobody to ask.
    func confirm(_ question: String, or refusal: Refusal) async throws {
        guard let ask else {
            throw refusal.nobodyToAsk
        }
        guard try await ask(question) else {
            throw refusal.notConfirmed
        }
    }
}
