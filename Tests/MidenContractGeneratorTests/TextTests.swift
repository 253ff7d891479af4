import MidenTestSupport
import Testing

@testable import MidenContractGenerator

@Suite("Texts of a package in comments")
struct CommentTests {
    private static let lineBreaks: [Unicode.Scalar] = [
        "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}",
    ]

    @Test("Lines of a paragraph are joined, and paragraphs and list items stay apart")
    func paragraphs() {
        let text = "Adds to\n  the count.\n\n\nIt fails if:\n- it is full.\n* it is\n  closed.\n1. no\nlast"
        #expect(
            SourceText.comment(text, indent: 1) == [
                "/// Adds to the count.", "///", "/// It fails if:", "/// - it is full.", "/// * it is closed.",
                "/// 1. no last",
            ]
        )
    }

    @Test("A text without words has no comment", arguments: ["", " ", "\n\n", "\r\n\t\u{2028}"])
    func empty(text: String) {
        #expect(SourceText.comment(text, indent: 0).isEmpty)
    }

    @Test("Each kind of line break ends a line", arguments: lineBreaks)
    func breaks(scalar: Unicode.Scalar) {
        #expect(SourceText.comment("a\(scalar)b\(scalar)\(scalar)c", indent: 0) == ["/// a b", "///", "/// c"])
    }

    @Test("CR with LF is one line break or an empty line, and never part of a line")
    func carriageReturn() {
        #expect(SourceText.comment("a\r\nb", indent: 0).joined().unicodeScalars.contains("\r") == false)
    }

    @Test(
        "What is not seen, turns the text or has no meaning is written as an escape",
        arguments: [
            ("\0", "0"), ("\u{7}", "7"), ("\u{7F}", "7F"), ("\u{9F}", "9F"), ("\u{AD}", "AD"), ("\u{34F}", "34F"),
            ("\u{61C}", "61C"), ("\u{200B}", "200B"), ("\u{200D}", "200D"), ("\u{200E}", "200E"), ("\u{200F}", "200F"),
            ("\u{202A}", "202A"), ("\u{202E}", "202E"), ("\u{2060}", "2060"), ("\u{2066}", "2066"),
            ("\u{2069}", "2069"),
            ("\u{3164}", "3164"), ("\u{FE0F}", "FE0F"), ("\u{FEFF}", "FEFF"), ("\u{378}", "378"), ("\u{FFFE}", "FFFE"),
            ("\u{E000}", "E000"), ("\u{FFFF}", "FFFF"), ("\u{E0041}", "E0041"), ("\u{10FFFF}", "10FFFF"),
        ] as [(Unicode.Scalar, String)]
    )
    func hidden(scalar: Unicode.Scalar, number: String) {
        #expect(SourceText.comment("a\(scalar)b", indent: 0) == ["/// a\\u{\(number)}b"])
        #expect(SourceText.literal("a\(scalar)b") == "\"a\\u{\(number)}b\"")
        #expect(SourceText.inline("a\(scalar)b") == "a\\u{\(number)}b")
    }

    @Test("An accent without a letter before it is an escape, and stays behind a letter")
    func accents() {
        #expect(
            SourceText.comment("\u{301}a\u{301}\u{302} \u{301}", indent: 0) == ["/// \\u{301}a\u{301}\u{302} \\u{301}"]
        )
        #expect(SourceText.literal("\u{301}\u{302}") == #""\u{301}\u{302}""#)
        #expect(SourceText.literal("\n\u{301}") == #""\n\u{301}""#)
        #expect(SourceText.inline("\u{301} `\u{301}") == #"\u{301} \u{60}\u{301}"#)
    }

    @Test("Letters, marks and symbols of any language stay")
    func visible() {
        let text = "Größe, 數量, e\u{301}, количество, €, “a” → b, 🪙"
        #expect(SourceText.comment(text, indent: 0) == ["/// " + text])
        #expect(SourceText.literal(text) == "\"\(text)\"")
    }

    @Test(
        "What DocC reads as a field or as a note stays text",
        arguments: [
            "Parameter x: no", "Parameters:", "Returns: no", "Throws: no", "Note: no", "Warning: no", "Important: no",
            "parameter x: no", "RETURNS: no", "Return : no", "SeeAlso: no", "Precondition: no", "Note\\: no",
        ]
    )
    func fields(text: String) {
        for marker in ["-", "*", "+"] {
            #expect(SourceText.comment("Text.\n\n\(marker) \(text)", indent: 0).last == "/// \\\(marker) \(text)")
            #expect(SourceText.comment("  \(marker)    \(text)", indent: 0) == ["/// \\\(marker) \(text)"])
        }
        #expect(SourceText.comment("- - \(text)", indent: 0) == ["/// - \\- \(text)"])
        #expect(SourceText.comment("2. \(text)", indent: 0) == ["/// 2\\. \(text)"])
    }

    @Test(
        "List items of other words stay list items",
        arguments: [
            "- amount: how much", "- Notes: two", "- Returns the count.", "* it is full.", "12. twelve", "- `x` is",
        ]
    )
    func items(line: String) {
        #expect(SourceText.comment(line, indent: 0) == ["/// " + line])
    }

    @Test(
        "What begins a heading, block, quotation or directive stays text",
        arguments: [
            ("# Title", "\\# Title"), ("### T", "\\### T"), ("> Note: no", "\\> Note: no"), ("```swift", "\\```swift"),
            ("~~~", "\\~~~"), ("<!-- no", "\\<!-- no"), ("<script>", "\\<script>"), ("@Comment {", "\\@Comment {"),
            ("\\param x no", "\\\\param x no"), ("===", "\\==="), ("---", "\\---"), ("* * *", "\\* * *"),
            ("___", "\\___"),
            ("| a | b", "\\| a | b"), ("[a]: https://b", "\\[a]: https://b"), ("&#45; Note: no", "\\&#45; Note: no"),
            ("- > Note: no", "- \\> Note: no"), ("- ```", "- \\```"), ("-", "\\-"), ("&lt;p", "\\&lt;p"),
        ]
    )
    func structure(line: String, comment: String) {
        #expect(SourceText.comment(line, indent: 0) == ["/// " + comment])
    }

    @Test(
        "Links, pictures and tags stay text, so that a viewer of the documentation asks no server",
        arguments: [
            ("see ![x](https://a.example/p.png)", "see ![x\\](https://a.example/p.png)"),
            ("a [Pay](https://a.example)", "a [Pay\\](https://a.example)"), ("a [Pay][1]", "a [Pay\\][1]"),
            ("a <img src=x> b", "a \\<img src=x> b"), ("a </b> <!-- c", "a \\</b> \\<!-- c"),
            ("a <https://b>", "a \\<https://b>"), ("a < b, [c] (d)", "a < b, [c] (d)"),
        ]
    )
    func markup(text: String, line: String) {
        #expect(SourceText.comment(text, indent: 0) == ["/// " + line])
    }

    @Test("A character reference does not make a field")
    func reference() {
        #expect(SourceText.comment("- &#78;ote: no", indent: 0) == ["/// - \\&#78;ote: no"])
        #expect(SourceText.comment("this & that, a&b", indent: 0) == ["/// this & that, a\\&b"])
    }

    @Test("Wrapping keeps to 120 columns with the indentation", arguments: [0, 1, 2, 3])
    func width(indent: Int) {
        let text = String(repeating: "word \u{202E} - # 1. ", count: 100)
        let lines = SourceText.comment(text, indent: indent)
        #expect(lines.count > 10)
        #expect(lines.allSatisfy { $0.unicodeScalars.count + indent * 4 <= 120 })
        #expect(lines.dropLast().allSatisfy { $0.unicodeScalars.count + indent * 4 > 100 })
    }

    @Test(
        "A word that wrapping puts first does not become a field, an item or a heading",
        arguments: ["-", "#", ">", "1."]
    )
    func wrappedMarker(marker: String) {
        for length in 95...125 {
            let text = String(repeating: "x", count: length) + " \(marker) Parameter x: no"
            for line in SourceText.comment(text, indent: 0).dropFirst() {
                #expect(!line.hasPrefix("/// \(marker) "))
            }
        }
    }

    @Test("Items that are wrapped go on under their text")
    func hangingIndent() {
        let lines = SourceText.comment("- " + String(repeating: "word ", count: 40), indent: 0)
        #expect(lines.count == 2)
        #expect(lines.last?.hasPrefix("///   word") == true)
    }

    @Test("A long word stays whole up to 200 characters, and is cut between escapes")
    func longWord() {
        let word = String(repeating: "x", count: 200)
        #expect(SourceText.comment(word, indent: 0) == ["/// " + word])
        #expect(SourceText.comment(word + "y", indent: 0) == ["/// " + word + "…"])
        let escapes = String(repeating: "\u{202E}", count: 100)
        #expect(
            SourceText.comment(escapes, indent: 0) == ["/// " + String(repeating: #"\u{202E}"#, count: 25) + "…"]
        )
    }

    @Test("A comment has 60 lines at most, and says that the rest is left out")
    func maximum() {
        let fits = SourceText.comment(Array(repeating: "- line", count: 60).joined(separator: "\n"), indent: 0)
        #expect(fits == Array(repeating: "/// - line", count: 60))
        for separator in ["\n- ", "\n\n"] {
            let cut = SourceText.comment(Array(repeating: "line", count: 61).joined(separator: separator), indent: 0)
            #expect(cut.count <= 60)
            #expect(cut.suffix(2) == ["///", "/// The rest of this text is left out."])
        }
        let long = SourceText.comment(String(repeating: "word ", count: 100_000), indent: 0)
        #expect(long.count == 60)
        #expect(long.last == "/// The rest of this text is left out.")
    }

    @Test("Whatever the text is, Swift sees comments alone")
    func anyText() {
        let breaks = Set(Self.lineBreaks)
        for text in NastyText.texts() {
            let lines = SourceText.comment(text, indent: 1)
            let isComment = lines.allSatisfy { line in
                (line == "///" || line.hasPrefix("/// ")) && !line.unicodeScalars.contains { breaks.contains($0) }
            }
            #expect(isComment, "\(text.debugDescription)")
            #expect(lines.count <= 60)
            #expect(SwiftLexer.comments(in: lines.joined(separator: "\n    ")) == lines, "\(text.debugDescription)")
        }
    }
}

@Suite("Texts of a package in literals and names")
struct LiteralTests {
    @Test(
        "A literal escapes what ends it or begins code in it",
        arguments: [
            ("", #""""#), ("a", #""a""#), ("a\"b", #""a\"b""#), (#"\(x)"#, #""\\(x)""#), ("\"\"\"", #""\"\"\"""#),
            ("a\nb\r\n\t", #""a\nb\r\n\t""#), ("\u{2028}\u{85}\u{B}", #""\u{2028}\u{85}\u{B}""#), ("\\", #""\\""#),
        ]
    )
    func literal(text: String, literal: String) {
        #expect(SourceText.literal(text) == literal)
    }

    @Test("Whatever the text is, Swift sees one literal on one line with that value")
    func anyText() {
        for text in NastyText.texts() where !text.unicodeScalars.contains(where: Self.hasNoEscape) {
            let value = SwiftLexer.value(ofLiteral: SourceText.literal(text))
            #expect(value.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars), "\(text.debugDescription)")
        }
    }

    @Test("A code point that Swift has no escape for is the text of one", arguments: [0xFDD0, 0xFDEF] as [UInt32])
    func noEscape(number: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(number))
        #expect(Self.hasNoEscape(scalar))
        let escape = "u{" + String(number, radix: 16, uppercase: true) + "}"
        #expect(SourceText.literal("a\(scalar)b") == #""a\\"# + escape + #"b""#)
        #expect(SourceText.comment("a\(scalar)b", indent: 0) == [#"/// a\"# + escape + "b"])
    }

    private static func hasNoEscape(_ scalar: Unicode.Scalar) -> Bool {
        (0xFDD0...0xFDEF).contains(scalar.value)
    }

    @Test("A text within a line has no line breaks, no backticks, and one space between words")
    func inline() {
        #expect(
            SourceText.inline("  get `count`\r\n\u{2028} -> felt\u{202E} ") == #"get \u{60}count\u{60} -> felt\u{202E}"#
        )
        #expect(SourceText.inline("") == "")
        #expect(SourceText.inline(String(repeating: "x", count: 1_000)).count == 1_000)
        #expect(SourceText.inline(String(repeating: "x", count: 1_001)) == String(repeating: "x", count: 1_000) + "…")
    }

    @Test("Whatever the text is, it stays on the line of its comment")
    func anyInline() {
        for text in NastyText.texts() {
            let line = "// From `\(SourceText.inline(text))`."
            #expect(SwiftLexer.comments(in: line) == [line], "\(text.debugDescription)")
            #expect(line.unicodeScalars.count { $0 == "`" } == 2, "\(text.debugDescription)")
        }
    }
}
