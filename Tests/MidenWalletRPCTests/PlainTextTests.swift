import Testing

@testable import MidenWalletRPC

@Suite("Text that the user sees")
struct PlainTextTests {
    @Test(
        "a character that is not seen or controls others: is escaped",
        arguments: [
            "\0", "\n", "\t", "\u{7F}", "\u{85}", "\u{AD}", "\u{34F}", "\u{61C}", "\u{115F}", "\u{180E}", "\u{200B}",
            "\u{200C}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}", "\u{2060}",
            "\u{2066}", "\u{2069}", "\u{3164}", "\u{E000}", "\u{FE0F}", "\u{FEFF}", "\u{FFA0}", "\u{E0041}",
            "\u{10FFFF}", "\u{2800}", "\u{FFFC}", "\u{16FE4}", "\u{1D159}",
        ] as [Unicode.Scalar]
    )
    func escaped(scalar: Unicode.Scalar) {
        let escape = "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        #expect("a\(scalar)b".shown(atMost: 100) == "a\(escape)b")
    }

    @Test("text of several scripts: is shown as it is", arguments: ["Größe 😀", "日本語", "עברית", "e\u{301}", "ไม่มี"])
    func plain(text: String) {
        #expect(text.shown(atMost: 100) == text)
    }

    @Test("white space: is shown as it is between other characters, and escaped if there is nothing else")
    func whiteSpace() {
        #expect("a \u{3000}b".shown(atMost: 100) == "a \u{3000}b")
        #expect(" \u{A0}".shown(atMost: 100) == #"\u{20}\u{A0}"#)
        #expect(" \u{2800}".shown(atMost: 100) == #" \u{2800}"#)
        #expect("".shown(atMost: 100).isEmpty)
    }

    @Test("what is seen of a text: is compared without white space, and without characters that are not seen or blank")
    func seen() {
        #expect("S h\u{200B}o\u{2800}p\u{1D159}\n\u{202E}".seen == "Shop")
        #expect(" \u{2800}\u{AD}".seen.isEmpty)
    }

    @Test("a text that is signed: is never cut, however long its escapes are")
    func inFull() {
        let hidden = String(repeating: "\u{10FFFF}", count: 5_000) + "end"
        #expect(hidden.shownInFull == String(repeating: #"\u{10FFFF}"#, count: 5_000) + "end")
    }

    @Test("combining marks: are shown up to four in a row, and not at the beginning")
    func combiningMarks() {
        let marks = String(repeating: "\u{301}", count: 100)
        let shown = "a\(marks)b".shown(atMost: 10_000)
        let escapes = String(repeating: #"\u{301}"#, count: 96)
        #expect(shown.unicodeScalars.elementsEqual("a\u{301}\u{301}\u{301}\u{301}\(escapes)b".unicodeScalars))
        #expect("\u{20DD}a".shown(atMost: 100) == #"\u{20DD}a"#)
    }

    @Test("a text of 100,000 characters: is cut with a mark, and no escape is cut in two")
    func cut() {
        let long = String(repeating: "x", count: 100_000)
        #expect(long.shown(atMost: 64) == String(repeating: "x", count: 56) + " … (cut)")
        let hidden = String(repeating: "\u{202E}", count: 100_000)
        #expect(hidden.shown(atMost: 63) == String(repeating: #"\u{202E}"#, count: 6) + " … (cut)")
    }

    @Test("a text of the limit: is not cut, and what is shown is shown again as it is")
    func limit() {
        let text = String(repeating: "x", count: 64)
        #expect(text.shown(atMost: 64) == text)
        let cut = "\n\(text)".shown(atMost: 64)
        #expect(cut.shown(atMost: 64) == cut)
    }
}
