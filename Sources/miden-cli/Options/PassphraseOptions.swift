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

    /// What is to be said of the file with the passphrase, where others than its owner may read it. It is used all the
    /// same: what mounts secrets for a container decides on their modes.
    var exposure: String? {
        guard let passphraseFile,
            let attributes = try? FileManager.default.attributesOfItem(atPath: passphraseFile),
            attributes[.type] as? FileAttributeType == .typeRegular,
            let mode = attributes[.posixPermissions] as? Int, mode & 0o077 != 0
        else {
            return nil
        }
        return "Others than its owner may use the file with the passphrase, \(passphraseFile): chmod 600 keeps them"
            + " out."
    }

    /// The passphrase that is given, if one is.
    func passphrase() async throws -> String? {
        if let passphraseFile {
            let file = try InputFile.handle(at: passphraseFile)
            let name = "The file \(passphraseFile)"
            return try await Self.passphrase(from: FirstLine(descriptor: file.fileDescriptor, name: name))
        }
        if let passphraseDescriptor {
            let name = "File descriptor \(passphraseDescriptor)"
            return try await Self.passphrase(from: FirstLine(descriptor: passphraseDescriptor, name: name))
        }
        return nil
    }

    /// The passphrase in a line, which must not be empty.
    static func passphrase(from line: FirstLine) async throws -> String {
        let passphrase = try await line.text()
        guard !passphrase.isEmpty else {
            throw MidenError(
                code: .invalidParameter,
                kind: .passphraseEmpty,
                message: "\(line.name) has no passphrase: its first line is empty, and a passphrase must not be."
            )
        }
        return passphrase
    }
}
