import Foundation
import MidenTestSupport
import Testing

/// The Swift of docs/web-pages.md: whole files of programs. The server's module is there only with its trait.
@Suite("The Swift in the guides", .timeLimit(.minutes(5)))
struct SwiftInGuidesTests {
    private static let page = "docs/web-pages.md"

    /// A program of a guide.
    struct Program: Sendable, CustomTestStringConvertible {
        /// What each of its files has, and no other one.
        let files: [String]
        /// What a part has that is no file.
        var fragment: String?
        /// Declares what Apple's library does on Apple's systems.
        var system: String?

        var testDescription: String { files.joined(separator: ", ") }
    }

    static let programs = [
        Program(files: ["struct TerminalUser: ", "actor AccountFact: "], fragment: "let router = "),
        Program(files: ["struct SignInServer: ", "struct DatabaseNonceStore: ", "struct TrySignIn "]),
        Program(
            files: ["struct SharedWallet ", "class SafariWebExtensionHandler: "],
            system: """
                import MidenWalletRPC
                import SafariServices

                extension NSExtensionContext: @retroactive SafariRequestContext {
                    public var rpcMessage: Any? { nil }
                    public func completeRpcRequest(returning message: [String: Any]) {}
                }
                """
        ),
    ]

    /// Needs the trait.
    static let serving = Program(files: ["struct TerminalUser: ", "struct ShopWallet "])

    #if WalletServer
        @Test("compiles as a program", arguments: programs + [serving])
        func compiles(program: Program) async throws { try await compile(program) }
    #else
        @Test("compiles as a program", arguments: programs)
        func compiles(program: Program) async throws { try await compile(program) }
    #endif

    private func compile(_ program: Program) async throws {
        let directory = try TemporaryDirectory()
        var sources = try program.files.map(Self.block)
        if let fragment = program.fragment {
            sources.append(
                """
                import MidenSwiftClient
                import MidenWalletRPC
                func reader(wallet: MidenWallet, pages: RPCWallet, user: TerminalUser) throws {
                \(try Self.block(fragment))
                _ = router
                }
                """
            )
        }
        if let system = program.system {
            sources.append(system)
            let standIns = "Tests/MidenWalletRPCTests/StandIns/SafariServices.swift"
            let file = Document.root.appendingPathComponent(standIns).path
            let module = try await SwiftCheck.makeModule("SafariServices", of: file, in: directory.path)
            #expect(module.status == 0, "\(module.errors)")
        }
        let outcome = try await SwiftCheck.typecheck(sources, in: directory, modules: directory.path)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test("is all looked at, but for what stands in a manifest")
    func complete() throws {
        let names = (Self.programs + [Self.serving]).flatMap { $0.files + ($0.fragment.map { [$0] } ?? []) }
        for block in try Document(Self.page).blocks(in: "swift") where !Self.isManifest(block) {
            #expect(names.contains { block.contains($0) }, "\(block)")
        }
    }

    @Test("the manifests: can be read")
    func manifests() async throws {
        let manifests = try Document(Self.page).blocks(in: "swift").filter { $0.hasPrefix("// swift-tools-version") }
        #expect(manifests.count == 2)
        for manifest in manifests {
            let directory = try TemporaryDirectory()
            _ = try directory.write(Data(manifest.utf8), to: "Package.swift")
            let outcome = try await RunningCommand(
                ["swift", "package", "--package-path", directory.path, "dump-package"],
                environment: ProcessInfo.processInfo.environment,
                program: "/usr/bin/env"
            ).outcome()
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
    }

    private static func isManifest(_ block: String) -> Bool {
        block.hasPrefix("// swift-tools-version") || block.hasPrefix(".package(")
    }

    /// The one listing that has a text.
    private static func block(_ text: String) throws -> String {
        let found = try Document(page).blocks(in: "swift").filter { $0.contains(text) }
        #expect(found.count == 1, "\(text)")
        return try #require(found.first)
    }
}
