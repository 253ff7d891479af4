import Foundation
import MidenTestSupport
import Testing

@testable import MidenContractGenerator
@testable import MidenGeneratorFuzz

/// The long one is `./build.sh fuzz SECONDS generator`.
@Suite("A short run of the generator's fuzzer", .timeLimit(.minutes(5)))
struct GeneratorFuzzTests {
    private static let folder = DescribedContract.root.appendingPathComponent("Tests/Interfaces").path

    @Test("changed descriptions: are tried, and no rule is broken")
    func short() async throws {
        let directory = try TemporaryDirectory()
        // Another seed each time; a failure shows it.
        let fuzz = GeneratorFuzz(
            duration: .seconds(1),
            seed: .random(in: 0...9_999_999),
            descriptions: try Descriptions.all(in: Self.folder),
            findings: URL(fileURLWithPath: directory.path)
        )
        let report = try await fuzz.run { _ in }
        #expect(report.compiled > 0)
        #expect(report.compiled == report.files)
    }

    @Test("a seed: makes the same documents again, and another one others")
    func seed() throws {
        let descriptions = try Descriptions.all(in: Self.folder)
        func documents(_ seed: UInt64) -> [DocumentValue] {
            let fuzz = GeneratorFuzz(
                duration: .seconds(1),
                seed: seed,
                descriptions: descriptions,
                findings: URL(fileURLWithPath: "/")
            )
            return (0..<100).map(fuzz.document)
        }
        #expect(documents(7) == documents(7))
        #expect(documents(7) != documents(8))
    }

    @Test(
        "tokens: are divided as Swift divides them, without comments and the text of literals",
        arguments: [
            ("let a = 1 // b\nlet c", ["let", "a", "=", "1", "let", "c"]), (#"f("a\"b")"#, ["f", "(", "\"\"", ")"]),
            ("x = \"\"\"\n  a \"b\" \\\n  \"\"\" y", ["x", "=", "\"\"\"", "y"]), ("`case`.b", ["`case`", ".", "b"]),
            ("/// a\n//\n", []), (#"{ "a_\($0)" }"#, ["{", "\"\"", "}"]),
        ]
    )
    func tokens(source: String, tokens: [String]) throws {
        #expect(try SwiftTokens(source).tokens == tokens)
    }

    @Test(
        "what no generated file may have: is found",
        arguments: [
            #""\(x)""#, "\"a\n\"", "/* a */", "#if x", "let \u{E4}", "// a\rb", "// \u{202E}", "`a b`", "\"\"\" a",
            "\"\0\"",
        ]
    )
    func problems(source: String) {
        #expect(throws: SwiftTokens.Problem.self) { try SwiftTokens(source) }
    }
}
