import Foundation
import MidenRequests
import MidenSwiftClient
import Testing

@Suite("Receipts of requests")
struct RequestReceiptTests {
    private static let digest = "22344dca14d65c79c9c3ea185f5d9fff37a123d329e71e2bd0b33cfacfce2d23"
    private static let key = Data(count: 32).base64EncodedString()
    private static let transaction =
        #"{"blockNumber":7,"noteIds":["\#(RequestTexts.hash)"],"status":"succeed","txHash":"\#(RequestTexts.hash)"}"#
    private static let full =
        #"{"action":"sendCoin","address":"\#(RequestTexts.recipient)","issuedAt":1795780860,"network":"testnet","number":2"#
        + #","publicKey":"\#(key)","requestDigest":"\#(digest)","requestId":"41c9ebbcfea9a373b774b8eeab4320af""#
        + #","signature":"AQID","status":"succeed","transactions":[\#(transaction)],"version":1}"#

    private static func refusal(of text: String) -> MidenError? {
        #expect(throws: MidenError.self) { _ = try RequestReceipt(text: Data(text.utf8)) }
    }

    private static func changed(_ old: String, _ new: String) -> String {
        full.replacingOccurrences(of: old, with: new)
    }

    @Test("a receipt with all members: is read and written byte for byte")
    func roundTrip() throws {
        let receipt = try RequestReceipt(text: Data(Self.full.utf8))
        #expect(String(decoding: try receipt.text(), as: UTF8.self) == Self.full)
        #expect(receipt.number == 2 && receipt.status == .succeeded && receipt.address == RequestTexts.recipient)
        let transaction = try #require(receipt.transactions?.first)
        #expect(transaction.transactionID?.hex == RequestTexts.hash && transaction.blockNumber == 7)
        #expect(transaction.noteIDs == [try NoteID(RequestTexts.hash)])
        #expect("\(receipt)" == "receipt 2 of request 41c9ebbcfea9a373b774b8eeab4320af (succeed)")
    }

    @Test("unknown members at any level: are ignored")
    func unknown() throws {
        let text = Self.changed(#""status""#, #""extra":{"a":1},"status""#)
        #expect(try RequestReceipt(text: Data(text.utf8)) == RequestReceipt(text: Data(Self.full.utf8)))
        let error = #""error":{"code":"declined","extra":1,"message":"The user declined"},"#
        let withError = Self.changed(#""issuedAt""#, error + #""issuedAt""#)
        #expect(try RequestReceipt(text: Data(withError.utf8)).error == .declined)
    }

    private static let wrong: [(String, String)] = [
        ("[]", "object"), ("{", "JSON"), (changed(#""number":2"#, #""number":2,"number":2"#), "number is repeated"),
        (changed(#""blockNumber":7"#, #""blockNumber":7,"x":1,"x":2"#), "x is repeated"),
        (changed(#""number":2"#, #""number":0"#), "number"), (changed(#""number":2"#, #""number":5"#), "number"),
        (changed(#""number":2"#, #""number":1e0"#), "number"), (changed("1795780860", "1.5"), "issuedAt"),
        (changed("testnet", "moon"), "network"), (changed("sendCoin", "fly"), "action"),
        (changed(#""status":"succeed","transactions""#, #""status":"requested","transactions""#), "status"),
        (changed(#""status":"succeed","transactions""#, #""status":"expired","transactions""#), "status"),
        (changed(#""status":"succeed","txHash""#, #""status":"expired","txHash""#), "transactions[0].status"),
        (changed(#""status":"succeed","txHash""#, #""status":"cancelled","txHash""#), "transactions[0].status"),
        (changed(digest, String(digest.dropLast())), "requestDigest"), (changed("41c9ebbc", "41C9ebbc"), "requestId"),
        (changed(#","publicKey":"\#(key)""#, ""), "publicKey"), (changed(key, "AQID"), "publicKey"),
        (changed(#""AQID""#, #""AQI""#), "signature"), (changed("yj\"", "yk\""), "address"),
        (changed("\"blockNumber\":7", "\"blockNumber\":4294967296"), "transactions[0].blockNumber"),
        (changed("[\"0x1", "[\"1"), "transactions[0].noteIds[0]"),
        (changed("\"0x1", "\"0X1"), "transactions[0].txHash"),
        (changed("[\(transaction)]", "[]"), "transactions"),
        (
            changed("[\(transaction)]", "[\(Array(repeating: transaction, count: 17).joined(separator: ","))]"),
            "transactions"
        ),
        (full + String(repeating: " ", count: 8193 - full.utf8.count), "large"),
    ]

    @Test("what is not of the form: is refused by the member's name", arguments: wrong)
    func refused(text: String, place: String) {
        let error = Self.refusal(of: text)
        #expect(error?.kind == .invalidReceiptForm && error?.code == .invalidParameter)
        #expect(error?.message.contains(place) == true)
    }

    @Test("a receipt at the limits: is read")
    func limits() throws {
        let padded = Self.full + String(repeating: " ", count: 8192 - Self.full.utf8.count)
        #expect(try RequestReceipt(text: Data(padded.utf8)).number == 2)
        let sixteen = "[\(Array(repeating: #"{"status":"requested"}"#, count: 16).joined(separator: ","))]"
        let text = Self.changed("[\(Self.transaction)]", sixteen)
        #expect(try RequestReceipt(text: Data(text.utf8)).transactions?.count == 16)
    }

    @Test("a receipt of another version, or with an address of another network: is refused as such")
    func others() {
        #expect(Self.refusal(of: Self.changed(#""version":1"#, #""version":2"#))?.kind == .unsupportedRequestVersion)
        #expect(Self.refusal(of: Self.changed("testnet", "devnet"))?.kind == .requestWrongNetwork)
    }

    @Test("a signed receipt: is read and written, and ignores unknown members")
    func signed() async throws {
        let receipt = try RequestReceipt(text: Data(Self.full.utf8))
        let signed = try await SignedReceipt(receipt) { $0.prefix(3) }
        #expect(signed.signature == Data("{\"a".utf8) && signed.text == Data(Self.full.utf8))
        #expect(try SignedReceipt(signed.data) == signed)
        let extended = String(decoding: signed.data.dropLast(), as: UTF8.self) + #","extra":1}"#
        #expect(try SignedReceipt(Data(extended.utf8)) == signed)
        for other in ["", "[]", "{}", #"{"receipt":1}"#, #"{"receipt":"e30="}"#, #"{"receipt":"e30"}"#] {
            let error = #expect(throws: MidenError.self) { _ = try SignedReceipt(Data(other.utf8)) }
            #expect(error?.kind == .invalidReceiptForm)
        }
        let large = #","extra":"\#(String(repeating: "a", count: SignedReceipt.largestData))"}"#
        let tooLarge = String(decoding: signed.data.dropLast(), as: UTF8.self) + large
        let error = #expect(throws: MidenError.self) { _ = try SignedReceipt(Data(tooLarge.utf8)) }
        #expect(error?.kind == .invalidReceiptForm)
    }

    @Test("a receipt of another request: is not sealed")
    func otherRequest() async throws {
        let text = Self.changed("22344dca", "00000000")
        let receipt = try await SignedReceipt(RequestReceipt(text: Data(text.utf8))) { _ in nil }
        let request = try SignedRequest(RequestVectors.read().signedRequest)
        #expect(throws: MidenError.self) { _ = try receipt.sealed(for: request) }
    }
}
