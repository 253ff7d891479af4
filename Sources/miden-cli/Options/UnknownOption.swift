import ArgumentParser
import MidenSwiftClient

/// An option that a command does not have. The parser checks the values of a command first, and complains of the option's
/// value instead, or of something that is missing.
struct UnknownOption: Error {
    /// The option, and the command's option that is most like it.
    let message: String
    /// How the command is written.
    let usage: String

    /// Finds the first unknown option in a command line that the parser has refused. Nil if the command has all of them.
    ///
    /// - Parameter arguments: The command line, without the program's name.
    /// - Throws: If the parser describes a command in an unknown way.
    init?(in arguments: [String]) throws {
        let path = try Self.path(in: arguments)
        let command = path.last ?? MidenCLI.self
        let options = try CommandOptions(of: command)
        let unknown = options.parts(of: arguments).lazy.compactMap { part -> String? in
            if case .name(let name, index: nil) = part {
                return name
            }
            return nil
        }
        // The parser does not describe its own option.
        guard let name = unknown.first(where: { $0 != "--generate-completion-script" }) else {
            return nil
        }
        let known = options.all.filter(\.shouldDisplay).flatMap { $0.names ?? [] }.map(\.written)
        let nearest = Self.nearest(to: name, of: known.filter { $0.hasPrefix("--") })
        message = "Unknown option '\(name)'." + (nearest.map { " Did you mean '\($0)'?" } ?? "")
        let help = (["miden-cli"] + path.map { $0._commandName } + ["--help"]).joined(separator: " ")
        usage = "Usage: \(MidenCLI.usageString(for: command))\n  See '\(help)' for more information."
    }

    /// The command that a command line names, after the command that it is a part of. Empty for the program itself.
    static func path(in arguments: [String]) throws -> [any ParsableCommand.Type] {
        var path: [any ParsableCommand.Type] = []
        for part in try CommandOptions(of: MidenCLI.self).parts(of: arguments) {
            if case .name(_, index: .some) = part {
                continue
            }
            let commands = (path.last ?? MidenCLI.self).configuration.subcommands
            guard case .value(let name) = part,
                let named = commands.first(where: {
                    $0._commandName == name || $0.configuration.aliases.contains(name)
                })
            else {
                break
            }
            path.append(named)
        }
        return path
    }

    /// The name that differs in two letters at most, and in the fewest.
    private static func nearest(to name: String, of known: [String]) -> String? {
        let distances = known.map { (name: $0, distance: name.editDistance(to: $0)) }
        return distances.filter { $0.distance <= 2 }.min { $0.distance < $1.distance }?.name
    }
}
