import Foundation

/// Where the keys are, as it crosses. It is never shown: there may be a secret in it.
struct KeysMessage: Codable, Sendable {
    enum Kind: String, Codable, Sendable {
        case passphrase, key, signer
        case keyFile = "key_file"
    }

    let kind: Kind
    var passphrase: String?
    /// The file of the key, for that kind.
    var path: String?
    /// The folders of other keystores that may need the same file, for that kind. Nil if there are none.
    var sharedWith: [String]?
    /// The key itself, for that kind.
    var key: Data?

    enum CodingKeys: String, CodingKey {
        case kind, passphrase, path, key
        case sharedWith = "shared_with"
    }
}

extension KeysMessage {
    /// Says where the keys are; on Apple's systems this asks the Keychain.
    init(_ source: MidenWallet.KeySource, places: Places) throws(MidenError) {
        switch source {
        case .passphrase(let passphrase):
            self.init(kind: .passphrase, passphrase: passphrase)
        case .signer:
            self.init(kind: .signer)
        case .platform:
            #if canImport(Security)
                self.init(kind: .key, key: try Keychain.key(for: places.keystorePath))
            #else
                let others = places.otherKeystores()
                self.init(kind: .keyFile, path: places.keyFile, sharedWith: others.isEmpty ? nil : others)
            #endif
        }
    }
}
