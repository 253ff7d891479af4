import MidenSwiftClient
import Testing

@Suite("Amounts")
struct AmountTests {
    @Test(
        "Read and shown exactly",
        arguments: [
            ("1.5", 6, 1_500_000, "1.5"),
            ("12", 6, 12_000_000, "12"),
            ("0.000001", 6, 1, "0.000001"),
            ("0", 6, 0, "0"),
            ("007.10", 6, 7_100_000, "7.1"),
            ("18446744073709551615", 0, UInt64.max, "18446744073709551615"),
            ("18446744073709.551615", 6, UInt64.max, "18446744073709.551615"),
            ("0.18446744073709551615", 20, UInt64.max, "0.18446744073709551615"),
            ("9007199254.740993", 6, (1 << 53) + 1, "9007199254.740993"),
        ] as [(String, UInt8, UInt64, String)]
    )
    func exact(text: String, decimals: UInt8, baseUnits: UInt64, shown: String) throws {
        let amount = try Amount(text, decimals: decimals)
        #expect(amount.baseUnits == baseUnits)
        #expect(amount.formatted(decimals: decimals) == shown)
        #expect(amount.formatted == shown)
        #expect(try Amount(shown, decimals: decimals) == amount)
    }

    @Test("Shown with more decimals than an amount has digits")
    func manyDecimals() {
        #expect(Amount(1).formatted(decimals: 30) == "0.000000000000000000000000000001")
        #expect(Amount(0).formatted(decimals: 255) == "0")
    }

    @Test(
        "What is wrong with a text is said",
        arguments: [
            ("", "“” is not an amount: it is empty."),
            ("-1", "“-1” is not an amount: it must be positive."),
            ("+1", "“+1” is not an amount: it must not have a sign."),
            ("1,5", "“1,5” is not an amount: “,” is neither a digit nor the decimal point."),
            ("1 000", "“1 000” is not an amount: “ ” is neither a digit nor the decimal point."),
            ("1e3", "“1e3” is not an amount: “e” is neither a digit nor the decimal point."),
            ("٣", "“٣” is not an amount: “٣” is neither a digit nor the decimal point."),
            ("1\u{301}", "“1\u{301}” is not an amount: “1\u{301}” is neither a digit nor the decimal point."),
            ("1.2.3", "“1.2.3” is not an amount: it has more than one decimal point."),
            (".5", "“.5” is not an amount: the decimal point needs digits on both sides."),
            ("5.", "“5.” is not an amount: the decimal point needs digits on both sides."),
            (".", "“.” is not an amount: the decimal point needs digits on both sides."),
            ("1.2345678", "“1.2345678” is not an amount: it has 7 decimals, and the token has 6."),
            (
                "18446744073709.551616",
                "“18446744073709.551616” is not an amount: it is more than 18446744073709551615 base units."
            ),
            (
                "99999999999999999999999",
                "“99999999999999999999999” is not an amount: it is more than 18446744073709551615 base units."
            ),
        ]
    )
    func wrong(text: String, sentence: String) {
        let error = #expect(throws: MidenError.self) { try Amount(text, decimals: 6) }
        #expect(error?.code == .invalidParameter)
        #expect(error?.kind == .invalidAmount)
        #expect(error?.localizedDescription == sentence)
    }

    @Test("A literal is base units, and amounts have an order")
    func literals() throws {
        let amount: Amount = 1_000_000
        #expect(amount.baseUnits == 1_000_000 && amount.decimals == nil && amount.faucetId == nil)
        #expect(try amount < 1_000_001 && amount > 999_999 && amount <= 1_000_000 && amount >= 1_000_000)
        #expect(try !(amount < 1_000_000) && !(amount > 1_000_000) && !(amount <= 999_999) && !(amount >= 1_000_001))
        #expect("\(amount)" == "1000000" && amount.formatted == "1000000")
    }
}
