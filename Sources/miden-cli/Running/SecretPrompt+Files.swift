import MidenSwiftClient

extension SecretPrompt {
    /// Asks for the passphrase of a file that is there.
    func existing(of what: String) async throws -> String {
        try await ask("Passphrase of \(what): ")
    }

    /// Asks for the passphrase of a file that is to be made: twice, because a slip would be found too late.
    func new(for what: String) async throws -> String {
        let passphrase = try await ask("New passphrase for \(what): ")
        guard !passphrase.isEmpty else {
            throw MidenError(
                code: .invalidParameter,
                kind: .filePassphraseEmpty,
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
}
