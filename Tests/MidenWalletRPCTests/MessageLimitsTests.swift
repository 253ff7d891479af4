import Foundation
import MidenWalletRPC
import Testing

@Suite("Messages")
struct MessageLimitsTests {
    private static func refusal(of data: Data) -> RPCRefusal? {
        #expect(throws: RPCRefusal.self) { try RPCRequest(reading: data) }
    }

    private static func request(padding: String = "", count: Int = 0) -> Data {
        let end = #"{"jsonrpc":"2.0","version":1,"id":"a","method":"M","params":{"x":"\#(padding)"}}"#
        return Data((String(repeating: " ", count: count) + end).utf8)
    }

    @Test("size: 1 MiB is read, one byte more is refused before it is looked at")
    func size() throws {
        let room = JSONText.largestSize - Self.request().count
        #expect(try RPCRequest(reading: Self.request(count: room)).method == "M")
        let refusal = Self.refusal(of: Self.request(count: room + 1))
        #expect(refusal?.id == nil)
        #expect(refusal?.error == .payloadTooLarge)
        #expect(Self.refusal(of: Data(count: JSONText.largestSize + 1))?.error == .payloadTooLarge)
    }

    @Test("size: a result that makes the response too large is replaced by an internal error")
    func largeResult() throws {
        let id = try #require(RPCID("a"))
        let result = try JSONText(encoding: ["x": String(repeating: "x", count: JSONText.largestSize)])
        let response = RPCResponse(id: id, result: result)
        #expect(response.data == RPCResponse(id: id, error: .internalError).data)
    }

    @Test(
        "encodings: other than UTF-8 without a byte order mark are refused",
        arguments: [
            String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf16, .utf32LittleEndian, .utf32BigEndian,
        ]
    )
    func encodings(encoding: String.Encoding) throws {
        let text = String(decoding: Self.request(), as: UTF8.self)
        #expect(Self.refusal(of: try #require(text.data(using: encoding)))?.error == .parse)
    }

    @Test("encodings: a byte order mark and bytes that are not UTF-8 are refused")
    func notUTF8() throws {
        #expect(Self.refusal(of: Data([0xef, 0xbb, 0xbf]) + Self.request())?.error == .parse)
        var bytes = Self.request(padding: "?")
        let place = try #require(bytes.lastIndex(of: UInt8(ascii: "?")))
        for byte: UInt8 in [0xff, 0xc3, 0x80] {
            bytes[place] = byte
            #expect(Self.refusal(of: bytes)?.error == .parse, "\(byte)")
        }
    }

    @Test(
        "JSON: what is not of its grammar is refused, also where nobody reads it",
        arguments: [
            "01", "1.", ".5", "-", "+1", "1e", "NaN", "Infinity", "0x1", "tru", "nul", "True", "'a'", "[1,]", "[,1]",
            "[1 2]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "{1:1}", "\"\\q\"", "\"\\u12g4\"", "\"\\u12\"", "\"\n\"",
            "\"\t\"", "\"", "[", "{", "]", "/* */1", "1 //", "",
        ]
    )
    func grammar(value: String) {
        let text = #"{"jsonrpc":"2.0","version":1,"id":"a","method":"M","later":\#(value)}"#
        #expect(Self.refusal(of: Data(text.utf8))?.error == .parse)
    }

    @Test(
        "JSON: every value is read, also with whitespace",
        arguments: [
            "0", "-0", "10", "-1.5e+10", "1E-2", "true", "false", "null", "[]", "[ 1 , [ 2 ] ]", "{ }",
            "{\"a\" : {\"b\":[]}}", "\"\"", "\"\\u00e9\\n\\\\\\\"\\/\"", "\"Größe 😀\"", "\r\n\t 1 \r\n\t",
        ]
    )
    func values(value: String) throws {
        let text = #"{"jsonrpc":"2.0","version":1,"id":"a","method":"M","params":{"x":\#(value)}}"#
        let request = try RPCRequest(reading: Data(text.utf8))
        #expect(try canonical(request.data) == canonical(Data(text.utf8)))
    }

    @Test("members: an unspecified one is ignored, escaped names are read, and of a repeated one the last counts")
    func members() throws {
        let text = #"""
            { "jsonrpc" : "2.0", "version": 1.0, "\u0069d": "b", "method": "A", "later": {"id": "c"}, "method": "\u004d" }
            """#
        let request = try RPCRequest(reading: Data(text.utf8))
        #expect(request == RPCRequest(id: try #require(RPCID("b")), method: "M"))
    }

    @Test("versions: as a number with an exponent or beyond integers are read as numbers")
    func versions() throws {
        for (version, code) in [
            ("2e0", RPCError.Code.unsupportedVersion), ("1e300", .unsupportedVersion), ("true", .invalidRequest),
        ] {
            let text = #"{"jsonrpc":"2.0","version":\#(version),"id":"a","method":"M"}"#
            let refusal = Self.refusal(of: Data(text.utf8))
            #expect(refusal?.error.code == code, "\(version)")
            #expect(refusal?.id == RPCID("a"), "\(version)")
        }
    }

    @Test("texts: those with quotes and control characters are escaped")
    func escapes() throws {
        let text = "\"\\/\u{0}\u{1f}\n\u{7f}\u{2028}é😀"
        let error = RPCError(code: 1, message: text)
        let message = try WalletMessage(reading: RPCResponse(id: nil, error: error).data)
        #expect(message == .response(RPCResponse(id: nil, error: error)))
    }

    @Test("ids: random ones differ and can be read")
    func ids() {
        let ids = (0..<100).map { _ in RPCID() }
        #expect(Set(ids).count == 100)
        #expect(ids.allSatisfy { $0.text.count == 32 && RPCID($0.text) == $0 })
    }
}
