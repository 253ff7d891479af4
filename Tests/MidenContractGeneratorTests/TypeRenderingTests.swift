import Testing

@testable import MidenContractGenerator

@Suite("Types in generated files")
struct TypeRenderingTests {
    private let felt = SampleDocument.plain("felt")

    private func lines(_ types: [String], returning result: String? = nil) throws -> [String] {
        let procedures = result.map { [SampleDocument.procedure("post", returns: [$0])] } ?? []
        return try SampleDocument(procedures: procedures, types: types).file().lines
    }

    @Test(
        "A type without parts has its Swift type",
        arguments: [
            ("felt", "Felt"), ("word", "Word"), ("bool", "Bool"), ("i8", "Int8"), ("i64", "Int64"), ("u8", "UInt8"),
            ("u64", "UInt64"), ("i128", "Int128"), ("u128", "UInt128"), ("u256", "UInt256"),
        ]
    )
    func plain(kind: String, name: String) throws {
        let lines = try lines([], returning: SampleDocument.plain(kind))
        #expect(lines.contains("public func post() throws -> ContractCall<\(name)> {"))
        #expect(lines.contains("@available(macOS 15, iOS 18, *)") == name.hasSuffix("128"))
    }

    @Test("A struct has its fields, its type, and coding keys if a name differs")
    func structure() throws {
        let entry = SampleDocument.structure("Entry", module: "::sample", [("amount", felt), ("posted_at", felt)])
        let lines = try lines([SampleDocument.exported("Entry", entry)])
        #expect(lines.contains("public struct Entry: FeltCodable, Hashable {"))
        #expect(lines.contains("public var postedAt: Felt"))
        #expect(lines.contains(#"case postedAt = "posted_at""#))
        #expect(lines.contains(#"fields: [.init("amount", .felt), .init("posted_at", .felt)]"#))
        #expect(lines.contains("public init(amount: Felt, postedAt: Felt) {"))
    }

    @Test("A struct whose names are the same has no coding keys")
    func noCodingKeys() throws {
        let lines = try lines([SampleDocument.exported("Entry", SampleDocument.structure("Entry", [("amount", felt)]))])
        #expect(!lines.contains { $0.contains("CodingKeys") })
    }

    @Test("A tuple, and several results, are structs that are coded as arrays")
    func unkeyed() throws {
        let tuple = #"{"kind":"tuple","name":"pair","elements":[{"kind":"u8"},{"kind":"felt"}]}"#
        let document = SampleDocument(procedures: [SampleDocument.procedure("get_pair", returns: [tuple, felt])])
        let lines = try document.file().lines
        #expect(lines.contains("public struct Pair: FeltCodable, Hashable {"))
        #expect(lines.contains("element1 = try container.decode(Felt.self)"))
        #expect(lines.contains("public struct PairResult: FeltCodable, Hashable {"))
        #expect(lines.contains("public var result0: Pair"))
        #expect(lines.contains("public func getPair() throws -> ContractCall<PairResult> {"))
    }

    @Test("An enum has the names of its variants as raw values")
    func enumeration() throws {
        let side =
            #"{"kind":"enum","name":"Side","discriminant":{"kind":"u8"},"variants":[{"name":"DEFAULT","value":"7"}]}"#
        let lines = try lines([SampleDocument.exported("Side", side)])
        #expect(lines.contains("public enum Side: String, FeltCodable, CaseIterable {"))
        #expect(lines.contains(#"case `default` = "DEFAULT""#))
        #expect(lines.contains(#"variants: [.init("DEFAULT", UInt64(7))]"#))
    }

    @Test("An account id is the library's in either order of its elements, and is described in its own")
    func accountID() throws {
        let prefixFirst = SampleDocument.structure("AccountId", [("prefix", felt), ("suffix", felt)])
        let entry = SampleDocument.structure("Entry", [("owner", prefixFirst)])
        let lines = try lines([SampleDocument.exported("Entry", entry)])
        #expect(lines.contains("public var owner: AccountID"))
        #expect(lines.contains { $0.contains(#".init("owner", .prefixFirstAccountID)"#) })
    }

    @Test("One name of two structures is two types, of which the later has its module before it")
    func sameName() throws {
        let flat = SampleDocument.structure("Point", module: "::sample::shared", [("x", felt)])
        let solid = SampleDocument.structure("Point", module: "::sample::solid", [("z", felt)])
        let procedure = SampleDocument.procedure("post", takes: [("a", flat), ("b", solid)])
        let lines = try SampleDocument(procedures: [procedure]).file().lines
        #expect(lines.contains("public func post(a: Point, b: SolidPoint) throws -> ContractCall<NoResult> {"))
    }

    @Test("Two types that become one are refused with both names")
    func collision() throws {
        let types = ["fee_config", "FeeConfig"].map {
            SampleDocument.exported($0, SampleDocument.structure($0, module: "::sample", [("\($0)_a", felt)]))
        }
        let error = try #require(throws: GeneratorError.self) { try lines(types) }
        #expect(error.message.contains("fee_config") && error.message.contains("FeeConfig"))
    }

    @Test(
        "A type with a reserved name, or that of the contract, is refused",
        arguments: ["Storage", "Swift", "Sample"]
    )
    func reserved(name: String) {
        let type = SampleDocument.exported(name, SampleDocument.structure(name, [("a", felt)]))
        #expect(throws: GeneratorError.self) { try lines([type]) }
    }

    @Test("Two fields that become one are refused")
    func fieldCollision() {
        let type = SampleDocument.structure("Entry", [("a_b", felt), ("a-b", felt)])
        #expect(throws: GeneratorError.self) { try lines([SampleDocument.exported("Entry", type)]) }
    }

    @Test("A type that hides one of Swift or the library has the other one written with its module")
    func hiding() throws {
        let types = ["Word", "String", "Hashable"].map {
            SampleDocument.exported($0, SampleDocument.structure($0, [("a_b", SampleDocument.plain("word"))]))
        }
        let lines = try lines(types)
        #expect(lines.contains("public struct Word: FeltCodable, Swift.Hashable {"))
        #expect(lines.contains("public var aB: MidenSwiftClient.Word"))
        #expect(lines.contains("private enum CodingKeys: Swift.String, CodingKey {"))
    }

    @Test("A type without a name is called by where it is, and one structure is one type")
    func anonymous() throws {
        let options = SampleDocument.structure(nil, [("a", felt)])
        let procedures = ["post", "send"].map { SampleDocument.procedure($0, takes: [("options", options)]) }
        let lines = try SampleDocument(procedures: procedures).file().lines
        #expect(lines.contains("public func send(options: PostOptions) throws -> ContractCall<NoResult> {"))
    }

    @Test("Constants have the type of their value, and those of an enum's variants are left out")
    func constants() throws {
        let side =
            #"{"kind":"enum","name":"Side","discriminant":{"kind":"u8"},"variants":[{"name":"BUY","value":"0"}]}"#
        let word = "0x" + "0100000000000000" + String(repeating: "0", count: 48)
        let constants = [
            ("BUY", #"{"kind":"number","value":"0"}"#), ("MOST", #"{"kind":"number","value":"1000000"}"#),
            ("ROOT", #"{"kind":"word","value":"\#(word)"}"#), ("TITLE", #"{"kind":"text","value":"a \"b\""}"#),
            ("SLOT", #"{"kind":"word_of_text","text":"x"}"#),
        ].map { #"{"path":"::sample::\#($0.0)","value":\#($0.1)}"# }
        let lines = try SampleDocument(types: [SampleDocument.exported("Side", side)], constants: constants).file()
            .lines
        #expect(lines.contains("public static let most: UInt64 = 1_000_000"))
        #expect(lines.contains("public static let root = Word([1, 0, 0, 0])"))
        #expect(lines.contains(#"public static let title = "a \"b\"""#))
        #expect(lines.contains(#"public static let slot = "x""#))
        #expect(!lines.contains { $0.contains("static let buy") })
    }
}
