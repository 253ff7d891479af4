extension MidenWallet {
    /// Where the keys of a wallet's accounts are, and what protects them. They are never on disk in the clear.
    ///
    /// A keystore stays with the source it was made with: opened with another it is an error, and nothing is changed. One
    /// whose keys a signer keeps opens without it, as it was: its accounts are there, and nothing can be signed. A keystore
    /// of an earlier version, whose keys are in the clear, is converted when it is opened.
    public enum KeySource: Sendable {
        /// In the keystore, encrypted under a key the platform keeps.
        ///
        /// On Apple's systems that key is in the Keychain, for this device only. Elsewhere it is a file that only the
        /// user can read, `keystore.key` in the data directory: that protects a copied keystore without the file, and
        /// not from somebody who can read the user's files. A line of the log says so.
        case platform

        /// In the keystore, encrypted under a passphrase, which is nowhere on disk. Who forgets it loses the keys. It stays
        /// in the memory of the process with the wallet's ``MidenWallet/configuration``.
        case passphrase(String)

        /// Not here at all: the app signs, with a key in an HSM, a key management service or another device. The
        /// accounts are made with ``MidenWallet/createWallet(publicKey:scheme:visibility:name:timeout:)``.
        case signer(any MidenSigner)
    }
}

/// What is shown of a source never has the passphrase in it, nor whatever the signer shows of itself.
extension MidenWallet.KeySource: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of source, such as "passphrase".
    public var description: String {
        switch self {
        case .platform: "platform"
        case .passphrase: "passphrase"
        case .signer: "signer"
        }
    }

    /// The kind of source, such as "passphrase".
    public var debugDescription: String { description }

    /// Nothing, for `dump` and everything else that looks inside values.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .enum) }
}
