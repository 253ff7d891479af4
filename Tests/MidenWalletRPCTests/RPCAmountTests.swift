import Foundation
import MidenWalletRPC
import Testing

@Suite("Amounts in parameters")
struct RPCAmountTests {
    private struct Payment: Codable {
        let amount: RPCAmount
    }

    private static let amounts: [(String, UInt64)] = [
        ("0", 0), ("1000", 1000), ("9007199254740993", 9_007_199_254_740_993),
        ("9223372036854775808", 9_223_372_036_854_775_808), ("18446744073709551615", .max),
    ]

    @Test("digits, as a number or as a string: are read exactly", arguments: amounts)
    func exact(digits: String, baseUnits: UInt64) throws {
        for form in [digits, "\"\(digits)\""] {
            let text = try JSONText(Data(#"{"amount": \#(form) }"#.utf8))
            #expect(try text.decoded(as: Payment.self).amount == RPCAmount(baseUnits: baseUnits))
        }
    }

    @Test("an amount: is written as a string of digits")
    func written() throws {
        let text = try JSONText(encoding: Payment(amount: RPCAmount(baseUnits: .max)))
        #expect(String(decoding: text.data, as: UTF8.self) == #"{"amount":"18446744073709551615"}"#)
    }

    private static let others = [
        "18446744073709551616", "1e3", "1E3", "1.0", "1.5", "-1", "-0", "null", "true", "[]", "[5]", "{}",
        #""18446744073709551616""#, #""1e3""#, #""0x10""#, #"" 5""#, #""5 ""#, #""+5""#, #""-1""#, #""1.0""#,
        #""1_000""#,
        #""007""#, #""""#, #""NaN""#, #""٣""#,
    ]

    @Test("anything else: is refused", arguments: others)
    func refused(form: String) throws {
        let text = try JSONText(Data(#"{"amount": \#(form)}"#.utf8))
        #expect(throws: DecodingError.self) { try text.decoded(as: Payment.self) }
    }

    @Test("a number beside members of the same name elsewhere: is the one of its own object")
    func nested() throws {
        struct Order: Decodable {
            let payment: Payment
            let amount: RPCAmount
        }
        let text = try JSONText(Data(#"{"other":{"amount":1},"payment":{"amount":2},"amount":3}"#.utf8))
        let order = try text.decoded(as: Order.self)
        #expect(order.payment.amount.baseUnits == 2)
        #expect(order.amount.baseUnits == 3)
    }

    @Test("a number that another decoder reads: is refused, since that decoder rounds it")
    func otherDecoder() throws {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Payment.self, from: Data(#"{"amount":1e3}"#.utf8))
        }
        let digits = try JSONDecoder().decode(Payment.self, from: Data(#"{"amount":"1000"}"#.utf8))
        #expect(digits.amount.baseUnits == 1000)
    }
}
