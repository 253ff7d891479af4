import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("Arithmetic of amounts")
struct AmountArithmeticTests {
    private static let miden: AccountID = .of("0x2c3d4e5f60718293a4b5c6d7e8f091")
    private static let other: AccountID = .of("0x3d4e5f60718293a4b5c6d7e8f09112")

    private func kind(_ compute: () throws -> some Any) -> MidenError.Kind? {
        #expect(throws: MidenError.self) { _ = try compute() }?.kind
    }

    @Test("Is exact up to the ends of the range")
    func exact() throws {
        let one = try Amount("1.5", decimals: 6, faucetId: Self.miden)
        let two = try Amount("0.000001", decimals: 6, faucetId: Self.miden)
        #expect(try (one + two).formatted == "1.500001")
        #expect(try (one - two).formatted == "1.499999")
        #expect(try (one * 3).formatted == "4.5")
        #expect(try (one * 0).baseUnits == 0)
        #expect(try (one - one).baseUnits == 0)
        #expect(try Amount(.max) - 1 + 1 == Amount(.max))
        #expect(try Amount(.max) * UInt8(1) == Amount(.max))
        #expect(try [one, two, one].sum().baseUnits == 3_000_001)
        #expect(try [Amount]().sum() == 0)
    }

    @Test("Has no result where there can be none, and does not trap")
    func outOfRange() {
        let largest = Amount(.max)
        #expect(kind { try largest + 1 } == .amountOutOfRange)
        #expect(kind { try largest + largest } == .amountOutOfRange)
        #expect(kind { try Amount(1) - 2 } == .amountOutOfRange)
        #expect(kind { try largest * 2 } == .amountOutOfRange)
        #expect(kind { try largest * UInt64.max } == .amountOutOfRange)
        #expect(kind { try Amount(1) * -1 } == .amountOutOfRange)
        #expect(kind { try Amount(0) * Int.min } == .amountOutOfRange)
        #expect(kind { try [largest, 1].sum() } == .amountOutOfRange)
    }

    @Test("Refuses amounts of different tokens or decimals, and takes from one what the other does not say")
    func differences() throws {
        let miden = Amount(5, decimals: 6, faucetId: Self.miden)
        let strangers = [
            Amount(5, decimals: 8), Amount(5, decimals: 6, faucetId: Self.other), Amount(5, faucetId: Self.other),
        ]
        for stranger in strangers {
            #expect(kind { try miden + stranger } == .amountsDiffer)
            #expect(kind { try stranger - miden } == .amountsDiffer)
            #expect(kind { try miden < stranger } == .amountsDiffer)
            #expect(kind { try miden > stranger } == .amountsDiffer)
            #expect(kind { try miden <= stranger } == .amountsDiffer)
            #expect(kind { try stranger >= miden } == .amountsDiffer)
            #expect(kind { try [miden, stranger].sum() } == .amountsDiffer)
            #expect(miden != stranger)
        }
        #expect(try miden + 1 == Amount(6, decimals: 6, faucetId: Self.miden))
        #expect(
            try Amount(1, decimals: 6) + Amount(2, faucetId: Self.miden) == Amount(3, decimals: 6, faucetId: Self.miden)
        )
        #expect(try 7 - miden == Amount(2, decimals: 6, faucetId: Self.miden))
        #expect(try miden < 6 && 4 < miden)
    }

    @Test("Amounts are written as JSON and read back, at the ends of the range too")
    func codable() throws {
        let amounts = [
            Amount(0), Amount(.max, decimals: 255), Amount((1 << 53) + 1, decimals: 6, faucetId: Self.miden),
        ]
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for amount in amounts {
            let data = try encoder.encode(amount)
            #expect(try JSONDecoder().decode(Amount.self, from: data) == amount)
        }
        let text = String(decoding: try encoder.encode(amounts[2]), as: UTF8.self)
        #expect(text == #"{"baseUnits":"9007199254740993","decimals":6,"faucetId":"\#(Self.miden)"}"#)
        for wrong in [
            #"{}"#, #"{"baseUnits":5}"#, #"{"baseUnits":"-5"}"#, #"{"baseUnits":"1.5"}"#,
            #"{"baseUnits":"18446744073709551616"}"#, #"{"baseUnits":"5","decimals":256}"#,
            #"{"baseUnits":"5","faucetId":"alice"}"#,
        ] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(Amount.self, from: Data(wrong.utf8)) }
        }
    }

    @Test("A payment of an amount is of the amount's token")
    func payments() throws {
        let amount = try Amount("1.5", decimals: 6, faucetId: Self.miden)
        let payment = try Payment(to: Self.other, amount: amount, noteType: .private, reclaimHeight: 7)
        #expect(payment.fungibleAssets.map(\.quantity) == [amount])
        #expect(payment.noteType == .private && payment.reclaimHeight == 7)
        #expect(kind { try Payment(to: Self.other, amount: 5) } == .invalidAmount)
    }

    @Test("A token reads and makes its amounts")
    func tokens() throws {
        let token = Token(faucetId: Self.miden, symbol: "MIDEN", decimals: 6)
        #expect(try token.amount("1.5") == Amount(1_500_000, decimals: 6, faucetId: Self.miden))
        #expect(token.amount(baseUnits: 15_000).formatted == "0.015")
        #expect(kind { try token.amount("1.5000001") } == .invalidAmount)
        let unknown = Token(faucetId: Self.miden)
        #expect(kind { try unknown.amount("1") } == .invalidAmount)
        #expect(unknown.amount(baseUnits: 7).decimals == nil)
    }
}
