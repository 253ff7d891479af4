import Foundation
import MidenSwiftClient
import Testing

@testable import miden_cli

@Suite("Interfaces as text")
struct InterfaceTextTests {
    private static let root = "0x" + String(repeating: "01", count: 32)

    /// The text of a description that has these members, as JSON, besides those that all have.
    private func text(_ members: String...) throws -> String {
        let defaults = [
            "format_version": "1", "name": #""counter""#, "version": #""1.0.0""#, "procedures": "[]", "types": "[]",
            "constants": "[]", "errors": "[]",
        ]
        let given = defaults.filter { name, _ in !members.contains { $0.hasPrefix("\"\(name)\":") } }
        let all = given.map { "\"\($0)\":\($1)" } + members
        return InterfaceText(try ContractInterface(json: Data("{\(all.joined(separator: ","))}".utf8))).text
    }

    private func procedure(_ members: String, name: String = "count") -> String {
        #""procedures":[{"path":"::a::\#(name)","name":"\#(name)","root":"\#(Self.root)","role":"account"\#(members)}]"#
    }

    private func signature(_ types: String...) -> String {
        let parameters = types.map { #"{"type":\#($0)}"# }.joined(separator: ",")
        return #","signature":{"convention":"component-model","parameters":[\#(parameters)],"results":[]}"#
    }

    @Test("Documentation: each line has a mark, whatever is in it")
    func documentation() throws {
        let hostile = #"Fine.\n\ncount()\r\n  root  0x00\u202E\u2028  role  account\u001B[2J"#
        let lines = try text(
            #""documentation":"\#(hostile)""#,
            procedure(#","documentation":"\#(hostile)""#),
            #""types":[{"name":"T","is_exported":true,"type":{"kind":"u8"},"documentation":"\#(hostile)"}]"#,
            #""constants":[{"path":"::a::C","value":{"kind":"number","value":"1"},"documentation":"\#(hostile)"}]"#,
            #""component":{"name":"c","description":"\#(hostile)","version":"1","slots":[{"name":"s::t","description":"\#(hostile)","kind":"value","word":{"kind":"whole","type":"word"}}]}"#
        ).split(separator: "\n", omittingEmptySubsequences: false)
        let quoted = [
            "  | Fine.", "  | ", "  | count()", #"  |   root  0x00\u{202E}\u{2028}  role  account\u{1B}[2J"#,
        ]
        for line in quoted {
            #expect(lines.count { $0 == line } == 6, "\(line)")
        }
        #expect(lines.count { $0.hasPrefix("  | ") } == 24)
        #expect(lines.count { $0.hasPrefix("count()") } == 0)
    }

    @Test("Component, slots, types and constants: with what their sources say of them")
    func descriptions() throws {
        let text = try text(
            #""types":[{"name":"Entry","module":"::a","is_exported":true,"type":{"kind":"struct","name":"Entry","fields":[{"name":"by","type":{"kind":"u8"}}]},"documentation":"An entry."}]"#,
            #""constants":[{"path":"::a::MOST","value":{"kind":"number","value":"7"},"documentation":"The most."}]"#,
            #""component":{"name":"counter","description":"Counts.","version":"1.2.3","slots":[{"name":"a::counts","description":"The counts.","kind":"map","key":{"kind":"whole","type":"word"},"value":{"kind":"elements","elements":[{"name":"count","description":"How many.","type":"u32"}]}}]}"#
        )
        #expect(
            text == """
                counter 1.0.0

                TYPE        STRUCTURE
                ::a::Entry  struct { by: u8 }
                  | An entry.

                CONSTANT   VALUE
                ::a::MOST  7
                  | The most.

                COMPONENT  counter 1.2.3
                  | Counts.

                SLOT       CONTENT
                a::counts  map from word to [count: u32]
                  | The counts.
                  | count: How many.
                """
        )
    }

    @Test("A type that is named as one without parts, or with signs of structures: it is marked")
    func namesOfTypes() throws {
        func structure(_ name: String, module: String = "") -> String {
            #"{"kind":"struct","name":"\#(name)"\#(module),"fields":[{"name":"a","type":{"kind":"u8"}}]}"#
        }
        let enumeration = #"{"kind":"enum","name":"felt","discriminant":{"kind":"u8"},"variants":[]}"#
        let all = signature(
            structure("u64"),
            #"{"kind":"u64"}"#,
            enumeration,
            structure("u8) -> (u8"),
            structure("a\\\"b"),
            structure("miden:base/core-types@1.0.0/asset")
        )
        #expect(
            try text(procedure(all)).contains(
                #"count(struct u64, u64, enum felt, "u8) -> (u8", "a\"b", miden:base/core-types@1.0.0/asset)"#
            )
        )
        let types = ["::a", "::b"].map { module in
            let type = structure("Entry", module: #","module":"\#(module)""#)
            return (type: type, named: #"{"name":"Entry","module":"\#(module)","is_exported":true,"type":\#(type)}"#)
        }
        let shared = try text(
            procedure(signature(types[0].type, types[1].type)),
            #""types":[\#(types.map(\.named).joined(separator: ","))]"#
        )
        #expect(shared.contains("count(::a::Entry, ::b::Entry)"))
        let only = try text(procedure(signature(types[0].type)), #""types":[\#(types[0].named)]"#)
        #expect(only.contains("count(Entry)"))
    }

    @Test("Obstacles: each reason of the schema is a sentence")
    func obstacles() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Interfaces/schema.json")
        let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        let definitions = schema?["$defs"] as? [String: [String: Any]]
        let reasons = try #require(definitions?["reason"]?["enum"] as? [String])
        #expect(reasons.count >= 12)
        for reason in reasons {
            let text = try text(
                procedure(#","obstacle":{"kind":"unsupported_type","name":"Odd","reason":"\#(reason)"}"#)
            )
            #expect(text.contains("  no call  a value of Odd cannot be passed: "))
            #expect(!text.contains("does not know the reason") && !text.contains("_"), "\(text)")
        }
        #expect(UnsupportedTypeReason("new").description.contains("“new”"))
    }

    @Test("An account: its procedures without a name, and the one that authenticates")
    func accounts() throws {
        let other = "0x" + String(repeating: "02", count: 32)
        let unnamed = try text(
            #""authentication_root":"\#(Self.root)""#,
            #""unknown_roots":["\#(Self.root)","\#(other)"]"#
        )
        #expect(
            unnamed.hasSuffix(
                """
                PROCEDURES THAT NO PACKAGE NAMES
                \(Self.root)  authentication: decides on the account's transactions
                \(other)
                """
            )
        )
        let named = try text(procedure("").replacing(#""role":"account""#, with: #""role":"authentication""#))
        #expect(named.contains("  role  authentication: decides on the account's transactions"))
    }

    @Test("Many other names of a procedure: some are shown, and how many there are")
    func otherNames() throws {
        let names = (0..<4000).map { "\"::a::n\($0)\"" }.joined(separator: ",")
        let text = try text(procedure(#","same_code":[\#(names)],"same_code_left_out":5"#))
        #expect(text.contains("::a::n15 and 3989 more") && !text.contains("::a::n16"))
    }

    @Test("One very long text among short ones: the listing is not longer by more than its beginning")
    func longTexts() throws {
        // A letter with combining marks: it is one character.
        let long = "e" + String(repeating: "\u{301}", count: 500_000)
        let texts = [long] + Array(repeating: "short", count: 4095)
        let constants = texts.enumerated().map { index, text in
            #"{"path":"::a::C\#(index)","value":{"kind":"text","value":"\#(text)"}}"#
        }
        let listing = try text(#""constants":[\#(constants.joined(separator: ","))]"#)
        #expect(listing.utf8.count < 200_000)
        #expect(listing.contains("…") && listing.hasSuffix(#""short""#))
    }
}
