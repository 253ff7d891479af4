import Foundation
import MidenSwiftClient
import Testing

@Suite("Words and elements of the field")
struct WordTests {
    /// The largest element.
    private static let last: UInt64 = 0xffff_ffff_0000_0000

    @Test("An element is exact, and what is none is refused")
    func felts() throws {
        #expect(try Felt(Self.last).value == Self.last)
        #expect(try Felt("18446744069414584320") == Felt(Self.last))
        #expect(try Felt("0xFFFFFFFF00000000") == Felt(Self.last))
        #expect(try Felt("0") < 1)
        #expect(
            try JSONDecoder().decode([Felt].self, from: JSONEncoder().encode([Felt(Self.last)])) == [Felt(Self.last)]
        )
        for number in [Self.last + 1, .max] {
            let error = #expect(throws: MidenError.self) { _ = try Felt(number) }
            #expect(error?.kind == .invalidFelt)
            #expect(error?.message.contains("\(number)") == true)
        }
        for text in ["", "0x", "-1", "+1", "1.5", "x", " 1", "18446744073709551615", "99999999999999999999999"] {
            let error = #expect(throws: MidenError.self) { _ = try Felt(text) }
            #expect(error?.kind == .invalidFelt, "\(text)")
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Felt].self, from: Data("[18446744073709551615]".utf8))
        }
    }

    @Test("A word is four elements, in hex with the least significant byte first")
    func words() throws {
        let word = Word([1, 2, 3])
        #expect(word.elements == [1, 2, 3, 0])
        #expect(word.hex == "0x0100000000000000020000000000000003000000000000000000000000000000")
        #expect(try Word(word.hex) == word)
        let largest = Word([try Felt(Self.last), 0, 0, try Felt(Self.last)])
        #expect(largest.hex == "0x00000000ffffffff" + String(repeating: "0", count: 32) + "00000000ffffffff")
        #expect(try Word(largest.hex.uppercased().replacingOccurrences(of: "0X", with: "0x")) == largest)
        #expect(try JSONDecoder().decode([Word].self, from: JSONEncoder().encode([largest])) == [largest])
        #expect(Word.zero == Word([]) && Word.zero[3] == 0)
    }

    @Test("What is no word is refused with what is wrong")
    func noWords() {
        let zeros = String(repeating: "0", count: 48)
        for (text, part) in [
            ("0x01000000ffffffff" + zeros, "is not an element of the field"),
            ("0xffffffffffffffff" + zeros, "18446744073709551615"),
            ("0x12", "2 hexadecimal digits"), ("", "does not begin with 0x"),
            ("0x" + String(repeating: "g", count: 64), "“g” is not a hexadecimal digit"),
        ] {
            let error = #expect(throws: MidenError.self) { _ = try Word(text) }
            #expect(error?.kind == .invalidWord)
            #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
        }
    }
}
