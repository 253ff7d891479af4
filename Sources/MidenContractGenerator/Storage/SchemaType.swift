/// A type that storage schemas name: of one element, or of a word.
enum SchemaType: String, CaseIterable {
    case void, bool, felt, word, u8, u16, u32
    case tokenSymbol = "miden::standards::faucets::fungible::token_symbol"
    case roleSymbol = "miden::standards::access::role_symbol"
    case scheme = "miden::standards::auth::scheme"
    case publicKey = "miden::standards::auth::pub_key"

    /// The name of the Swift type, without a module.
    var swiftName: String {
        switch self {
        case .bool: "Bool"
        case .void, .felt: "Felt"
        case .word, .publicKey: "Word"
        case .u8: "UInt8"
        case .u16: "UInt16"
        case .u32: "UInt32"
        case .tokenSymbol: "TokenSymbol"
        case .roleSymbol: "RoleSymbol"
        case .scheme: "SignatureScheme"
        }
    }

    /// Whether a value has four elements.
    var isWord: Bool { self == .word || self == .publicKey }

    /// The Swift expression of what a new account has if nothing is given, by the text of the schema's default. It is nil if
    /// there is no default, or no expression for it, as for symbols: a text becomes one only by an initializer that throws.
    ///
    /// - Parameters:
    ///   - text: The default.
    ///   - type: The Swift type, as the file names it.
    /// - Returns: The expression.
    func initial(ofDefault text: String?, type: String) -> String? {
        if self == .void {
            return "0"
        }
        return text.flatMap { expression(ofDefault: $0, type: type) }
    }

    private func expression(ofDefault text: String, type: String) -> String? {
        switch self {
        case .bool:
            switch text {
            case "true", "1": return "true"
            case "false", "0": return "false"
            default: return nil
            }
        case .u8: return Self.number(text).flatMap { $0 <= UInt8.max ? Self.literal($0) : nil }
        case .u16: return Self.number(text).flatMap { $0 <= UInt16.max ? Self.literal($0) : nil }
        case .u32: return Self.number(text).flatMap { $0 <= UInt32.max ? Self.literal($0) : nil }
        case .felt: return Self.number(text).flatMap { $0 < WordText.modulus ? Self.literal($0) : nil }
        case .word, .publicKey:
            return WordText.elements(of: text).map { Self.word($0.map(Self.literal), type: type) }
        case .scheme:
            switch text {
            case "EcdsaK256Keccak": return "\(type).ecdsaK256Keccak"
            case "Falcon512Poseidon2": return "\(type).falcon512Poseidon2"
            default: return nil
            }
        case .void, .tokenSymbol, .roleSymbol:
            return nil
        }
    }

    /// The Swift expression of a word.
    ///
    /// - Parameters:
    ///   - elements: The expressions of its elements.
    ///   - type: `Word`, as the file names it.
    /// - Returns: The expression.
    static func word(_ elements: [String], type: String) -> String {
        elements.allSatisfy { $0 == "0" } ? "\(type).zero" : "\(type)([\(elements.joined(separator: ", "))])"
    }

    /// A number in decimal digits, or in hexadecimal ones after `0x`.
    private static func number(_ text: String) -> UInt64? {
        let isHex = text.hasPrefix("0x")
        let digits = isHex ? text.dropFirst(2) : text[...]
        guard let first = digits.first, first != "+", first != "-" else { return nil }
        return UInt64(digits, radix: isHex ? 16 : 10)
    }

    private static func literal(_ number: UInt64) -> String {
        SourceNumber.text(String(number))
    }
}
