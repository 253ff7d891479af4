import MidenTestSupport

/// Random texts of what is hard for a comment, a literal or a name: the same ones each time.
enum NastyText {
    /// 2,000 texts of up to 60 pieces each.
    static func texts() -> [String] {
        var random = SeededGenerator(seed: 51)
        return (0..<2_000).map { _ in text(&random) }
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        let length = Int.random(in: 0...60, using: &random)
        var text = String.UnicodeScalarView()
        for _ in 0..<length {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: text += scalars.randomElement(using: &random).map { [$0] } ?? []
            case 1: text += (pieces.randomElement(using: &random) ?? "").unicodeScalars
            case 2: text += Unicode.Scalar(UInt32.random(in: 0x20..<0x7F, using: &random)).map { [$0] } ?? []
            default: text += Unicode.Scalar(UInt32.random(in: 0..<0x11_0000, using: &random)).map { [$0] } ?? []
            }
        }
        return String(text)
    }

    private static let scalars: [Unicode.Scalar] = [
        "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}", "\0", "\t", " ", "\"", "\\", "`", "#", "(", ")",
        "\u{200B}", "\u{200D}", "\u{202E}", "\u{2066}", "\u{FEFF}", "\u{E0041}", "\u{301}", "\u{FE0F}", "\u{7F}", "-",
        "*",
        "_", "2", "ä", "İ", "ß", "é", "數", "\u{10FFFF}", "\u{FFFE}", "\u{E000}", "\u{378}", "/", ":", "@", ">", "<",
    ]

    private static let pieces = [
        "\r\n", "*/", "/*", "//", "\"\"\"", "\\(", "\\u{", "#\"", "\"#", "```", "- Parameter x: ", "- Returns: ",
        "- Note: ",
        "- Parameters:\n  - x: ", "# ", "===", "---", "\n\n", "@Comment {", "&#82;", "<!--", "func f() {}", "get_",
        "ID",
        "::", "self", "Inputs: ", "\nWhere:\n- x is ", "\nPanics if:\n", "word word word word word word word word word",
    ]
}
