import ArgumentParser
import Foundation

/// The options and flags of a command, as the parser describes them.
struct CommandOptions {
    /// What the parser says of an argument of a command.
    struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String

            var written: String { (kind == "long" ? "--" : "-") + name }
        }

        let kind: String
        let shouldDisplay: Bool
        let isRepeating: Bool
        let names: [Name]?
        let preferredName: Name?

        var takesValue: Bool { kind == "option" }
    }

    /// A part of a command line that is not the value of an option.
    enum Part {
        /// The name of an option or flag, and its index in `all`: nil if the command has none of that name.
        case name(String, index: Int?)
        case value(String)
    }

    private struct Description: Decodable {
        struct Command: Decodable {
            let arguments: [Argument]?
        }

        let command: Command
    }

    let all: [Argument]
    private let indices: [String: Int]

    init(of command: any ParsableCommand.Type) throws {
        let description = try JSONDecoder().decode(Description.self, from: Data(command._dumpHelp().utf8))
        all = (description.command.arguments ?? []).filter { $0.kind != "positional" }
        var indices: [String: Int] = [:]
        for (index, argument) in all.enumerated() {
            for name in argument.names ?? [] {
                indices[name.written] = index
            }
        }
        self.indices = indices
    }

    /// The parts of a command line up to `--`, without the values of options.
    func parts(of commandLine: [String]) -> [Part] {
        var parts: [Part] = []
        var rest = commandLine[...].prefix { $0 != "--" }
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-"), argument != "-" else {
                parts.append(.value(argument))
                continue
            }
            let names = names(in: argument).map { (name: $0, index: indices[$0]) }
            parts += names.map { Part.name($0.name, index: $0.index) }
            let takesValue = names.contains { name in name.index.map { all[$0].takesValue } ?? false }
            if takesValue, !argument.contains("=") {
                rest = rest.dropFirst()
            }
        }
        return parts
    }

    /// The names of the options in an argument: one, or with one dash one for each letter if the command has any of them.
    private func names(in argument: String) -> [String] {
        let name = String(argument.prefix { $0 != "=" })
        guard !name.hasPrefix("--") else {
            return [name]
        }
        let letters = name.dropFirst().map { "-\($0)" }
        return letters.contains { indices[$0] != nil } ? letters : [name]
    }
}
