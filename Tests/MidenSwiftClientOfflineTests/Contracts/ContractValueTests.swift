import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("Values of contracts")
struct ContractValueTests {
    private static let account: AccountID = .of("0x5401ef36815e47d14b651e8e968153")

    /// Its fields are those of ``entryType``.
    private struct Entry: FeltCodable, Equatable {
        static let contractType = entryType

        enum Side: String, Codable {
            case buy = "BUY"
            case sell = "SELL"
        }

        let owner: AccountID
        let amount: UInt64
        let side: Side
        let flags: [Bool]
    }

    private static let entryType = ContractType.structure(
        name: "Entry",
        fields: [
            .init(
                "owner",
                .structure(name: "AccountId", fields: [.init("suffix", .felt), .init("prefix", .felt)])
            ),
            .init("amount", .u64),
            .init(
                "side",
                .enumeration(
                    name: "Side",
                    discriminant: .u8,
                    variants: [.init("BUY", UInt8(0)), .init("SELL", UInt8(5))]
                )
            ),
            .init("flags", .array(of: .bool, length: 2)),
        ]
    )

    private static let entry = Entry(owner: account, amount: .max, side: .sell, flags: [true, false])

    private func failure(_ body: () throws -> Void) throws -> MidenError {
        let error = try #require(throws: MidenError.self) { try body() }
        #expect(error.code == .invalidParameter)
        return error
    }

    @Test("A Codable type, a literal and JSON: the same value has the same elements")
    func sameElements() throws {
        let literal: ContractValue = [
            "owner": "0x5401ef36815e47d14b651e8e968153", "amount": "18446744073709551615", "side": "SELL",
            "flags": [true, false],
        ]
        let felts = try Self.entry.felts()
        #expect(felts.count == 7)
        #expect(felts.dropFirst(2) == [0xffff_ffff, 0xffff_ffff, 5, 1, 0])
        #expect(try ContractValue(encoding: Self.entry) == literal)
        #expect(try ContractValue(json: literal.json) == literal)
        #expect(try literal.felts(of: Self.entryType) == felts)
        #expect(try ContractValue(felts: felts, of: Self.entryType) == literal)
        #expect(try Entry(felts: felts) == Self.entry)
        #expect(try literal.decoded(as: Entry.self) == Self.entry)
    }

    @Test("Integers: beyond 2⁵³ − 1 they are digits, and read as numbers")
    func integers() throws {
        #expect(ContractValue(9_007_199_254_740_991) == .integer(9_007_199_254_740_991))
        #expect(ContractValue(9_007_199_254_740_992) == .text("9007199254740992"))
        #expect(ContractValue(-9_007_199_254_740_992) == .text("-9007199254740992"))
        #expect(ContractValue(UInt64.max) == .text("18446744073709551615"))
        #expect(try ContractValue(json: "18446744073709551615").decoded(as: UInt64.self) == .max)
        #expect(try ContractValue("-5").decoded(as: Int8.self) == -5)
        for number in [Int64.min, -1, 0, .max] {
            #expect(try Int64(felts: number.felts()) == number)
        }
        #expect(try Int8(-1).felts() == [0xffff_ffff])
        #expect(try UInt64(1 << 32).felts() == [0, 1])
        if #available(macOS 15, iOS 18, *) {
            #expect(try UInt128.max.felts() == Array(repeating: 0xffff_ffff, count: 4))
            #expect(try Int128(felts: Int128.min.felts()) == .min)
        }
        #expect(try failure { _ = try ContractValue(300).felts(of: .u8) }.kind == .invalidValue)
        #expect(try failure { _ = try ContractValue(300).decoded(as: UInt8.self) }.kind == .invalidValue)
        #expect(try failure { _ = try UInt8(felts: [256]) }.kind == .invalidValue)
        #expect(try failure { _ = try ContractValue(encoding: [1.5]) }.kind == .invalidValue)
    }

    @Test("Types of the protocol: the elements are those of the words and ids")
    func protocolTypes() throws {
        let word = Word([1, 2, 3, 4])
        #expect(try word.felts() == word.elements)
        #expect(try Word(felts: word.elements) == word)
        #expect(try Felt(7).felts() == [7])
        #expect(try AccountID(felts: Self.account.felts()) == Self.account)
        #expect(try NoteType.public.felts() == [1])
        #expect(try NoteType(felts: [0]) == .private)
        #expect(try failure { _ = try NoteType(felts: [2]) }.kind == .invalidValue)
        #expect(try failure { _ = try AccountID(felts: [1, 2]) }.kind == .invalidValue)
        let asset = ContractType.structure(name: "Asset", fields: [.init("id", .word), .init("value", .word)])
        let amount: ContractValue = ["faucet_id": "0x5401ef36815e47d14b651e8e968153", "amount": 7]
        let felts = try amount.felts(of: asset)
        #expect(felts.count == 8)
        #expect(try ContractValue(felts: felts, of: asset) == amount)
    }

    @Test("A number of 256 bits: digits, limbs and elements agree at the bounds")
    func largeNumbers() throws {
        let digits = [
            ("0", UInt256(0)), ("18446744073709551616", UInt256(limbs: 0, 1, 0, 0)),
            ("10000000000000000000", UInt256(10_000_000_000_000_000_000)),
            ("115792089237316195423570985008687907853269984665640564039457584007913129639935", .max),
        ]
        for (text, number) in digits {
            #expect(try UInt256(text) == number)
            #expect(number.description == text)
            #expect(try UInt256(felts: number.felts()) == number)
        }
        #expect(try UInt256(limbs: 1 << 32, 0, 0, 2).felts() == [0, 1, 0, 0, 0, 0, 2, 0])
        #expect(UInt256(limbs: .max, 0, 0, 0) < UInt256(limbs: 0, 1, 0, 0))
        for text in [
            "", "-1", "+1", "1.0", "115792089237316195423570985008687907853269984665640564039457584007913129639936",
        ] {
            #expect(try failure { _ = try UInt256(text) }.kind == .invalidValue)
        }
    }

    @Test("Account ids in both orders, assets and words as four elements are Swift values")
    func protocolValues() throws {
        let prefixFirst = try PrefixFirstAccountID(Self.account).felts()
        #expect(try prefixFirst.reversed() == Self.account.felts())
        #expect(try PrefixFirstAccountID(felts: prefixFirst).id == Self.account)
        let asset = FungibleAsset(faucetId: Self.account, amount: 1 << 60, symbol: "A", decimals: 6)
        #expect(try FungibleAsset(felts: asset.felts()) == FungibleAsset(faucetId: Self.account, amount: 1 << 60))
        for type in [ContractType.word, .array(of: .felt, length: 4)] {
            let felts = try ContractValue(encoding: [1, 2, 3, 4]).felts(of: type)
            #expect(felts == [1, 2, 3, 4])
            #expect(try ContractValue(felts: felts, of: type).decoded(as: [Felt].self) == [1, 2, 3, 4])
        }
    }

    @Test("Names that Swift does not tell apart: types and values with both are refused")
    func twins() throws {
        let type = ContractType.structure(fields: [.init("\u{e9}", .u8), .init("e\u{301}", .u8)])
        #expect(try failure { _ = try ContractValue(felts: [1, 2], of: type) }.kind == .unsupportedType)
        let nested = ContractType.array(of: type, length: 1)
        #expect(try failure { _ = try ([[:]] as ContractValue).felts(of: nested) }.kind == .unsupportedType)
        // The sign for kelvin is the letter K to Swift.
        for json in [#"{"K": 1, "\u212A": 2}"#, "[{\"a:\\\"\": 0, \"\u{e9}\": 1, \"e\u{301}\": 2}]"] {
            #expect(try failure { _ = try ContractValue(json: json) }.kind == .invalidValue)
        }
        #expect(try ContractValue(json: #"{"a:\"{[": ":", "b": [{}]}"#) == ["a:\"{[": ":", "b": [[:]]])
    }

    @Test("Deep values: 64 levels are read, and one more is refused")
    func depth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
        }
        #expect(try ContractValue(json: nested(64)).json == nested(64))
        for depth in [65, 100_000] {
            let error = try failure { _ = try ContractValue(json: nested(depth)) }
            #expect(error.kind == .invalidValue && error.message.contains("deeper than 64"))
        }
    }

    @Test("Types of storage: a symbol has one element")
    func storageTypes() throws {
        let symbol = ContractType.storage("miden::standards::faucets::fungible::token_symbol")
        let felts = try ContractValue("MIDEN").felts(of: symbol)
        #expect(felts.count == 1)
        #expect(try ContractValue(felts: felts + [0, 0, 0], of: symbol) == "MIDEN")
        #expect(try failure { _ = try ContractValue("miden").felts(of: symbol) }.kind == .invalidValue)
        #expect(try failure { _ = try ContractValue(1).felts(of: .storage("u64")) }.kind == .unsupportedType)
    }

    @Test("A part that does not fit: the error has its place")
    func places() throws {
        let type = ContractType.structure(fields: [.init("by", .structure(fields: [.init("amount", .u8)]))])
        for (value, place) in [
            (["by": ["amount": 256]], "by.amount: "),
            (["by": [:]], "by.amount: "),
            (["by": ["amount": 1, "more": 2]], "by.more: "),
            ([:], "by: "),
        ] as [(ContractValue, String)] {
            let error = try failure { _ = try value.felts(of: type) }
            #expect(error.kind == .invalidValue)
            #expect(error.message.hasPrefix(place), "\(error.message)")
        }
        let twice = try failure { _ = try ContractValue(json: #"{"by": {"amount": 1, "amount": 2}}"#) }
        #expect(twice.message == "by.amount: the field is given twice.")
        let decoded = try failure {
            _ = try (["owner": "0x00"] as ContractValue).decoded(as: Entry.self)
        }
        #expect(decoded.kind == .invalidValue)
    }

    @Test("A type that no call can pass: it is refused by its name with the reason")
    func unsupportedTypes() throws {
        let type = ContractType.unsupported(name: "f64", reason: "f64")
        let error = try failure { _ = try ContractValue(1).felts(of: type) }
        #expect(error.kind == .unsupportedType)
        #expect(error.message == "f64 is a floating-point number: no call can pass a value of it.")
    }

    @Test("A value as text: the fields of objects are in alphabetical order")
    func text() throws {
        let value: ContractValue = ["b": [1, true], "a": "x\"\\\n", "c": [:]]
        #expect(value.json == #"{"a":"x\"\\\u000a","b":[1,true],"c":{}}"#)
        #expect(try ContractValue(json: value.json) == value)
        #expect((["b": [1, true], "a": "x"] as ContractValue).description == "{ a: x, b: [1, true] }")
    }

    @Test("A type is read as it is written")
    func types() throws {
        let types: [ContractType] = [
            .felt, .word, .bool, .i8, .i16, .i32, .i64, .i128, .u8, .u16, .u32, .u64, .u128, .u256,
            .tuple(name: "Pair", elements: [.u8, .word]), .storage("u8"), Self.entryType,
            .unsupported(name: "Odd", reason: "pointer"),
        ]
        #expect(try JSONDecoder().decode([ContractType].self, from: JSONEncoder().encode(types)) == types)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ContractType.self, from: Data(#"{"kind": "odd"}"#.utf8))
        }
    }
}
