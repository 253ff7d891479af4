import Foundation
import MidenTestSupport
import Testing

/// Needs the compiler and what the build left beside `miden-cli`: the modules.
@Suite("The Swift in the documents", .timeLimit(.minutes(5)))
struct SwiftInDocumentsTests {
    /// A part of a document that the compiler can read, with what a reader would have around it.
    struct Sample: Sendable, CustomTestStringConvertible {
        let document: String
        /// What it begins with, in the document.
        let beginning: String
        var before = ""
        var after = ""
        /// The file in the checkout that declares a type that was generated for the reader.
        var generated: String?

        var testDescription: String { "\(document): \(beginning)" }

        /// A part of docs/library.md, which takes for granted that there are a wallet and accounts.
        static func library(_ beginning: String) -> Self {
            Sample(
                document: "docs/library.md",
                beginning: beginning,
                before: """
                    import MidenSwiftClient
                    func reader(
                        wallet: MidenWallet,
                        alice: AccountID,
                        bob: AccountID,
                        carol: AccountID,
                        faucet: AccountID
                    ) async throws {

                    """,
                after: "}\n"
            )
        }
    }

    static let samples = [
        Sample(
            document: "MIGRATING.md",
            beginning: "let wallet = try MidenWallet()",
            before: "import MidenSwiftClient\nfunc reader() async throws {\n",
            after: "_ = (blockNum, balance, accounts)\n}\n"
        ),
        .library("var configuration = "),
        .library("do {"),
        .library("let payments = ["),
        .library("let consumed = "),
        .library("var cursor: EventCursor?"),
        Sample(
            document: "docs/library.md",
            beginning: "struct HardwareSigner",
            before: """
                import Foundation
                import MidenSwiftClient

                struct Device: Sendable {
                    func confirm(_ kind: String, _ transaction: TransactionSummary?) async throws {}
                    func sign(digest: Data, key: Data) async throws -> Data { Data() }
                }
                let device = Device()

                """
        ),
        Sample(
            document: "docs/library.md",
            beginning: "struct OraclePrices",
            before: "import Foundation\nimport MidenSwiftClient\n",
            generated: "Tests/MidenGeneratedContracts/Oracle.generated.swift"
        ),
    ]

    @Test("compiles as it stands there", arguments: samples)
    func compiles(sample: Sample) async throws {
        let blocks = try Document(sample.document).blocks(in: "swift")
        let block = try #require(blocks.first { $0.hasPrefix(sample.beginning) })
        let directory = try TemporaryDirectory()
        let generated = try sample.generated.map {
            try String(contentsOf: Document.root.appendingPathComponent($0), encoding: .utf8)
        }
        let sources = [sample.before + block + sample.after] + (generated.map { [$0] } ?? [])
        let outcome = try await SwiftCheck.typecheck(sources, in: directory)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test("is all looked at, but for what stands in a manifest")
    func complete() throws {
        // FirstProgramTests has the README's, and FirstContractTests what needs a generated type.
        for document in ["MIGRATING.md", "docs/library.md"] {
            let beginnings = Self.samples.filter { $0.document == document }.map(\.beginning)
            let left = try Document(document).blocks(in: "swift").filter { block in
                !block.hasPrefix(".package(") && !block.hasPrefix(FirstContractTests.inLibrary)
                    && !beginnings.contains { block.hasPrefix($0) }
            }
            #expect(left.isEmpty, "\(document)")
        }
    }

    @Test("would not compile with a name that is not there")
    func wrong() async throws {
        let directory = try TemporaryDirectory()
        let source = "import MidenSwiftClient\nlet wallet: MidenPurse? = nil\n"
        let outcome = try await SwiftCheck.typecheck([source], in: directory)
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("MidenPurse"), "\(outcome.errors)")
    }
}
