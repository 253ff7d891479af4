import Foundation
import MidenSwiftClient

/// Asks for a secret on the terminal that is standard input and standard error, where what is typed is not shown.
struct SecretPrompt {
    let console: Console

    /// Nil where there is nobody to ask, as of a ``Confirmation``.
    init?(console: Console) {
        guard Confirmation.isPossible else {
            return nil
        }
        self.console = console
    }

    /// Asks for the passphrase of what is there: the keystore, or a file.
    func existing(of what: String) async throws -> String {
        try await ask("Passphrase of \(what): ")
    }

    /// Asks for the passphrase of what is to be made: twice, because a slip would be found too late. No passphrase is an
    /// error of the kind `empty`.
    func new(for what: String, empty: MidenError.Kind) async throws -> String {
        let passphrase = try await ask("New passphrase for \(what): ")
        guard !passphrase.isEmpty else {
            throw MidenError(
                code: .invalidParameter,
                kind: empty,
                message: "A passphrase must not be empty. Nothing was made."
            )
        }
        guard try await ask("The same again: ") == passphrase else {
            throw MidenError(
                code: .invalidParameter,
                kind: "passphrases_differ",
                message: "The two passphrases are not the same. Nothing was made."
            )
        }
        return passphrase
    }

    /// Asks for the words of a mnemonic.
    func mnemonic() async throws -> String {
        try await ask("The words of the mnemonic: ")
    }

    func ask(_ question: String) async throws -> String {
        try await console.whileAsking { try await askHidden(question) }
    }

    private func askHidden(_ question: String) async throws -> String {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else {
            return try await line(after: question)
        }
        var hidden = settings
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
            // The end of the line was not shown either.
            console.prompt("\n")
        }
        return try await line(after: question)
    }

    private func line(after question: String) async throws -> String {
        console.prompt(question)
        return try await FirstLine(descriptor: STDIN_FILENO, name: "The terminal").text()
    }
}
