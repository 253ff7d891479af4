import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// The id of a request between apps: 128 bits that derive from the requester's secret.
public struct RequestID: Hashable, Sendable {
    /// 32 lower-case hexadecimal digits.
    public let text: String

    /// Reads an id.
    ///
    /// - Parameter text: 32 lower-case hexadecimal digits.
    /// - Throws: `MidenError.Kind.invalidRequest` if it is anything else.
    public init(_ text: String) throws {
        guard WireForm.isCallID(text) else {
            throw MidenError.invalidRequest(
                "“\(text.shown(atMost: 40))” is not a request id: it has 32 lower-case hexadecimal digits."
            )
        }
        self.text = text
    }

    /// Takes the 16 bytes of an id. Any other number of them ends the program.
    package init(bytes: Data) {
        precondition(bytes.count == 16, "A request id has 16 bytes.")
        text = bytes.hexDigits
    }

    /// The 16 bytes.
    package var bytes: Data { Data(hexDigits: text) ?? Data() }
}

extension RequestID: CustomStringConvertible {
    /// The same as ``text``.
    public var description: String { text }
}

extension RequestID: Codable {
    /// Reads an id from its text.
    ///
    /// - Parameter decoder: A decoder at a string.
    /// - Throws: `DecodingError` if there is none, or it is not an id.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard WireForm.isCallID(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is not a request id")
        }
        self.text = text
    }

    /// Writes the id as its text.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
