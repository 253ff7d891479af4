import ArgumentParser
import Foundation
import MidenSwiftClient

/// Where a mnemonic comes from, so that it is never an argument or a variable, which others can see.
struct MnemonicOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The file that holds the words of the mnemonic.", valueName: "path"),
        completion: .file()
    )
    var mnemonicFile: String?

    @Option(
        name: .customLong("mnemonic-fd"),
        help: ArgumentHelp("The words from the first line of an open file descriptor.", valueName: "number")
    )
    var mnemonicDescriptor: Int32?

    func validate() throws {
        if mnemonicFile != nil, mnemonicDescriptor != nil {
            throw ValidationError("--mnemonic-file and --mnemonic-fd cannot be used together.")
        }
        if let mnemonicDescriptor, mnemonicDescriptor < 0 {
            throw ValidationError("--mnemonic-fd wants the number of an open file descriptor.")
        }
    }

    /// Whether one of them is given.
    var isGiven: Bool { mnemonicFile != nil || mnemonicDescriptor != nil }

    /// The mnemonic that is given, or else the one that a person types. Nobody is asked without a terminal.
    func mnemonic(_ reader: InputReader) async throws -> Mnemonic {
        try Mnemonic(try await words(reader))
    }

    private func words(_ reader: InputReader) async throws -> String {
        if let mnemonicFile {
            return String(decoding: try reader.bytes(of: .secret, at: mnemonicFile), as: UTF8.self)
        }
        if let mnemonicDescriptor {
            return try await reader.firstLine(ofDescriptor: mnemonicDescriptor)
        }
        guard let prompt = SecretPrompt(console: .standard) else {
            throw MidenError(
                code: .invalidParameter,
                kind: "mnemonic_needed",
                message: "The words of the mnemonic are needed, and there is no terminal to ask for them. Give them"
                    + " with --mnemonic-file or --mnemonic-fd."
            )
        }
        return try await prompt.mnemonic()
    }
}
