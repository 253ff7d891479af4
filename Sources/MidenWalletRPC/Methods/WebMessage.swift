import Foundation
import MidenSwiftClient

/// A text that a page asked to sign. Its signature covers the origin, the network and the account.
public struct WebMessage: Hashable, Sendable {
    /// The domain tag of web messages. No tag of another kind begins with it.
    public static let domainTag = "miden-swift web message v1\n"

    /// The origin of the page.
    public let origin: String
    /// The network of the wallet.
    public let network: WalletNetwork
    /// The account that signs.
    public let accountId: AccountID
    /// The text.
    public let message: String

    /// Makes a web message.
    ///
    /// - Parameters:
    ///   - origin: The origin of the page, as the browser states it. An origin has no line feed.
    ///   - network: The network of the wallet.
    ///   - accountId: The account that signs.
    ///   - message: The text.
    public init(origin: String, network: WalletNetwork, accountId: AccountID, message: String) {
        self.origin = origin
        self.network = network
        self.accountId = accountId
        self.message = message
    }

    /// The bytes whose hash, after the domain tag, is the word that is signed:
    /// `Poseidon2::hash(domainTag || keccak256(body))`.
    public var body: Data {
        Data("\(origin)\n\(network.rawValue)\n\(accountId.hex)\n\(message)".utf8)
    }

    /// Whether bytes are a signature of this message by the key of a commitment. Needs no wallet and no network.
    ///
    /// - Parameters:
    ///   - signature: The tag of the scheme and the signature. Bytes after the signature are ignored.
    ///   - commitment: The commitment to the key that is expected, 32 bytes: from the account's state on the chain, or
    ///     remembered. The `publicKey` of a result is only a claim.
    /// - Returns: Whether they are.
    /// - Throws: `MidenError.Code.invalidParameter` if the commitment is not a word, `MidenError.Code.unsupported` if this
    ///   build or this CPU cannot do it.
    public func isValid(_ signature: Data, commitment: Data) throws(MidenError) -> Bool {
        try PageSignature.isValid(signature, payload: .webMessage(body: body), commitment: commitment)
    }
}
