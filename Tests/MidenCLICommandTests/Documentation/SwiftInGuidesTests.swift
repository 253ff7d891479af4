import Foundation
import MidenTestSupport
import Testing

/// The Swift of the guides, docs/web-pages.md and docs/app-to-app.md: whole files of programs, and parts of one. The server's
/// module is there only with its trait.
@Suite("The Swift in the guides", .timeLimit(.minutes(5)))
struct SwiftInGuidesTests {
    /// A program of a guide.
    struct Program: Sendable, CustomTestStringConvertible {
        /// The guide.
        let page: String
        /// What each of its files has, and no other one.
        var files: [String] = []
        /// A part that is no file.
        var fragment: Fragment?
        /// Declares what Apple's library does on Apple's systems.
        var system: String?

        /// What each of its listings has, and no other one.
        var listings: [String] { files + (fragment.map { [$0.text] } ?? []) }

        var testDescription: String { "\(page): \(listings.joined(separator: ", "))" }
    }

    /// A part of a guide that is no file, with what a reader would have around it.
    struct Fragment: Sendable {
        /// What it has, and no other part.
        let text: String
        let before: String
        let after: String
    }

    static let webPages = "docs/web-pages.md"
    static let appToApp = "docs/app-to-app.md"

    static let programs = [
        Program(
            page: webPages,
            files: ["struct TerminalUser: ", "actor AccountFact: "],
            fragment: Fragment(
                text: "let router = ",
                before: """
                    import MidenSwiftClient
                    import MidenWalletRPC
                    func reader(wallet: MidenWallet, pages: RPCWallet, user: TerminalUser) throws {

                    """,
                after: "_ = router\n}\n"
            )
        ),
        Program(page: webPages, files: ["struct SignInServer: ", "struct DatabaseNonceStore: ", "struct TrySignIn "]),
        Program(
            page: webPages,
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
        Program(page: appToApp, files: ["struct CornerShop "]),
        Program(page: appToApp, files: ["struct WalletApp "]),
        Program(
            page: appToApp,
            fragment: Fragment(
                text: "let pending = try await requests.requestSendCoin([payment], from: customer)",
                before: """
                    import Foundation
                    import MidenRequests
                    import MidenSwiftClient
                    func reader(
                        folder: URL,
                        shop: AccountID,
                        faucet: AccountID,
                        customer: String,
                        sealedReceipt: Data,
                        open: @escaping @Sendable (URL) async -> Bool
                    ) async throws {

                    """,
                after: "}\n"
            )
        ),
        Program(
            page: appToApp,
            fragment: Fragment(
                text: "let stored = try StoredRequest(keptBytes)",
                before: """
                    import Foundation
                    import MidenRequests
                    import MidenSwiftClient
                    func reader(keptBytes: Data, sealedReceipt: Data, commitment: Data) throws {

                    """,
                after: "}\n"
            )
        ),
    ]

    /// Needs the trait.
    static let serving = Program(page: webPages, files: ["struct TerminalUser: ", "struct ShopWallet "])

    #if WalletServer
        @Test("compiles as a program", arguments: programs + [serving])
        func compiles(program: Program) async throws { try await compile(program) }
    #else
        @Test("compiles as a program", arguments: programs)
        func compiles(program: Program) async throws { try await compile(program) }
    #endif

    private func compile(_ program: Program) async throws {
        let directory = try TemporaryDirectory()
        var sources = try program.files.map { try Self.block($0, of: program.page) }
        if let fragment = program.fragment {
            sources.append(try fragment.before + Self.block(fragment.text, of: program.page) + fragment.after)
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

    @Test("is all looked at, but for what stands in a manifest", arguments: [webPages, appToApp])
    func complete(page: String) throws {
        let listings = (Self.programs + [Self.serving]).filter { $0.page == page }.flatMap(\.listings)
        for block in try Document(page).blocks(in: "swift") where !Self.isManifest(block) {
            #expect(listings.contains { block.contains($0) }, "\(block)")
        }
    }

    @Test("the manifests: can be read", arguments: [webPages, appToApp])
    func manifests(page: String) async throws {
        let manifests = try Document(page).blocks(in: "swift").filter { $0.hasPrefix("// swift-tools-version") }
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

    /// The one listing of a page that has a text.
    private static func block(_ text: String, of page: String) throws -> String {
        let found = try Document(page).blocks(in: "swift").filter { $0.contains(text) }
        #expect(found.count == 1, "\(text)")
        return try #require(found.first)
    }
}
