import Foundation

/// A key that signs for accounts, without its secret part.
public struct AccountKey: Hashable, Sendable, Identifiable {
    /// Where the secret part of a key is.
    public enum Place: String, Hashable, Sendable, CaseIterable, Codable {
        /// In the wallet's keystore, encrypted.
        case here
        /// With the app's ``MidenSigner``.
        case signer
        /// The wallet has the account and not its key: it can look at it, and cannot sign.
        case nowhere
        /// Its file is in the wallet's keystore and cannot be read. Why is in the log, and in the error of what
        /// needs the key.
        case damaged
    }

    /// The commitment to the public key, which is what the chain knows of it: `0x` and 64 hexadecimal digits.
    public let commitment: String
    /// How it signs; nil where the wallet knows no more than the commitment.
    public let scheme: SignatureScheme?
    /// The public key; nil where the wallet knows no more than the commitment.
    public let publicKey: Data?
    /// Where the secret part is.
    public let place: Place
    /// The accounts of this wallet that sign with it.
    public let accountIds: [AccountID]

    /// The commitment.
    public var id: String { commitment }

    /// Makes a description of a key. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - commitment: The commitment to the public key.
    ///   - scheme: How it signs, where that is known.
    ///   - publicKey: The public key, where it is known.
    ///   - place: Where the secret part is.
    ///   - accountIds: The accounts of the wallet that sign with it.
    public init(
        commitment: String,
        scheme: SignatureScheme?,
        publicKey: Data?,
        place: Place,
        accountIds: [AccountID]
    ) {
        self.commitment = commitment
        self.scheme = scheme
        self.publicKey = publicKey
        self.place = place
        self.accountIds = accountIds
    }
}
