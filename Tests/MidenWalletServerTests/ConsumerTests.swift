import Foundation
import MidenTestSupport
import Testing

/// What a package that depends on this one gets.
@Suite("The packages that a consumer gets", .timeLimit(.minutes(5)))
struct ConsumerTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    @Test(
        "without the trait WalletServer: have no swift-nio",
        arguments: ["MidenSwiftClient", "MidenWalletRPC", "MidenRequests"]
    )
    func withoutTrait(product: String) async throws {
        let packages = try await Self.packages(product: product, traits: "[]")
        #expect(packages.contains("swift-collections"))
        #expect(!packages.contains("swift-nio"))
    }

    @Test("with the trait and the server: have swift-nio")
    func withTrait() async throws {
        let packages = try await Self.packages(product: "MidenWalletServer", traits: #"["WalletServer"]"#)
        #expect(packages.contains("swift-nio"))
    }

    /// The names of all packages in the graph of a package that uses a product.
    private static func packages(product: String, traits: String) async throws -> Set<String> {
        let directory = try TemporaryDirectory()
        let manifest = """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "Consumer",
                platforms: [.macOS(.v13)],
                dependencies: [.package(name: "MidenSwiftClient", path: "\(root)", traits: \(traits))],
                targets: [
                    .target(
                        name: "Consumer",
                        dependencies: [.product(name: "\(product)", package: "MidenSwiftClient")],
                        path: "Consumer"
                    )
                ]
            )
            """
        _ = try directory.write(Data(manifest.utf8), to: "Package.swift")
        _ = try directory.folder("Consumer")
        _ = try directory.write(Data("import \(product)\n".utf8), to: "Consumer/Consumer.swift")
        let outcome = try await RunningCommand(
            ["swift", "package", "--package-path", directory.path, "show-dependencies", "--format", "json"],
            environment: ProcessInfo.processInfo.environment,
            program: "/usr/bin/env"
        ).outcome()
        #expect(outcome.status == 0, "\(outcome.errors)")
        return names(try outcome.object())
    }

    private static func names(_ package: JSON) -> Set<String> {
        package["dependencies"].list.reduce(into: []) { names, dependency in
            names.insert(dependency["identity"].text)
            names.formUnion(Self.names(dependency))
        }
    }
}
