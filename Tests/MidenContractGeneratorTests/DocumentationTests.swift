import MidenTestSupport
import Testing

@testable import MidenContractGenerator

@Suite("Documentation of procedures")
struct DocumentationTests {
    /// In the form that Miden's own sources have.
    private static let moveAsset = """
        Removes the asset from the account and adds it to the output note with the
        index.

        It makes no guarantees about the elements.

        Inputs:
          Operand stack: [ASSET, note_idx, pad(7)]
          Advice map: {}
        Outputs: [pad(16)]

        Where:
        - note_idx is the index of the output note.
        - ASSET is the asset to move,
          whole.
        - `amount`: How much: all
        - pad is nothing.

        Panics if:
        - the asset is not found in the vault.
        - adding an asset would result in overflow, i.e.,
          the total amount would be greater than 2^63.

        Invocation: call
        """

    @Test("What Miden's convention says of the stack is dropped, and the rest is sorted")
    func convention() {
        let documentation = ProcedureDocumentation(Self.moveAsset, parameters: ["asset", "note_idx", "amount"])
        #expect(
            documentation.summary == [
                "Removes the asset from the account and adds it to the output note with the\nindex.",
                "It makes no guarantees about the elements.",
            ]
        )
        #expect(documentation.parameters.map(\.name) == ["asset", "note_idx", "amount"])
        #expect(
            documentation.parameters.map(\.text) == [
                "The asset to move, whole.", "The index of the output note.", "How much: all",
            ]
        )
        #expect(
            documentation.panics == [
                "the asset is not found in the vault.",
                "adding an asset would result in overflow, i.e., the total amount would be greater than 2^63.",
            ]
        )
    }

    @Test("A documentation of several paragraphs has all fields")
    func fields() {
        let documentation = ProcedureDocumentation(Self.moveAsset, parameters: ["asset", "note_idx", "other"])
        let lines = documentation.lines(
            indent: 1,
            fallback: "`move_asset`",
            labels: ["asset": "asset", "note_idx": "noteIndex", "other": "other"],
            returns: "The call.",
            throws: "`MidenError` if an argument has another type."
        )
        #expect(
            lines == [
                "/// Removes the asset from the account and adds it to the output note with the index.",
                "///",
                "/// It makes no guarantees about the elements.",
                "///",
                "/// It fails if:",
                "/// - the asset is not found in the vault.",
                "/// - adding an asset would result in overflow, i.e., the total amount would be greater than 2^63.",
                "///",
                "/// - Parameters:",
                "///   - asset: The asset to move, whole.",
                "///   - noteIndex: The index of the output note.",
                "///   - other: The argument `other`.",
                "/// - Returns: The call.",
                "/// - Throws: `MidenError` if an argument has another type.",
            ]
        )
    }

    @Test("One parameter has a field of its own")
    func oneParameter() {
        let documentation = ProcedureDocumentation("Adds.\n\nWhere:\n- by is how much.", parameters: ["by"])
        #expect(
            documentation.lines(indent: 1, fallback: "", labels: ["by": "by"], throws: "`MidenError`.") == [
                "/// Adds.", "///", "/// - Parameter by: How much.", "/// - Throws: `MidenError`.",
            ]
        )
    }

    @Test("A documentation of one paragraph has no fields")
    func summaryAlone() {
        let documentation = ProcedureDocumentation("The count.\n\nInputs: []\nOutputs: [count]", parameters: ["by"])
        #expect(
            documentation.lines(indent: 1, fallback: "x", labels: ["by": "by"], returns: "The call.") == [
                "/// The count."
            ]
        )
    }

    @Test(
        "A procedure without documentation has the fallback",
        arguments: [nil, "", "\n", "Inputs: []\nOutputs: [count]"] as [String?]
    )
    func fallback(text: String?) {
        let documentation = ProcedureDocumentation(text, parameters: ["by"])
        let lines = documentation.lines(
            indent: 1,
            fallback: "`increment(by: u32)`",
            labels: ["by": "by"],
            returns: "The call."
        )
        #expect(lines == ["/// `increment(by: u32)`"])
    }

    @Test(
        "Panics without list items are one condition",
        arguments: ["Panics if: it is\nfull.", "Panics:\n  it is\n  full."]
    )
    func panicsAsProse(text: String) {
        #expect(ProcedureDocumentation(text, parameters: []).panics == ["it is full."])
    }

    @Test("What Where says of several names, of results and of the stack is no field")
    func noParameters() {
        let text =
            "Reads.\n\nWhere:\n- a, b are two.\n- count is the result.\n- [A, B]: both\n- a\n- b is \n- b: \t\n\nNote: more.\n- c"
        let documentation = ProcedureDocumentation(text, parameters: ["a", "b"])
        #expect(documentation.parameters.isEmpty)
        #expect(documentation.summary == ["Reads."])
    }

    @Test("Conditions and descriptions make no fields of their own")
    func hostile() {
        let text =
            "Moves.\n\nWhere:\n- a is - Returns: no\u{2028}- b: # no\n\nPanics if:\n- - Parameter b: no\n- Throws: no\n"
        let lines = ProcedureDocumentation(text, parameters: ["a", "b"])
            .lines(indent: 1, fallback: "", labels: ["a": "a", "b": "b"], returns: "The call.", throws: "An error.")
        #expect(
            lines == [
                "/// Moves.", "///", "/// It fails if:", "/// - \\- Parameter b: no", "/// \\- Throws: no", "///",
                "/// - Parameters:", "///   - a: - Returns: no", "///   - b: # no", "/// - Returns: The call.",
                "/// - Throws: An error.",
            ]
        )
    }

    @Test("A comment has at most 60 lines with the fields of 16 parameters, and keeps all of them")
    func maximum() {
        let names = (0..<16).map { "p\($0)" }
        let entries = names.map { "- \($0) is " + String(repeating: "word ", count: 1_000) }.joined(separator: "\n")
        let text = String(repeating: "A sentence.\n\n", count: 100) + "Where:\n" + entries
        let lines = ProcedureDocumentation(text, parameters: names).lines(
            indent: 2,
            fallback: "",
            labels: Dictionary(uniqueKeysWithValues: names.map { ($0, $0) }),
            returns: "The call.",
            throws: "An error."
        )
        #expect(lines.count <= 60)
        #expect(names.allSatisfy { name in lines.contains { $0.hasPrefix("///   - \(name): Word word") } })
        #expect(lines.contains("/// The rest of this text is left out."))
        #expect(lines.allSatisfy { $0.count + 8 <= 120 })
    }

    @Test("Whatever the documentation is, Swift sees comments alone, and fields are those of the method")
    func anyText() {
        let names = ["x", "amount"]
        for text in NastyText.texts() {
            let lines = ProcedureDocumentation(text, parameters: names).lines(
                indent: 1,
                fallback: "`post`",
                labels: ["x": "x", "amount": "amount"],
                returns: "The call.",
                throws: "An error."
            )
            #expect(SwiftLexer.comments(in: lines.joined(separator: "\n    ")) == lines, "\(text.debugDescription)")
            #expect(!lines.isEmpty && lines.count <= 60)
            for field in ["/// - Parameter", "/// - Returns:", "/// - Throws:"] {
                #expect(lines.count { $0.hasPrefix(field) } <= 1, "\(text.debugDescription)")
            }
            #expect(!lines.contains { $0.hasPrefix("/// - Note:") || $0.hasPrefix("/// #") || $0.hasPrefix("/// ```") })
        }
    }
}
