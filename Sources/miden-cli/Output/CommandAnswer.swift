import ArgumentParser
import Foundation
import MidenSwiftClient

/// What a command found out: an object in JSON, and a text for people.
protocol CommandAnswer: AnswerPart {
    /// What people read, without a line break at the end.
    var text: String { get }

    /// What failed of several things that were asked for, where the answer tells of the others: it is told after the
    /// answer, and gives the exit code. Nil where all is well, which is so by default.
    var failure: MidenError? { get }
}

extension CommandAnswer {
    var failure: MidenError? { nil }
}

/// How an answer is written.
enum AnswerFormat: Equatable, Sendable {
    /// For people.
    case text
    /// One object in JSON.
    case json
    /// The values of one name in the JSON, one a line.
    case field(String)

    /// Refuses a name that no answer of a type has.
    func check(for answer: any CommandAnswer.Type) throws {
        guard case .field(let name) = self else {
            return
        }
        let names = try answer.valueNames()
        guard names.contains(name) else {
            throw ValidationError(
                "No value in this answer is named “\(name)”. There are: \(names.sorted().joined(separator: ", "))."
            )
        }
    }

    /// The answer in this format, without a line break at the end; nil where there is nothing to write.
    func written(_ answer: some CommandAnswer) throws -> String? {
        switch self {
        case .text: answer.text
        case .json: try AnswerJSON.text(answer)
        case .field(let name): try JSONTree(AnswerJSON.text(answer)).lines(of: name)
        }
    }
}

/// JSON as this program writes it: names in snake case and sorted, one object on one line.
enum AnswerJSON {
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self).neutralizedJSON
    }
}
