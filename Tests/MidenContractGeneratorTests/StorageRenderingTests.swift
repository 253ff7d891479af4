import Foundation
import Testing

@testable import MidenContractGenerator

@Suite("Storage of generated contracts", .timeLimit(.minutes(5)))
struct StorageRenderingTests {
    /// The storage part of a contract, and the types that it adds to the file.
    private struct Rendered {
        let lines: [String]
        let kind: InitialStorageKind
        let types: SwiftTypes

        var text: String { lines.joined(separator: "\n") }

        func contains(_ line: String) -> Bool { lines.contains { $0.trimmingCharacters(in: .whitespaces) == line } }
    }

    private func render(_ interface: Interface, contract: String = "Sample") throws -> Rendered {
        var types = try SwiftTypes(interface, contract: contract)
        let model = try StorageModel(interface.component, types: &types, contract: contract)
        let rendering = StorageRendering(model, contract: contract, access: .public)
        return Rendered(lines: rendering.lines(), kind: rendering.initialStorage, types: types)
    }

    private func render(slots: [String], types: String = "[]", contract: String = "Sample") throws -> Rendered {
        let json = """
            {"format_version":1,"name":"sample","version":"1.0.0","procedures":[],"types":\(types),"constants":[],"errors":[],
            "component":{"name":"sample","description":"","version":"1.0.0","slots":[\(slots.joined(separator: ","))]}}
            """
        return try render(JSONDecoder().decode(Interface.self, from: Data(json.utf8)), contract: contract)
    }

    private func whole(_ type: String, default text: String? = nil) -> String {
        #"{"kind":"whole","type":"\#(type)"\#(text.map { #","default":"\#($0)""# } ?? "")}"#
    }

    /// A form of elements, which are written as `name:type=default`.
    private func elements(_ elements: String...) -> String {
        let written = elements.map { element in
            let parts = element.split(separator: "=", maxSplits: 1)
            let names = parts[0].split(separator: " ")
            let name = names.count > 1 ? #""name":"\#(names[0])","# : ""
            let text = parts.count > 1 ? #","default":"\#(parts[1])""# : ""
            return #"{\#(name)"type":"\#(names[names.count - 1])"\#(text)}"#
        }
        return #"{"kind":"elements","elements":[\#(written.joined(separator: ","))]}"#
    }

    private func value(_ name: String, _ form: String, description: String? = nil) -> String {
        let text = description.map { #","description":"\#($0)""# } ?? ""
        return #"{"name":"\#(name)","kind":"value","word":\#(form)\#(text)}"#
    }

    private func map(_ name: String, _ key: String, _ value: String, description: String? = nil) -> String {
        let text = description.map { #","description":"\#($0)""# } ?? ""
        return #"{"name":"\#(name)","kind":"map","key":\#(key),"value":\#(value)\#(text)}"#
    }

    @Test("A map of words: the whole part is the one of the counter")
    func counter() throws {
        let slot = map(
            "miden::tutorials::counter",
            whole("word"),
            whole("felt"),
            description: "The count, under the key zero."
        )
        let rendered = try render(slots: [slot], contract: "Counter")
        #expect(rendered.kind == .defaults && rendered.types.declarations.isEmpty)
        #expect(
            rendered.text == """
                // MARK: - Storage

                extension Counter {
                    /// What the account keeps.
                    public var storage: Storage { Storage(contract: contract, reader: reader) }

                    /// What an account with this contract keeps.
                    public struct Storage: Sendable {
                        fileprivate let contract: Contract
                        fileprivate let reader: any ContractReader

                        /// The count, under the key zero.
                        public var counter: ContractMap<Word, Felt> {
                            ContractMap("miden::tutorials::counter", of: contract, reader: reader)
                        }
                    }

                    /// What is in the storage of a new account.
                    public struct InitialStorage: ContractDefaultStorage, Hashable {
                        /// The count, under the key zero.
                        public var counter: [Word: Felt] = [:]

                        /// The defaults of the schema. Set what is to be different.
                        public init() {}

                        /// The slots of a new account.
                        ///
                        /// - Parameter interface: The interface of the package.
                        /// - Returns: The slots.
                        /// - Throws: `MidenError` if a value is not of the form that the schema declares.
                        public func slots(in interface: ContractInterface) throws -> [InitialStorageSlot] {
                            [try interface.slot("miden::tutorials::counter").initial(counter)]
                        }
                    }
                }
                """
        )
    }

    @Test("No slots: no lines")
    func none() throws {
        let rendered = try render(slots: [])
        #expect(rendered.lines.isEmpty && rendered.kind == .none)
    }

    @Test(
        "A whole word of a type of the registry: the Swift type, and what has no default is required",
        arguments: [
            ("bool", "Bool"), ("felt", "Felt"), ("word", "Word"), ("u8", "UInt8"), ("u16", "UInt16"), ("u32", "UInt32"),
            ("miden::standards::faucets::fungible::token_symbol", "TokenSymbol"),
            ("miden::standards::access::role_symbol", "RoleSymbol"),
            ("miden::standards::auth::scheme", "SignatureScheme"), ("miden::standards::auth::pub_key", "Word"),
        ]
    )
    func types(type: String, swift: String) throws {
        let rendered = try render(slots: [value("a::x", whole(type))])
        #expect(rendered.kind == .required)
        #expect(rendered.contains("public var x: \(swift) {") && rendered.contains("public var x: \(swift)"))
        #expect(rendered.contains("public init(x: \(swift)) {") && rendered.contains("self.x = x"))
        #expect(rendered.contains(#"[try interface.slot("a::x").initial(x)]"#))
    }

    @Test(
        "A default of the schema that Swift has an expression for: the expression",
        arguments: [
            ("bool", "true", ": Bool = true"), ("bool", "0", ": Bool = false"), ("u8", "255", ": UInt8 = 255"),
            ("u16", "0xff", ": UInt16 = 255"), ("u32", "4294967295", ": UInt32 = 4_294_967_295"),
            ("felt", "18446744069414584320", ": Felt = 18_446_744_069_414_584_320"),
            ("word", "0x" + String(repeating: "0", count: 64), " = Word.zero"),
            ("word", "0x0100000000000000" + String(repeating: "0", count: 48), " = Word([1, 0, 0, 0])"),
            ("miden::standards::auth::scheme", "EcdsaK256Keccak", " = SignatureScheme.ecdsaK256Keccak"),
        ]
    )
    func defaults(type: String, text: String, expected: String) throws {
        let rendered = try render(slots: [value("a::x", whole(type, default: text))])
        #expect(rendered.kind == .defaults && rendered.contains("public var x\(expected)"))
    }

    @Test(
        "A default that Swift has no expression for: the slot is required, and the documentation has the default",
        arguments: [
            ("miden::standards::faucets::fungible::token_symbol", "MIDEN"), ("u8", "256"), ("u8", "-1"), ("u32", "ten"),
            ("felt", "18446744069414584321"), ("bool", "yes"), ("word", "0x1"),
            ("word", "0x" + String(repeating: "f", count: 64)), ("miden::standards::auth::scheme", "Rsa"),
        ]
    )
    func unwrittenDefault(type: String, text: String) throws {
        let rendered = try render(slots: [value("a::x", whole(type, default: text), description: "It")])
        #expect(rendered.kind == .required)
        let comments = rendered.lines.filter { $0.contains("///") }
        #expect(comments.contains { $0.contains("It. The schema has the default") })
        #expect(comments.contains { $0.contains("`\(text)`") })
    }

    @Test("A default that is code in Swift: it stays in a comment")
    func hostileDefault() throws {
        let slot = value("a::x", whole("u8", default: #"0; exit(1)\n exit(2)"#), description: #"x\n}\r exit(3)"#)
        let rendered = try render(slots: [slot])
        let codes = rendered.lines.filter { $0.contains("exit") }
        #expect(!codes.isEmpty && codes.allSatisfy { $0.trimmingCharacters(in: .whitespaces).hasPrefix("///") })
    }

    @Test("Slots 0 to n of one form of numbers: an array that may be shorter, and its names are made once")
    func array() throws {
        let form = elements("data_0 felt", "data_1 felt", "data_2 felt", "data_3 felt")
        let slots = [1, 0, 2].map { value("a::link_\($0)", form, description: "Chunk \($0)") }
        let rendered = try render(slots: slots)
        #expect(rendered.kind == .defaults && rendered.contains("/// Chunk 0 to 2."))
        #expect(rendered.contains("/// Chunk 0 to 2. What is not given is zero."))
        #expect(rendered.contains("public var link: [Word] {") && rendered.contains("public var link: [Word] = []"))
        #expect(rendered.contains(#"fileprivate static let linkSlots = (0...2).map { "a::link_\($0)" }"#))
        for line in [
            "get async throws { try await reader.values(ofSlots: Self.linkSlots, of: contract, coding: .layout) }",
            "var slots: [InitialStorageSlot] = []",
            "slots += try interface.slots(Storage.linkSlots, values: link, coding: .layout)", "return slots",
        ] {
            #expect(rendered.contains(line))
        }
    }

    @Test("Slots of an array with a default, whether Swift has an expression for it or not: an array that may be empty")
    func arrayWithDefaults() throws {
        for form in [
            whole("u8", default: "7"), whole("void"), elements("a u8=1", "b u8=2", "void", "void"),
            whole("miden::standards::faucets::fungible::token_symbol", default: "MIDEN"),
        ] {
            let rendered = try render(slots: [0, 1].map { value("a::x_\($0)", form, description: "It") })
            #expect(rendered.kind == .defaults, "\(form)")
            #expect(rendered.lines.contains { $0.contains("public var x: [") && $0.hasSuffix("] = []") }, "\(form)")
            #expect(rendered.contains("/// It. What is not given has the default of the schema."), "\(form)")
        }
    }

    @Test("Slots of an array of keys or symbols without a default: a required array, since zero is none")
    func requiredArray() throws {
        for type in ["miden::standards::auth::pub_key", "miden::standards::auth::scheme"] {
            let rendered = try render(slots: [0, 1].map { value("a::x_\($0)", whole(type), description: "It") })
            #expect(rendered.kind == .required, "\(type)")
            #expect(rendered.contains("/// It. It has 2 values, one for each slot."), "\(type)")
            #expect(rendered.contains("self.x = x"), "\(type)")
        }
    }

    @Test("Arrays next to other slots: both are in the list of slots")
    func arraysAndValues() throws {
        let array = [0, 1].map { value("a::x_\($0)", whole("u8", default: "7")) }
        let rendered = try render(slots: array + [value("a::slots", whole("u8"))])
        for line in [
            #"var slots = [try interface.slot("a::slots").initial(self.slots)]"#,
            "slots += try interface.slots(Storage.xSlots, values: x)", "return slots",
        ] {
            #expect(rendered.contains(line))
        }
    }

    @Test("Numbers with a gap, not from 0, of two forms, or one alone: a property for each slot")
    func noArray() throws {
        for (numbers, lastType) in [([0, 2], "felt"), ([1, 2], "felt"), ([0, 1], "u8"), ([0], "felt")] {
            let slots = numbers.enumerated().map { index, number in
                value("a::x_\(number)", whole(index == numbers.count - 1 ? lastType : "felt"))
            }
            let rendered = try render(slots: slots)
            #expect(!rendered.text.contains("ofSlots"), "\(numbers)")
            for number in numbers {
                #expect(rendered.lines.contains { $0.contains("public var x\(number): ") }, "\(numbers)")
            }
        }
    }

    @Test("A form with one named element: the type of the element")
    func oneElement() throws {
        let rendered = try render(slots: [value("a::count", elements("entries u32=7", "void", "void", "void"))])
        #expect(rendered.kind == .defaults && rendered.types.declarations.isEmpty)
        #expect(rendered.contains("public var count: UInt32 = 7"))
    }

    @Test("A form with several named elements: a struct with the defaults of the schema")
    func structure() throws {
        let form = elements("is_open bool=true", "limit u32=10", "void", "void")
        let rendered = try render(slots: [value("a::config", form), map("a::limits", form, whole("u8"))])
        #expect(rendered.kind == .defaults && rendered.contains("public var config = Config()"))
        #expect(rendered.contains("public var limits: [LimitsKey: UInt8] = [:]"))
        #expect(rendered.types.declarations.map(\.name) == ["Config", "LimitsKey"])
        let config = try #require(rendered.types.declarations.first)
        guard case .structure(let fields) = config.content else {
            Issue.record("The type is no struct.")
            return
        }
        #expect(fields.map(\.name) == ["isOpen", "limit"] && fields.map(\.key) == ["is_open", "limit"])
        #expect(fields.map(\.type) == ["Bool", "UInt32"] && fields.map(\.defaultValue) == ["true", "10"])
        #expect(
            config.contractType.line
                == #".structure(fields: [.init("is_open", Bool.contractType), .init("limit", UInt32.contractType)])"#
        )
    }

    /// A struct of a package, with an id of an account in it.
    private static func entry(_ name: String = "Entry", parts: [String] = ["suffix", "prefix"]) -> String {
        let felts = parts.map { ($0, SampleDocument.plain("felt")) }
        let account = SampleDocument.structure("AccountId", felts)
        let fields = [("account", account), ("amount", SampleDocument.plain("u32"))]
        return SampleDocument.exported(name, SampleDocument.structure(name, fields))
    }

    private let entry = "[\(Self.entry())]"

    @Test("A form with the elements of a struct of the package: the struct, by its layout")
    func declared() throws {
        let form = elements("account_suffix felt", "account_prefix felt", "amount u32", "void")
        let rendered = try render(slots: [map("a::entries", whole("u32"), form)], types: entry)
        #expect(rendered.types.declarations.map(\.name) == ["Entry"])
        #expect(rendered.contains("public var entries: [UInt32: Entry] = [:]"))
        #expect(
            rendered.contains(#"ContractMap("a::entries", of: contract, reader: reader, values: .layout)"#)
                && rendered.contains(#"[try interface.slot("a::entries").initial(entries, values: .layout)]"#)
        )
    }

    @Test("A struct with an account id whose prefix is first: a form in this order is the struct, another is not")
    func prefixFirst() throws {
        let types = "[\(Self.entry(parts: ["prefix", "suffix"]))]"
        let same = elements("account_prefix felt", "account_suffix felt", "amount u32", "void")
        #expect(try render(slots: [value("a::x", same)], types: types).contains("public var x: Entry"))
        // By its layout, a value would be written with the prefix under the name of the suffix.
        let other = elements("account_suffix felt", "account_prefix felt", "amount u32", "void")
        #expect(try render(slots: [value("a::x", other)], types: types).contains("public var x: X"))
    }

    @Test("A form with the elements of several structs: a struct of its own, in whichever order they are exported")
    func severalDeclared() throws {
        let form = elements("account_suffix felt", "account_prefix felt", "amount u32", "void")
        for names in [["Entry", "Post"], ["Post", "Entry"]] {
            let types = "[\(names.map { Self.entry($0) }.joined(separator: ","))]"
            let rendered = try render(slots: [value("a::x", form)], types: types)
            #expect(rendered.contains("public var x: X"), "\(names)")
            #expect(Set(rendered.types.declarations.map(\.name)) == ["Entry", "Post", "X"], "\(names)")
        }
    }

    @Test("A struct with structs in it: a form with the elements of all, which is required though it has defaults")
    func nestedDeclared() throws {
        let number = SampleDocument.plain("u32")
        let count = SampleDocument.structure("Count", [("value", number)])
        let limits = SampleDocument.structure("Limits", [("low", count), ("high", number)])
        let types = SampleDocument.exported("Limits", limits)
        let form = elements("low_value u32=1", "high u32=2", "void", "void")
        let rendered = try render(slots: [value("a::x", form)], types: "[\(types)]")
        #expect(rendered.kind == .required && rendered.contains("public var x: Limits"))
    }

    @Test("1,000 structs, 200 forms that have the elements of one, and 200 of an array: each has its type")
    func manyStructures() throws {
        let number = SampleDocument.plain("u32")
        let types = (0..<1_000).map { index in
            let fields = [("a\(index)", number), ("b", number)]
            return SampleDocument.exported("T\(index)", SampleDocument.structure("T\(index)", fields))
        }
        let forms = (0..<200).map { value("a::s\($0)x", elements("a\($0) u32", "b u32", "void", "void")) }
        let array = (0..<200).map { value("a::array_\($0)", whole("u8")) }
        let rendered = try render(slots: forms + array, types: "[\(types.joined(separator: ","))]")
        let lines = Set(rendered.lines.map { $0.trimmingCharacters(in: .whitespaces) })
        let missing = (0..<200).filter { !lines.contains("public var \(Naming.member("s\($0)x")): T\($0)") }
        #expect(missing.isEmpty && lines.contains("public var array: [UInt8] = []"))
    }

    @Test("A form whose elements have other names, types or places than those of a struct: a struct of its own")
    func notDeclared() throws {
        let forms = [
            elements("account_prefix felt", "account_suffix felt", "amount u32", "void"),
            elements("account_suffix felt", "account_prefix felt", "amount u16", "void"),
            elements("account_suffix felt", "account_prefix felt", "void", "amount u32"),
            elements("account_suffix felt", "account_prefix felt", "amount u32", "more u8"),
        ]
        for form in forms {
            let rendered = try render(slots: [value("a::entry", form)], types: entry)
            #expect(rendered.types.declarations.map(\.name) == ["Entry", "StoredEntry"], "\(form)")
            #expect(rendered.contains("public var entry: StoredEntry"), "\(form)")
        }
    }

    @Test("A struct that would hide a type of Swift, the library or generated code, or the contract: another name")
    func hidingNames() throws {
        let form = elements("a u8", "b u8", "void", "void")
        for (slot, name) in [("word", "Word"), ("string", "String"), ("storage", "Storage"), ("sample", "Sample")] {
            let rendered = try render(slots: [value("a::\(slot)", form)])
            #expect(rendered.types.declarations.map(\.name) == ["Stored\(name)"])
        }
    }

    @Test("Slots with one last part: both have more of their paths, and so have reserved names")
    func sharedNames() throws {
        let rendered = try render(slots: [
            value("a::guardian::key", whole("u8")), value("a::multisig::key", whole("u8")), value("a::ok", whole("u8")),
            value("b::vault::reader", whole("u8")),
        ])
        for name in ["guardianKey", "multisigKey", "ok", "vaultReader"] {
            #expect(rendered.contains("public var \(name): UInt8 {"))
        }
    }

    @Test("Slots that are one in Swift by their whole names: an error with both")
    func sameNames() throws {
        let error = try #require(throws: GeneratorError.self) {
            _ = try render(slots: [value("a::get-x", whole("u8")), value("a::get_x", whole("u8"))])
        }
        #expect(error.message.contains("`a::get-x` and `a::get_x`") && error.message.contains("`aGetX`"))
        let reserved = try #require(throws: GeneratorError.self) {
            _ = try render(slots: [value("contract", whole("u8"))])
        }
        #expect(reserved.message.contains("`contract`"))
    }

    @Test("Slots with names that are keywords or names of the generated method: expressions read the properties")
    func keywords() throws {
        let names = ["default", "await", "inout", "interface", "slots"]
        let rendered = try render(slots: names.map { value("a::\($0)", whole("u8")) })
        for (name, expression) in [
            ("default", "self.`default`"), ("await", "self.await"), ("inout", "self.`inout`"),
            ("interface", "self.interface"), ("slots", "self.slots"),
        ] {
            #expect(rendered.contains(#"try interface.slot("a::\#(name)").initial(\#(expression)),"#))
        }
        #expect(rendered.contains("self.`default` = `default`") && rendered.contains("self.`inout` = inout_"))
    }

    @Test("Forms that no storage has: errors that name the slot")
    func refused() throws {
        let forms = [
            whole("u64"), whole("miden::unknown"), elements("a felt", "b felt"),
            elements("a word", "void", "void", "void"), elements("a-b u8", "a_b u8", "void", "void"),
            elements("coding_keys u8", "contract_type u8", "void", "void"),
        ]
        for form in forms {
            let error = try #require(throws: GeneratorError.self, "\(form)") {
                _ = try render(slots: [value("a::odd", form)])
            }
            #expect(error.message.contains("a::odd"), "\(error.message)")
        }
        let twice = try #require(throws: GeneratorError.self) {
            _ = try render(slots: [value("a::odd", whole("u8")), value("a::odd", whole("u8"))])
        }
        #expect(twice.message.contains("`a::odd`"))
    }

    @Test("Every description of the repository: each slot is in its storage, and the order of slots changes nothing")
    func descriptions() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Interfaces")
        let standard = folder.appendingPathComponent("standard")
        let files =
            try FileManager.default.contentsOfDirectory(at: standard, includingPropertiesForKeys: nil)
            + [folder.appendingPathComponent("storage.json")]
        let descriptions = files.filter { $0.pathExtension == "json" }
        #expect(descriptions.count == 35)
        for file in descriptions {
            let interface = try JSONDecoder().decode(Interface.self, from: Data(contentsOf: file))
            let rendered = try render(interface)
            let slots = interface.component?.slots ?? []
            #expect(rendered.lines.isEmpty == slots.isEmpty)
            for slot in slots {
                let base = slot.name.prefix { !$0.isNumber }
                let isThere =
                    rendered.text.contains(SourceText.literal(slot.name))
                    || rendered.text.contains(SourceText.literal(String(base)).dropLast() + #"\($0)""#)
                #expect(isThere, "\(file.lastPathComponent): \(slot.name)")
            }
            #expect(try render(reversed(file)).lines == rendered.lines, "\(file.lastPathComponent)")
        }
    }

    /// The description with its slots in the other order.
    private func reversed(_ file: URL) throws -> Interface {
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        var description = try #require(json as? [String: Any])
        if var component = description["component"] as? [String: Any], let slots = component["slots"] as? [Any] {
            component["slots"] = Array(slots.reversed())
            description["component"] = component
        }
        return try JSONDecoder().decode(Interface.self, from: JSONSerialization.data(withJSONObject: description))
    }
}
