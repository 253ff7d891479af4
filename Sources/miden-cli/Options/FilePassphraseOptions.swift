import ArgumentParser
import Foundation
import MidenSwiftClient

/// Where the passphrase of a backup or a key file comes from, so that it is never an argument or a variable, which others
/// can see. It is another one than that of the keystore.
struct FilePassphraseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file whose first line is the passphrase of the backup or key file. Where not given, it is asked for.",
            valueName: "path"
        ),
        completion: .file()
    )
    var filePassphraseFrom: String?

    @Option(
        name: .customLong("file-passphrase-fd"),
        help: ArgumentHelp("The same from an open file descriptor.", valueName: "number")
    )
    var filePassphraseDescriptor: Int32?

    /// Whether one of them is given.
    var isGiven: Bool { filePassphraseFrom != nil || filePassphraseDescriptor != nil }

    func validate() throws {
        if filePassphraseFrom != nil, filePassphraseDescriptor != nil {
            throw ValidationError("--file-passphrase-from and --file-passphrase-fd cannot be used together.")
        }
        if let filePassphraseDescriptor, filePassphraseDescriptor < 0 {
            throw ValidationError("--file-passphrase-fd wants the number of an open file descriptor.")
        }
    }

    /// The passphrase that is given, if one is.
    func given(_ reader: InputReader) async throws -> String? {
        if let filePassphraseFrom {
            return try await PassphraseOptions.passphrase(in: InputFile(at: filePassphraseFrom), reader)
        }
        if let filePassphraseDescriptor {
            return try await PassphraseOptions.passphrase(from: filePassphraseDescriptor, reader)
        }
        return nil
    }

    /// Asks twice for the passphrase of a file that is to be made, such as “the backup”. Nobody is asked without a terminal.
    static func askForNew(for what: String) async throws -> String {
        try await prompt(for: what).new(for: what, empty: .filePassphraseEmpty)
    }

    /// Asks for the passphrase of a file that is there, such as “the backup”. Nobody is asked without a terminal.
    static func askForExisting(of what: String) async throws -> String {
        try await prompt(for: what).existing(of: what)
    }

    private static func prompt(for what: String) throws -> SecretPrompt {
        guard let prompt = SecretPrompt(console: .standard) else {
            throw MidenError(
                code: .invalidParameter,
                kind: "file_passphrase_needed",
                message: "A passphrase for \(what) is needed, and there is no terminal to ask for it. Give it with"
                    + " --file-passphrase-from or --file-passphrase-fd."
            )
        }
        return prompt
    }
}
