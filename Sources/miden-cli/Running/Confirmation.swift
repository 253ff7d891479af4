import Foundation
import MidenSwiftClient

/// Asks whether something is to be done, on the terminal that is standard input.
struct Confirmation: Sendable {
    private let ask: @Sendable (String) async throws -> Bool

    init(console: Console, progress: Progress) {
        ask = { question in
            guard Self.isPossible else {
                throw Self.nobodyToAsk
            }
            return try await console.whileAsking {
                console.prompt("\(question.withoutControlCharacters) [y/N] ")
                let answer = try await FirstLine(descriptor: STDIN_FILENO, name: "The terminal").text()
                return ["y", "yes"].contains(answer.lowercased())
            }
        }
    }

    private init(ask: @escaping @Sendable (String) async throws -> Bool) {
        self.ask = ask
    }

    /// Where there is nobody to ask, which is an error and no wait.
    static let impossible = Confirmation { _ in throw nobodyToAsk }

    /// Whether there is somebody to ask.
    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 }

    /// Why nothing is done without an answer.
    static var nobodyToAsk: MidenError {
        MidenError(
            code: .invalidParameter,
            kind: "confirmation_needed",
            message: "Nothing was sent: this has to be confirmed, and there is no terminal to ask. Give --yes to send"
                + " without being asked, or --preview to see what it would do."
        )
    }

    /// Asks, and says whether the answer is yes.
    func isConfirmed(_ question: String) async throws -> Bool {
        try await ask(question)
    }

    /// Asks, and throws where the answer is not yes.
    func confirm(_ question: String) async throws {
        guard try await ask(question) else {
            throw MidenError(
                code: .transactionSubmission,
                kind: "not_confirmed",
                message: "Nothing was sent: it was not confirmed."
            )
        }
    }
}
