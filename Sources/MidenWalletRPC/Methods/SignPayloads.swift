import Foundation

/// The parameters of `miden_signPayloads`, and of the Safari library's request of signatures.
public struct SignPayloadsParams: Codable, Hashable, Sendable {
    /// The most payloads of one request.
    public static let mostPayloads = 16

    /// The account that the page believes it is connected to.
    public let address: String
    /// The payloads in base64: words of 32 bytes, or serialized signing inputs. Which of them, their bytes tell.
    public let payloads: [String]

    /// Makes the parameters.
    ///
    /// - Parameters:
    ///   - address: The address of the account.
    ///   - payloads: The payloads in base64.
    public init(address: String, payloads: [String]) {
        self.address = address
        self.payloads = payloads
    }

    /// Reads the parameters.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if a member does not have the form of the specification.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        address = try container.decodeAddress(forKey: .address)
        payloads = try container.decode(
            [String].self,
            forKey: .payloads,
            "a list of 1 to \(Self.mostPayloads) texts in base64"
        ) { (1...Self.mostPayloads).contains($0.count) && $0.allSatisfy { Base64.bytes(of: $0) != nil } }
    }
}

/// The result of `miden_signPayloads`, and of the Safari library's request of signatures.
public struct SignPayloadsResult: Codable, Hashable, Sendable {
    // The published name, which is also that of the member.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// For each payload the tag of the scheme and the signature, in base64.
    public let signed_payloads: [String]

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Makes the result.
    ///
    /// - Parameter signed_payloads: For each payload the tag of the scheme and the signature, in base64.
    public init(signed_payloads: [String]) {
        self.signed_payloads = signed_payloads
    }
}
