import ArgumentParser
import Foundation
import MidenSwiftClient

/// Where the passphrase of a keystore comes from, so that it is never an argument or a variable, which others can see.
struct PassphraseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file whose first line is the passphrase of the keystore. Makes a new keystore one under a passphrase.",
            valueName: "path"
        ),
        completion: .file()
    )
    var passphraseFile: String?

    @Option(
        name: .customLong("passphrase-fd"),
        help: ArgumentHelp("The same from an open file descriptor.", valueName: "number")
    )
    var passphraseDescriptor: Int32?

    func validate() throws {
        if passphraseFile != nil, passphraseDescriptor != nil {
            throw ValidationError("--passphrase-file and --passphrase-fd cannot be used together.")
        }
        if let passphraseDescriptor, passphraseDescriptor < 0 {
            throw ValidationError("--passphrase-fd wants the number of an open file descriptor.")
        }
    }

    /// A passphrase, and what is to be said of the file it comes from.
    struct Given {
        let passphrase: String
        /// Nil where nobody but its owner may use the file.
        let exposure: String?
    }

    /// The passphrase that is given, if one is. A file that others may use is used all the same: what mounts secrets for a
    /// container decides on their modes.
    func given(_ reader: InputReader) async throws -> Given? {
        if let passphraseFile {
            let file = try InputFile(at: passphraseFile)
            return Given(
                passphrase: try await Self.passphrase(in: file, reader),
                exposure: file.permissions & 0o077 == 0
                    ? nil
                    : "Others than its owner may use the file with the passphrase, \(passphraseFile): chmod 600 keeps"
                        + " them out."
            )
        }
        if let passphraseDescriptor {
            let passphrase = try await Self.passphrase(from: passphraseDescriptor, reader)
            return Given(passphrase: passphrase, exposure: nil)
        }
        return nil
    }

    /// The passphrase in the first line of a file.
    static func passphrase(in file: InputFile, _ reader: InputReader) async throws -> String {
        try required(try await reader.firstLine(of: file), of: "The file \(file.path)")
    }

    /// The passphrase in the first line from an open descriptor.
    static func passphrase(from descriptor: Int32, _ reader: InputReader) async throws -> String {
        try required(try await reader.firstLine(ofDescriptor: descriptor), of: "File descriptor \(descriptor)")
    }

    private static func required(_ passphrase: String, of name: String) throws -> String {
        guard !passphrase.isEmpty else {
            throw MidenError(
                code: .invalidParameter,
                kind: .passphraseEmpty,
                message: "\(name) has no passphrase: its first line is empty, and a passphrase must not be."
            )
        }
        return passphrase
    }
}
