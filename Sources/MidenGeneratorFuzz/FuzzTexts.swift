import MidenTestSupport

/// Texts and names that are hard for generated Swift.
struct FuzzTexts {
    /// Any text.
    static func text(using random: inout SeededGenerator) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...30, using: &random) {
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1: text += pick(pieces, using: &random)
            case 2: text += pick(words, using: &random) + " "
            case 3: text.unicodeScalars.append(Unicode.Scalar(UInt8.random(in: 0..<128, using: &random)))
            case 4:
                let number = UInt32.random(in: 0..<0x11_0000, using: &random)
                if let scalar = Unicode.Scalar(number) { text.unicodeScalars.append(scalar) }
            default:
                text += String(repeating: pick(pieces, using: &random), count: Int.random(in: 1...40, using: &random))
            }
        }
        return text
    }

    /// A name of the characters that the core lets through.
    static func name(using random: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<10, using: &random) {
        case 0...3: return pick(words, using: &random)
        case 4: return pick(words, using: &random).uppercased()
        case 5: return "get_" + pick(words, using: &random)
        case 6...7:
            return pick(words, using: &random) + pick(separators, using: &random) + pick(words, using: &random)
        case 8:
            // Long enough to break lines.
            return (0..<Int.random(in: 3...20, using: &random)).map { _ in pick(words, using: &random) }
                .joined(separator: pick(separators, using: &random))
        default:
            let characters = Array("abcxyzABCXYZ0123456789_-./:@")
            return String((0..<Int.random(in: 1...12, using: &random)).map { _ in pick(characters, using: &random) })
        }
    }

    /// One of some values.
    static func pick<Value>(_ values: [Value], using random: inout SeededGenerator) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    private static let separators = ["_", "-", ".", "/", ":", "::", "@", "__", ""]

    /// Words that Swift or generated code has a use for, and plain ones.
    private static let words = """
        Any Self as associatedtype break case catch class continue default defer deinit do else enum extension \
        fallthrough false fileprivate for func guard if import in init inout internal is let nil operator \
        precedencegroup private protocol public repeat rethrows return self static struct subscript super switch \
        throw throws true try typealias var where while Protocol Type async await unsafe any each some actor \
        isolated nonisolated borrowing consuming consume copy sending macro package open dynamic final lazy \
        mutating optional override required unowned weak get set willSet didSet indirect infix prefix postfix left \
        right none discard then yield using module extern repeat never Never Void Int UInt64 String Bool Array \
        Dictionary Set Optional Result Error Character Data URL Date Task Duration Encoder Decoder Codable \
        Sendable Hashable Equatable Identifiable CaseIterable CodingKey CodingKeys Hasher hash hash_value \
        hash_into encode from to into description raw_value all_cases contract reader storage reads accountID \
        account_id package_file contract_type wallet create_account deploy slots interface value values element \
        elements key keys container encoder decoder call with returning simulate result number count total amount \
        owner entry balance data_0 felt word Felt Word Asset AccountID NoteType Contract ContractCall ContractType \
        ContractReader FeltCodable InitialStorage Storage Reads Failure NoResult Flagged MidenWallet MidenError \
        MidenPackage MidenSwiftClient Swift Foundation RoleSymbol TokenSymbol UInt256 Int128 Stored stored_entry \
        note-type 0 1 2x x86_64 i1 e id ids uri a b A print type dynamic_type _ error new_value old_value wildcard \
        unkeyed
        """.split(separator: " ").map(String.init)

    private static let pieces = [
        "\n", "\r\n", "\r", "\u{2028}", "\u{85}", "\u{B}", "\0", "\t", "*/", "/*", "//", "\"\"\"", "\"", "\\", "\\(",
        "\\u{",
        "#\"", "\"#", "```", "`", "`}`", "- Parameter x: ", "- Returns: ", "- Throws: ", "\n\n", "# ", "===", "---",
        "@Comment {", "&#82;", "<!--", "} func f() {}", "#if false", "Inputs: ", "\nWhere:\n- x is ",
        "\nPanics if:\n- ",
        "\u{202E}", "\u{2066}", "\u{200B}", "\u{FEFF}", "\u{E0041}", "\u{301}", "\u{10FFFF}", "ä", "数",
        "    code", "1. ", "* ", "> ", "![x](y)", "word word word word word word word word ",
    ]
}
