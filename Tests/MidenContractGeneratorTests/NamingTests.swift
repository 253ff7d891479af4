import MidenTestSupport
import Testing

@testable import MidenContractGenerator

@Suite("Names in Swift")
struct NamingTests {
    @Test(
        "A member is in lower camel case, and id, ids, uri and url behind the first word are in upper case",
        arguments: [
            ("get_count", "getCount"), ("get-count", "getCount"), ("count", "count"), ("id", "id"), ("id_of", "idOf"),
            ("account_id", "accountID"), ("account_ids", "accountIDs"), ("set_logo_uri", "setLogoURI"),
            ("base.url", "baseURL"), ("postedAt", "postedAt"), ("FEE_TOO_HIGH", "feeTooHigh"),
            ("u32_value", "u32Value"),
            ("sha256Hash", "sha256Hash"), ("x_1", "x1"), ("2d", "_2d"), ("2D", "_2d"), ("__", "_unnamed"),
            ("", "_unnamed"), ("ä", "_unnamed"), ("größe", "grE"), ("identity", "identity"),
            ("::tutorials::ledger::\"get-entry\"", "getEntry"), ("::tutorials::ledger::post", "post"),
            ("miden:base/core-types@1.0.0/get-id", "getID"), ("::a::", "a"), ("a/", "a"), ("a:b", "aB"),
        ]
    )
    func member(name: String, swiftName: String) {
        #expect(Naming.member(name) == swiftName)
    }

    @Test(
        "A read loses a get before it, and nothing else",
        arguments: [
            ("get_count", "count"), ("get-account-id", "accountID"), ("is_open", "isOpen"), ("get", "get"),
            ("getCount", "count"), ("GET_COUNT", "count"), ("getter", "getter"), ("get_2d", "_2d"),
            ("target_get", "targetGet"), ("get_id", "id"), ("::wallet::get_balance", "balance"),
        ]
    )
    func read(name: String, swiftName: String) {
        #expect(Naming.read(name) == swiftName)
    }

    @Test(
        "A type is in upper camel case, and stays if it is",
        arguments: [
            ("account-id", "AccountID"), ("AccountId", "AccountID"),
            ("miden:base/core-types@1.0.0/account-id", "AccountID"),
            ("fee_config", "FeeConfig"), ("FEE_CONFIG", "FeeConfig"), ("NFT", "NFT"), ("URLParser", "URLParser"),
            ("TokenConfig", "TokenConfig"), ("word", "Word"), ("2d", "T2d"), ("", "_Unnamed"), ("type", "Type"),
            ("::a::b::\"core-types/note-type\"", "NoteType"),
        ]
    )
    func type(name: String, swiftName: String) {
        #expect(Naming.type(name) == swiftName)
    }

    @Test(
        "A variant is in lower camel case, whatever case it has in the source",
        arguments: [
            ("FEE_TOO_HIGH", "feeTooHigh"), ("FeeTooHigh", "feeTooHigh"), ("BUY", "buy"), ("Default", "default"),
        ]
    )
    func variant(name: String, swiftName: String) {
        #expect(Naming.variant(name) == swiftName)
    }

    @Test(
        "A contract is named for its package or for its file without the ending",
        arguments: [
            ("ledger", "Ledger"), ("ledger.masp", "Ledger"), ("Ledger.miden.toml", "Ledger"), ("ledger.masm", "Ledger"),
            ("fungible-faucet", "FungibleFaucet"), ("account_component", "AccountComponent"), (".masp", "_Unnamed"),
        ]
    )
    func contract(name: String, swiftName: String) {
        #expect(Naming.contract(name) == swiftName)
    }

    @Test("Any text becomes an identifier of ASCII letters, digits and underscores")
    func anyText() {
        let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_".utf8)
        let digits = Set("0123456789".utf8)
        let names =
            NastyText.texts() + [String(repeating: "a", count: 100_000), String(repeating: ":", count: 100_000)]
        for name in names {
            for convert in [Naming.member, Naming.read, Naming.type, Naming.variant, Naming.contract] {
                let swiftName = convert(name)
                let isIdentifier =
                    swiftName != "_" && !digits.contains(swiftName.utf8.first ?? 0x30)
                    && swiftName.utf8.allSatisfy { letters.contains($0) || digits.contains($0) }
                #expect(isIdentifier, "\(name.debugDescription) became \(swiftName.debugDescription)")
            }
        }
    }
}

@Suite("Spelling of names by position")
struct SpellingTests {
    /// All keywords of Swift 6.3 that are reserved everywhere.
    static let reserved = """
        Any Self as associatedtype break case catch class continue default defer deinit do else enum extension fallthrough \
        false fileprivate for func guard if import in init inout internal is let nil operator precedencegroup private \
        protocol public repeat rethrows return self static struct subscript super switch throw throws true try typealias \
        var where while
        """.split(separator: " ").map(String.init)

    @Test("A keyword takes backticks as a method, a property and a case", arguments: reserved)
    func keyword(word: String) {
        for position in [Position.method, .property, .enumCase] {
            #expect(word.spelled(as: position) == "`\(word)`")
        }
    }

    @Test("A keyword takes backticks as a type, but self and Self take an underscore", arguments: reserved)
    func keywordAsType(word: String) {
        #expect(word.spelled(as: .type) == (word.lowercased() == "self" ? "\(word)_" : "`\(word)`"))
    }

    @Test("A keyword is a label as it is and a variable in backticks, but four take an underscore", arguments: reserved)
    func keywordAsParameter(word: String) {
        let isReplaced = ["inout", "let", "self", "var"].contains(word)
        #expect(word.spelled(as: .label) == (isReplaced ? word + "_" : word))
        #expect(word.spelled(as: .variable) == (isReplaced ? word + "_" : "`\(word)`"))
    }

    @Test("Type and Protocol take backticks as members, and an underscore as types", arguments: ["Type", "Protocol"])
    func metatypes(word: String) {
        #expect(word.spelled(as: .property) == "`\(word)`")
        #expect(word.spelled(as: .enumCase) == "`\(word)`")
        #expect(word.spelled(as: .type) == word + "_")
        #expect(word.spelled(as: .method) == word)
        #expect(word.spelled(as: .label) == word)
        #expect(word.spelled(as: .variable) == word)
    }

    @Test("A type CodingKeys takes an underscore: structs have their own")
    func codingKeys() {
        #expect("CodingKeys".spelled(as: .type) == "CodingKeys_")
    }

    @Test(
        "A word that begins an expression takes backticks as a variable alone",
        arguments: ["async", "await", "unsafe"]
    )
    func expressions(word: String) {
        #expect(word.spelled(as: .variable) == "`\(word)`")
        for position in [Position.method, .property, .enumCase, .label] {
            #expect(word.spelled(as: position) == word)
        }
    }

    @Test("A word that begins a type takes backticks as a type", arguments: ["any", "some", "each", "async", "await"])
    func types(word: String) {
        #expect(word.spelled(as: .type) == "`\(word)`")
        #expect(word.spelled(as: .property) == word)
    }

    @Test(
        "Every other name is spelled as it is",
        arguments: [
            "count", "actor", "macro", "get", "package", "open", "lazy", "weak", "throwing", "_2d", "type", "none",
        ]
    )
    func ordinary(word: String) {
        for position in Position.allCases {
            #expect(word.spelled(as: position) == word)
        }
    }
}

@Suite("Names of one scope")
struct NameTableTests {
    @Test("Two names that become one are refused with both origins and what to do")
    func collision() throws {
        var table = NameTable(scope: "ledger.masp", reserved: [])
        try table.add("entry(_:)", origin: "get-entry")
        try table.add("entry(of:)", origin: "get_entry_of")
        let error = #expect(throws: GeneratorError.self) { try table.add("entry(_:)", origin: "get_entry") }
        #expect(
            error?.message == "ledger.masp: `get-entry` and `get_entry` are both `entry(_:)` in Swift. "
                + "Rename one of them in the source of the package."
        )
    }

    @Test("One name that is there twice is refused")
    func twice() throws {
        var table = NameTable(scope: "ledger.masp", reserved: [])
        try table.add("post", origin: "post")
        let error = #expect(throws: GeneratorError.self) { try table.add("post", origin: "post") }
        #expect(error?.message.hasPrefix("ledger.masp: `post` is there twice, and is `post` in Swift.") == true)
    }

    @Test("A property and a method without parameters are one name")
    func propertyAndMethod() throws {
        var table = NameTable(scope: "ledger.masp", reserved: [])
        try table.add("count", origin: "get_count")
        #expect(throws: GeneratorError.self) { try table.add("count()", origin: "count") }
        try table.add("count(_:)", origin: "Count")
    }

    @Test("A reserved member is refused with or without labels", arguments: ReservedNames.contractMembers.sorted())
    func reservedMembers(name: String) {
        var table = NameTable(scope: "ledger.masp", reserved: ReservedNames.contractMembers)
        let error = #expect(throws: GeneratorError.self) { try table.add(name, origin: "the_name") }
        #expect(
            error?.message == "ledger.masp: `the_name` is `\(name)` in Swift, a name that generated code has itself. "
                + "Rename it in the source of the package."
        )
        #expect(throws: GeneratorError.self) { try table.add("\(name)(_:by:)", origin: "the_name") }
    }

    @Test("The reserved names are those that the runtime and generated code have")
    func reserved() {
        #expect(
            ReservedNames.contractMembers == [
                "accountID", "contract", "createAccount", "deploy", "init", "package", "packageFile", "reader", "reads",
                "storage",
            ]
        )
        #expect(
            ReservedNames.contractTypes.isSuperset(of: [
                "Failure", "Foundation", "InitialStorage", "MidenSwiftClient", "Reads", "Storage", "Swift",
            ])
        )
        #expect(ReservedNames.structMembers.isSuperset(of: ["CodingKeys", "contractType"]))
    }

    @Test("An origin with line breaks and backticks stays on one line")
    func nastyOrigin() {
        var table = NameTable(scope: "ledger.masp", reserved: ["init"])
        let error = #expect(throws: GeneratorError.self) { try table.add("init", origin: "in`\r\nit\u{202E}") }
        #expect(error?.message.hasPrefix(#"ledger.masp: `in\u{60} it\u{202E}` is `init` in Swift"#) == true)
    }
}
