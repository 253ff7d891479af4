import ArgumentParser
import Foundation

/// An option that takes one value and was given several: the parser would take the last one without a word.
enum RepeatedOption {
    /// What the parser says of a command's arguments.
    private struct Description: Decodable {
        struct Command: Decodable {
            let arguments: [Argument]?
        }

        struct Argument: Decodable {
            struct Name: Decodable {
                let kind: String
                let name: String

                var written: String { (kind == "long" ? "--" : "-") + name }
            }

            let kind: String
            let isRepeating: Bool
            let names: [Name]?
            let preferredName: Name?
        }

        let command: Command
    }

    /// Refuses a command line in which an option that takes one value has several.
    ///
    /// - Parameters:
    ///   - arguments: The command line, which the parser has taken: each value is where it should be.
    ///   - command: The command it is of.
    /// - Throws: A usage error that names the option.
    static func refuse(in arguments: [String], of command: any ParsableCommand.Type) throws {
        let described = try JSONDecoder().decode(Description.self, from: Data(command._dumpHelp().utf8))
        let options = (described.command.arguments ?? []).filter { $0.kind == "option" }
        var option: [String: Int] = [:]
        for (index, described) in options.enumerated() {
            for name in described.names ?? [] {
                option[name.written] = index
            }
        }
        var isGiven: Set<Int> = []
        var rest = arguments[...].prefix { $0 != "--" }
        while let argument = rest.popFirst() {
            for name in names(in: argument) {
                guard let index = option[name] else {
                    continue
                }
                guard isGiven.insert(index).inserted || options[index].isRepeating else {
                    let name = options[index].preferredName?.written ?? name
                    throw ValidationError("\(name) takes one value, and was given more than once.")
                }
                if !argument.contains("=") {
                    rest = rest.dropFirst()
                }
            }
        }
    }

    /// The names of the options in an argument: one, or with one dash one for each letter.
    private static func names(in argument: String) -> [String] {
        let name = String(argument.prefix { $0 != "=" })
        if name.hasPrefix("--") {
            return [name]
        }
        return name.hasPrefix("-") ? name.dropFirst().map { "-\($0)" } : []
    }
}
