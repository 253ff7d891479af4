import Foundation
import MidenSwiftClient
import Testing

@Suite("Mnemonics")
struct MnemonicTests {
    @Test("are generated with the words that are asked for, each another", arguments: Mnemonic.WordCount.allCases)
    func generated(count: Mnemonic.WordCount) throws {
        let one = try Mnemonic.generate(wordCount: count)
        #expect(one.words.count == count.rawValue)
        #expect(try one != Mnemonic.generate(wordCount: count))
        #expect(try Mnemonic(one.phrase) == one)
    }

    @Test("have 12 words where nothing is said")
    func byDefault() throws {
        #expect(try Mnemonic.generate().words.count == 12)
    }

    @Test("are read in capital letters and with any white space")
    func forgiven() throws {
        let written = "\n  " + Mnemonic.abandon.words.joined(separator: " \t\r\n ").uppercased() + " "
        let read = try Mnemonic(written)
        #expect(read == .abandon)
        #expect(read.words.last == "about")
        #expect(read.phrase == Mnemonic.abandon.phrase)
    }

    @Test(
        "that are none are told why, and of what was written only slips are repeated",
        arguments: [
            ("", "This is not a mnemonic: it has no words, and a mnemonic has 12 or 24."),
            ("zebra", "This is not a mnemonic: it has 1 word, and a mnemonic has 12 or 24."),
            (
                String(repeating: "abandon ", count: 12),
                "This is not a mnemonic: all its words are in the list, but its checksum is wrong. A word is another than"
                    + " it was, or words have changed places."
            ),
            (
                "abandn " + String(repeating: "abandon ", count: 10) + "qqqqqq",
                "This is not a mnemonic: word 1, “abandn”, is not in the list of English words (the nearest is “abandon”),"
                    + " word 12 is not in the list of English words."
            ),
        ]
    )
    func refused(text: String, sentence: String) {
        let error = #expect(throws: MidenError.self) { try Mnemonic(text) }
        #expect(error?.code == .invalidParameter)
        #expect(error?.kind == .invalidMnemonic)
        #expect(error?.message == sentence)
        #expect(error.map { "\($0)".contains("qqqqqq") } == false)
    }

    @Test("are shown by nothing but their words")
    func hidden() {
        var shown = "\(Mnemonic.abandon) \(String(reflecting: Mnemonic.abandon)) \([Mnemonic.abandon])"
        dump(Mnemonic.abandon, to: &shown)
        #expect(!shown.contains("abandon") && !shown.contains("about"))
        #expect(shown.contains("a mnemonic of 12 words"))
        #expect(Mirror(reflecting: Mnemonic.abandon).children.isEmpty)
    }
}
