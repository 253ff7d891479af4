import Foundation
import MidenSwiftClient
import Testing

@Suite("Ids")
struct IdentifierTests {
    private let account = "0x8a7c2f6b1d3e4f501122334455667a"
    private let long = "0x3f1b5a9d7c2e4068a1b3c5d7e9f10213253749586a7b8c9daebfc0d1e2f30415"

    @Test("Equal ids have equal texts, whichever case they came in")
    func canonical() throws {
        let loud = "0x" + account.dropFirst(2).uppercased()
        #expect(try AccountID(loud) == AccountID(account))
        #expect(try AccountID(loud).description == account)
        #expect(try NoteID(long).hex == long)
        #expect(try "\(TransactionID(long))" == long)
    }

    @Test("In JSON an id is its text, and a wrong one is refused")
    func codable() throws {
        let id = try AccountID(account)
        let json = try JSONEncoder().encode([id])
        #expect(String(decoding: json, as: UTF8.self) == "[\"\(account)\"]")
        #expect(try JSONDecoder().decode([AccountID].self, from: json) == [id])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([AccountID].self, from: Data("[\"0x12\"]".utf8))
        }
    }

    @Test(
        "What is wrong with an account id is said",
        arguments: [
            ("", "“” is not an account id: it does not begin with 0x."),
            ("8a7c", "“8a7c” is not an account id: it does not begin with 0x."),
            ("0x12", "“0x12” is not an account id: it has 2 hexadecimal digits after 0x instead of 30."),
            (
                "0x8a7c2f6b1d3e4f501122334455667ag",
                "“0x8a7c2f6b1d3e4f501122334455667ag” is not an account id: “g” is not a hexadecimal digit."
            ),
            (
                "0x8a7c2f6b1d3e4f50112233445566é",
                "“0x8a7c2f6b1d3e4f50112233445566é” is not an account id: “é” is not a hexadecimal digit."
            ),
        ]
    )
    func wrongAccount(text: String, sentence: String) {
        let error = #expect(throws: MidenError.self) { try AccountID(text) }
        #expect(error?.code == .invalidParameter)
        #expect(error?.kind == .invalidAccountId)
        #expect(error?.localizedDescription == sentence)
    }

    @Test("Notes and transactions have their own sentences and codes")
    func otherIds() {
        let note = #expect(throws: MidenError.self) { try NoteID(account) }
        #expect(note?.code == .noteOperation)
        #expect(
            note?.message
                == "“\(account)” is not a note id: it has 30 hexadecimal digits after 0x instead of 64."
        )
        let transaction = #expect(throws: MidenError.self) { try TransactionID(account) }
        #expect(transaction?.code == .invalidParameter)
        #expect(transaction?.message.contains("is not a transaction id") == true)
    }

    @Test("A text that is far too long is not repeated in full")
    func endlessText() {
        let error = #expect(throws: MidenError.self) { try AccountID("0x" + String(repeating: "1", count: 10_000)) }
        #expect((error?.message.count ?? .max) < 250)
    }
}
