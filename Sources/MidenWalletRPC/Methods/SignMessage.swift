import Foundation

/// The parameters of `miden_signMessage`.
public struct SignMessageParameters: Codable, Hashable, Sendable {
    /// The longest message, in bytes of UTF-8.
    public static let longestMessage = 16384

    /// The account that the page believes it is connected to.
    public let address: String
    /// The text.
    public let message: String

    /// Makes the parameters.
    ///
    /// - Parameters:
    ///   - address: The address of the account.
    ///   - message: The text.
    public init(address: String, message: String) {
        self.address = address
        self.message = message
    }

    /// Reads the parameters.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if a member does not have the form of the specification.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        address = try container.decodeAddress(forKey: .address)
        message = try container.decode(
            String.self,
            forKey: .message,
            "a text of 1 to \(Self.longestMessage) bytes"
        ) { (1...Self.longestMessage).contains($0.utf8.count) }
    }

    /// Refuses the text of a sign-in: that is for `miden_signIn`, which checks the origin.
    ///
    /// - Throws: ``RPCError/invalidParameters(_:)``.
    public func checkContent() throws {
        // A verifier may trim lines, or take other characters for their ends, and people do not see every character.
        let lines = message.split(whereSeparator: \.isNewline).map(\.seen)
        if lines.first(where: { !$0.isEmpty })?.hasSuffix(SignInParameters.firstLineEnd.seen) == true {
            throw RPCError.invalidParameters("A message cannot be the text of a sign-in: call miden_signIn")
        }
    }
}

/// The result of `miden_signMessage` and `miden_signIn`.
public struct SignedMessage: Codable, Hashable, Sendable {
    /// The address of the account that signed, without routing parameters.
    public let address: String
    /// The network of the wallet.
    public let network: WalletNetwork
    /// The commitment of the account's key, 32 bytes. Only a claim: a verifier compares with what it knows of the account.
    public let publicKey: Data
    /// The text that was signed.
    public let message: String
    /// The tag of the scheme and the signature.
    public let signature: Data

    /// Makes the result.
    ///
    /// - Parameters:
    ///   - address: The address of the account that signed.
    ///   - network: The network of the wallet.
    ///   - publicKey: The commitment of the account's key.
    ///   - message: The text that was signed.
    ///   - signature: The tag of the scheme and the signature.
    public init(address: String, network: WalletNetwork, publicKey: Data, message: String, signature: Data) {
        self.address = address
        self.network = network
        self.publicKey = publicKey
        self.message = message
        self.signature = signature
    }
}
