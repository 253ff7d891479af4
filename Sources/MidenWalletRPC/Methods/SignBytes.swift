import Foundation

/// The parameters of `miden_signBytes`.
public struct SignBytesParameters: Codable, Hashable, Sendable {
    /// What the bytes are.
    public enum Kind: String, Codable, Hashable, Sendable {
        /// A word of 32 bytes.
        case word
        /// Serialized signing inputs.
        case signingInputs
    }

    /// The account that the page believes it is connected to.
    public let address: String
    /// The bytes. Whether they are what `kind` says is not checked here.
    public let payload: Data
    /// What the bytes are.
    public let kind: Kind

    /// Makes the parameters.
    ///
    /// - Parameters:
    ///   - address: The address of the account.
    ///   - payload: The bytes.
    ///   - kind: What the bytes are.
    public init(address: String, payload: Data, kind: Kind) {
        self.address = address
        self.payload = payload
        self.kind = kind
    }

    /// Reads the parameters.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if a member does not have the form of the specification.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        address = try container.decodeAddress(forKey: .address)
        payload = try container.decode(Data.self, forKey: .payload)
        kind = try container.decodeName(Kind.self, forKey: .kind)
    }
}

/// The result of `miden_signBytes`.
public struct SignBytesResult: Codable, Hashable, Sendable {
    /// The tag of the scheme and the signature.
    public let signature: Data

    /// Makes the result.
    ///
    /// - Parameter signature: The tag of the scheme and the signature.
    public init(signature: Data) {
        self.signature = signature
    }
}
