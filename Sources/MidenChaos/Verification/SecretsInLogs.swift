import Foundation

/// Looks for the secrets of the wallets in everything that was logged.
struct SecretsInLogs: Sendable {
    let victims: [Victim]
    let run: Run

    /// Looks into files.
    ///
    /// - Parameter files: The paths of the logs.
    func look(into files: [String]) {
        for file in files {
            guard let bytes = FileManager.default.contents(atPath: file) else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            for victim in victims where secrets(of: victim).contains(where: text.contains) {
                run.log.problem("a secret of \(victim.name) is in \(file)")
            }
            run.log.count("logs without secrets", "files")
        }
    }

    /// Three words of the mnemonic in a row, and the key of the keystore.
    private func secrets(of victim: Victim) -> [String] {
        let words = victim.mnemonic.words
        let rows = (0..<(words.count - 2)).map { words[$0..<($0 + 3)].joined(separator: " ") }
        let key = FileManager.default.contents(atPath: victim.folder + "/keystore.key") ?? Data()
        let written =
            key.count < 16 ? [] : [key.base64EncodedString(), key.map { String(format: "%02x", $0) }.joined()]
        return rows + written + [String(decoding: key, as: UTF8.self)].filter { $0.count >= 32 }
    }
}
