import Foundation

/// The id of a call, which its response repeats: 1 to 64 characters out of `A-Z a-z 0-9 - _`.
public struct RPCID: Hashable, Sendable, CustomStringConvertible {
    /// The id's characters.
    public let text: String

    /// The id's characters.
    public var description: String { text }

    /// Makes an id of its characters, nil if they are too many, none, or others.
    ///
    /// - Parameter text: The characters.
    public init?(_ text: String) {
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(Self.allows) else { return nil }
        self.text = text
    }

    /// Makes a random id of 128 bits, as 32 hexadecimal digits.
    public init() {
        text = RandomHex.digits(bytes: 16)
    }

    /// Reads the member `id` of a message.
    init?(json: JSONText?) {
        guard let text = json?.string else { return nil }
        self.init(text)
    }

    private static func allows(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
