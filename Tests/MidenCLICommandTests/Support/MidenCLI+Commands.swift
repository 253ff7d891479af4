import ArgumentParser

@testable import miden_cli

extension MidenCLI {
    /// The commands that do something, each with what its line begins with: a command with parts is not among them, its parts are.
    static var commands: [(words: [String], command: any ParsableCommand.Type)] {
        configuration.subcommands.flatMap { command in
            let parts = command.configuration.subcommands
            return parts.isEmpty
                ? [([command._commandName], command)]
                : parts.map { ([command._commandName, $0._commandName], $0) }
        }
    }
}
