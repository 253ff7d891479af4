import Foundation

/// What an origin was granted.
public struct Session: Codable, Hashable, Sendable {
    /// The address of the account, without routing parameters.
    public let address: String
    /// The commitment of the account's key, 32 bytes.
    public let publicKey: Data
    /// The network of the wallet.
    public let network: WalletNetwork
    /// Whether private data is read without a question.
    public let privateDataPermission: PrivateDataPermission
    /// The private data this is about.
    public let allowedPrivateData: AllowedPrivateData

    /// Makes a session.
    ///
    /// - Parameters:
    ///   - address: The address of the account, without routing parameters.
    ///   - publicKey: The commitment of the account's key, 32 bytes.
    ///   - network: The network of the wallet.
    ///   - privateDataPermission: Whether private data is read without a question.
    ///   - allowedPrivateData: The private data this is about.
    public init(
        address: String,
        publicKey: Data,
        network: WalletNetwork,
        privateDataPermission: PrivateDataPermission,
        allowedPrivateData: AllowedPrivateData
    ) {
        self.address = address
        self.publicKey = publicKey
        self.network = network
        self.privateDataPermission = privateDataPermission
        self.allowedPrivateData = allowedPrivateData
    }

    /// Whether an address in parameters is that of the session's account. What follows `_` are routing parameters, and
    /// does not count.
    ///
    /// - Parameter address: The address.
    /// - Returns: Whether it is.
    public func isAccount(_ address: String) -> Bool {
        address.prefix { $0 != "_" } == self.address.prefix { $0 != "_" }
    }
}
