import Foundation
import Testing

@testable import MidenSwiftClient

@Suite("Swift values in words of storage")
struct StorageCodingTests {
    private typealias Form = ContractInterface.WordForm

    private static func element(_ name: String?, _ type: String) -> ContractInterface.ElementForm {
        ContractInterface.ElementForm(name: name, description: nil, type: type, default: nil)
    }

    private static func slot(_ content: ContractInterface.Slot.Content) -> ContractInterface.Slot {
        ContractInterface.Slot(name: "tests::slot", description: nil, content: content)
    }

    private static let felts = Form.elements(["a", "b", "c", "d"].map { element($0, "felt") })
    private static let pair = Form.elements([
        element("low", "u8"), element("high", "u32"), element(nil, "void"), element(nil, "void"),
    ])
    private static let single = Form.elements([
        element(nil, "void"), element("level", "u8"), element(nil, "void"), element(nil, "void"),
    ])

    private struct Pair: FeltCodable, Hashable {
        static let contractType = ContractType.structure(fields: [.init("low", .u32), .init("high", .u32)])

        var low: UInt32
        var high: UInt32
    }

    private struct Levels: FeltCodable, Hashable {
        static let contractType = ContractType.array(of: .u8, length: 3)

        var levels: [UInt8]

        init(_ levels: [UInt8]) { self.levels = levels }
        init(from decoder: any Decoder) throws { levels = try [UInt8](from: decoder) }
        func encode(to encoder: any Encoder) throws { try levels.encode(to: encoder) }
    }

    private struct Many: FeltCodable {
        static let contractType = ContractType.array(of: .array(of: .word, length: .max), length: .max)
    }

    private func message(_ body: () throws -> Void) -> String {
        let error = #expect(throws: MidenError.self) { try body() }
        #expect(error?.kind == .invalidValue)
        return error?.message ?? ""
    }

    private func expectRoundTrip<Value: FeltCodable & Equatable>(_ value: Value, _ felts: [Felt]) throws {
        let word = try Self.felts.word(of: value, coding: .layout, in: "tests::slot")
        #expect(word == Word(felts), "\(Value.self)")
        #expect(try Self.felts.value(of: word, coding: .layout, in: "tests::slot") == value)
        #expect(try felts == value.felts())
    }

    @Test("By layout a value of each type is its elements, and the rest is zero")
    func layout() throws {
        try expectRoundTrip(true, [1])
        try expectRoundTrip(Int8.min, Int8.min.felts())
        try expectRoundTrip(Int16.min, Int16.min.felts())
        try expectRoundTrip(Int32.min, Int32.min.felts())
        try expectRoundTrip(Int64.min, Int64.min.felts())
        try expectRoundTrip(UInt8.max, [255])
        try expectRoundTrip(UInt16.max, [65_535])
        try expectRoundTrip(UInt32.max, [4_294_967_295])
        try expectRoundTrip(UInt64.max, [4_294_967_295, 4_294_967_295])
        if #available(macOS 15, iOS 18, *) {
            try expectRoundTrip(Int128.min, Int128.min.felts())
            try expectRoundTrip(UInt128.max, Array(repeating: 4_294_967_295, count: 4))
        }
        try expectRoundTrip(Felt(Felt.modulus - 1), [Felt(Felt.modulus - 1)])
        try expectRoundTrip(Word([1, 2, 3, 4]), [1, 2, 3, 4])
        try expectRoundTrip(NoteType.public, [1])
        try expectRoundTrip(Pair(low: 1, high: 2), [1, 2])
        try expectRoundTrip(Levels([1, 2, 3]), [1, 2, 3])
        let account = try AccountID("0x5401ef36815e47d14b651e8e968153")
        try expectRoundTrip(account, account.felts())
    }

    @Test("By layout a value of more than four elements is refused with the count")
    func tooLong() throws {
        let slot = Self.slot(.value(Self.felts))
        let wide = message { _ = try slot.initial(UInt256("1"), coding: .layout) }
        #expect(wide == "tests::slot: a value of the type UInt256 has 8 elements, and a word has four.")
        let read = message {
            let _: UInt256 = try Self.felts.value(of: .zero, coding: .layout, in: "tests::slot")
        }
        #expect(read == wide)
        let many = message { let _: Many = try Self.felts.value(of: .zero, coding: .layout, in: "tests::slot") }
        #expect(many.hasSuffix("and a word has four."))
    }

    @Test("By layout the rest of a word has to be zero, and each element of the type that the schema declares")
    func layoutOfAnotherForm() throws {
        let rest = message {
            let _: UInt32 = try Self.felts.value(of: Word([1, 2]), coding: .layout, in: "tests::slot")
        }
        #expect(rest == "tests::slot: a value of the type UInt32 has 1 element, and the rest of the word is not zero.")
        let element = message {
            _ = try Self.slot(.value(Self.pair)).initial(Pair(low: 256, high: 1), coding: .layout)
        }
        #expect(element.hasPrefix("tests::slot.low: "), "\(element)")
        let third = message { _ = try Self.slot(.value(Self.pair)).initial(Word([1, 2, 3]), coding: .layout) }
        #expect(third.hasPrefix("tests::slot: "), "\(third)")
    }

    @Test("By schema a form with one named element is that element, and one with several is an object of them")
    func schema() throws {
        let pair = Self.slot(.value(Self.pair))
        #expect(try pair.initial(Pair(low: 1, high: 2)) == InitialStorageSlot("tests::slot", value: Word([1, 2])))
        let single = Self.slot(.value(Self.single))
        #expect(try single.initial(UInt32(7)) == InitialStorageSlot("tests::slot", value: Word([0, 7])))
        #expect(try Self.single.value(of: Word([0, 7]), coding: .schema, in: "tests::slot") == UInt8(7))
        let whole = Form.whole(type: "u8", default: nil)
        #expect(try whole.word(of: UInt8(9), coding: .schema, in: "tests::slot") == Word([9]))
        #expect(try whole.value(of: Word([9]), coding: .schema, in: "tests::slot") == UInt64(9))
    }

    @Test("By schema what is refused names slot and element")
    func refusedBySchema() throws {
        let pair = Self.slot(.value(Self.pair))
        #expect(message { _ = try pair.initial(Pair(low: 256, high: 1)) }.hasPrefix("tests::slot.low: "))
        #expect(message { _ = try pair.initial(UInt8(1)) } == "tests::slot: an object of the elements is expected.")
        let single = message { _ = try Self.slot(.value(Self.single)).initial(UInt32(256)) }
        #expect(single.hasPrefix("tests::slot.level: "), "\(single)")
        let other = message { _ = try Self.slot(.value(Self.felts)).initial(Pair(low: 1, high: 2)) }
        #expect(other == "tests::slot.a: the element is missing, and has no default.")
        let read = message {
            let _: Pair = try Self.pair.value(of: Word([256, 1]), coding: .schema, in: "tests::slot")
        }
        #expect(read.hasPrefix("tests::slot.low: "), "\(read)")
        let typed = message {
            let _: Bool = try Self.single.value(of: Word([0, 7]), coding: .schema, in: "tests::slot")
        }
        #expect(typed.hasPrefix("tests::slot: "), "\(typed)")
    }

    @Test("A map has its entries in the order of their keys, and what is refused names the key")
    func maps() throws {
        let map = Self.slot(.map(key: Self.single, value: Self.pair))
        let slot = try map.initial([UInt8(9): Pair(low: 1, high: 2), 3: Pair(low: 4, high: 5)])
        #expect(
            slot
                == InitialStorageSlot(
                    "tests::slot",
                    entries: [
                        .init(key: Word([0, 3]), value: Word([4, 5])), .init(key: Word([0, 9]), value: Word([1, 2])),
                    ]
                )
        )
        let value = message { _ = try map.initial([UInt8(9): Pair(low: 256, high: 0)]) }
        #expect(value.hasPrefix("The key 9: tests::slot.low: "), "\(value)")
        let key = message { _ = try map.initial([UInt32(256): Pair(low: 1, high: 0)]) }
        #expect(key.hasPrefix("The key 256: tests::slot.level: "), "\(key)")
    }

    @Test("A map in place of a value, and a value in place of a map, are refused")
    func otherKind() {
        let map = Self.slot(.map(key: Self.single, value: Self.pair))
        #expect(
            message { _ = try map.initial(UInt8(1)) } == "tests::slot: the slot is a map, and one value was given."
        )
        let value = Self.slot(.value(Self.pair))
        #expect(
            message { _ = try value.initial([UInt8(1): UInt8(1)]) }
                == "tests::slot: the slot is a value, and a map was given."
        )
    }

    @Test("An array of slots has a value, the default or zero for each slot, and is refused with more values")
    func arrays() async throws {
        let interface = try await TypedVault.package().interface
        let names = TypedVault.partSlots
        let words = (1...3).map { Word([Felt(integerLiteral: $0)]) }
        // The last one has a default.
        #expect(
            try interface.slots(names, values: Array(words.prefix(2)))
                == zip(names, [words[0], words[1], Word([9])]).map { .init($0, value: $1) }
        )
        // What is of numbers alone is zero behind the values.
        #expect(
            try interface.slots(names, values: [Word([7])])
                == zip(names, [Word([7]), .zero, Word([9])]).map { .init($0, value: $1) }
        )
        #expect(try interface.slots(names, values: words) == zip(names, words).map { .init($0, value: $1) })
        #expect(
            message { _ = try interface.slots(names, values: words + [.zero]) }
                == "\(names[0]): 4 values were given for 3 slots."
        )
        let map = message { _ = try interface.slots(["tests::vault::rates"], values: [Word]()) }
        #expect(map == "tests::vault::rates: the slot is a map, and not a part of an array.")
        let unknown = #expect(throws: MidenError.self) { _ = try interface.slots(["tests::other"], values: [Word]()) }
        #expect(unknown?.kind == .undeclaredSlot)
    }

    @Test("An array of keys with fewer values than slots is refused, since zero is no key")
    func arrayOfKeys() throws {
        let names = ["tests::key_0", "tests::key_1"]
        let slots = names.map {
            #"{"kind":"value","name":"\#($0)","word":{"kind":"whole","type":"miden::standards::auth::pub_key"}}"#
        }
        let interface = try ContractInterface(
            json: Data(
                """
                {"format_version":1,"name":"tests","version":"1.0.0","procedures":[],"types":[],"constants":[],"errors":[],
                "component":{"name":"tests","description":"","version":"1.0.0","slots":[\(slots.joined(separator: ","))]}}
                """.utf8
            )
        )
        #expect(
            message { _ = try interface.slots(names, values: [Word([7])]) }
                == "\(names[1]): 1 value was given for 2 slots, and the schema has no default for this one."
        )
        let none = message { _ = try interface.slots(names, values: [Word]()) }
        #expect(none.hasPrefix("\(names[0]): 0 values were given for 2 slots, "), "\(none)")
        let keys = [Word([7]), Word([8])]
        #expect(try interface.slots(names, values: keys) == zip(names, keys).map { .init($0, value: $1) })
    }

    @Test(
        "A slot without a value has the default of the schema, as the word of the text",
        arguments: [
            ("bool", "true", Word([1])), ("bool", "0", .zero), ("u8", "255", Word([255])), ("u16", "0xff", Word([255])),
            ("felt", "18446744069414584320", Word([18_446_744_069_414_584_320])), ("void", nil, .zero),
            // Not the number 5.
            ("word", "0x" + String(repeating: "0", count: 63) + "5", Word([0, 0, 0, 360_287_970_189_639_680])),
        ] as [(String, String?, Word)]
    )
    func defaults(type: String, text: String?, word: Word) throws {
        #expect(try ContractInterface.WordForm.whole(type: type, default: text).defaultWord(in: "a::x") == word)
    }

    @Test("A default that is none of its type is refused with the name of the slot")
    func wrongDefault() {
        let form = ContractInterface.WordForm.whole(type: "u8", default: "256")
        let refusal = message { _ = try form.defaultWord(in: "a::x") }
        #expect(refusal.hasPrefix("a::x: "), "\(refusal)")
    }

    @Test("Elements have their defaults, and are no word if one with a name has none")
    func defaultElements() throws {
        let first = ContractInterface.ElementForm(name: "a", description: nil, type: "u8", default: "7")
        let second = ContractInterface.ElementForm(name: "b", description: nil, type: "u8", default: nil)
        let zero = ContractInterface.ElementForm(name: nil, description: nil, type: "void", default: nil)
        let form = ContractInterface.WordForm.elements([zero, first, zero, zero])
        #expect(try form.defaultWord(in: "a::x") == Word([0, 7]))
        #expect(try ContractInterface.WordForm.elements([first, second, zero, zero]).defaultWord(in: "a::x") == nil)
    }
}
