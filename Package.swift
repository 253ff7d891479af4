// swift-tools-version: 6.2

import Foundation
import PackageDescription

// The Rust core is built from `rust/` and not committed. Without it SwiftPM says only that a binary
// target is empty, so say here what to do. (A manifest that fails is not cached: once the core is
// there, the next `swift build` finds it. While SwiftPM chooses a version of a package it reads the
// manifest out of git, where there are no files to look for.)
let coreBundle = "core/MidenSwiftCore.artifactbundle"
let here = Context.packageDirectory
if FileManager.default.fileExists(atPath: "\(here)/Package.swift"),
    !FileManager.default.fileExists(atPath: "\(here)/\(coreBundle)/info.json")
{
    let advice = "The Rust core is not built yet: run ./build.sh core in \(here) first.\n"
    FileHandle.standardError.write(Data(advice.utf8))
    exit(1)
}

// Warnings are errors with the compilers this is tested with. Newer ones may find more to warn of,
// and newer releases of the dependencies may deprecate more: neither should stop anybody's build.
#if compiler(<6.4)
    let swiftWarnings: [SwiftSetting] = [
        .treatAllWarnings(as: .error), .treatWarning("DeprecatedDeclaration", as: .warning),
    ]
    let cWarnings: [CSetting] = [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]
#else
    let swiftWarnings: [SwiftSetting] = []
    let cWarnings: [CSetting] = []
#endif

let package = Package(
    name: "MidenSwiftClient",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .library(name: "MidenSwiftClient", targets: ["MidenSwiftClient"]),
        // Answers web pages: docs/wallet-rpc.md.
        .library(name: "MidenWalletRPC", targets: ["MidenWalletRPC"]),
        // The same over HTTP and WebSocket. Empty without the trait.
        .library(name: "MidenWalletServer", targets: ["MidenWalletServer"]),
        // Requests between apps: docs/requests.md.
        .library(name: "MidenRequests", targets: ["MidenRequests"]),
        .executable(name: "miden-cli", targets: ["miden-cli"]),
        // Generates Swift for the contracts in a target: docs/contracts.md.
        .plugin(name: "MidenContracts", targets: ["MidenContracts"]),
        // What Benchmarks/ measures; of no use to anybody else.
        .library(name: "MidenBenchmarkWorkloads", targets: ["MidenBenchmarkWorkloads", "MidenSilentNode"]),
    ],
    traits: [
        // Not a default one: a package that does not enable it does not get swift-nio.
        .trait(name: "WalletServer", description: "HTTP and WebSocket for MidenWalletServer, on swift-nio")
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-atomics", from: "1.2.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.1.3"),
        .package(url: "https://github.com/apple/swift-log", from: "1.5.4"),
        // Only with the trait WalletServer.
        .package(url: "https://github.com/apple/swift-nio", from: "2.65.0"),
    ],
    targets: [
        // The Rust library, its header and module map: made by `./build.sh core`.
        .binaryTarget(name: "MidenSwiftCore", path: coreBundle),
        // The C module Swift imports: the core's header, and the check of the CPU that must not
        // itself be compiled for a newer CPU than the one it runs on.
        .target(
            name: "CMidenSwiftClient",
            dependencies: ["MidenSwiftCore"],
            cSettings: cWarnings,
            linkerSettings: [
                .linkedLibrary("m", .when(platforms: [.linux])),
                .linkedFramework("Security", .when(platforms: [.macOS, .iOS])),
                .linkedFramework("CoreFoundation", .when(platforms: [.macOS, .iOS])),
            ]
        ),
        .target(
            name: "MidenSwiftClient",
            dependencies: [
                "CMidenSwiftClient",
                .product(name: "Atomics", package: "swift-atomics"),
                .product(name: "Collections", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: swiftWarnings
        ),
        .target(name: "MidenWalletRPC", dependencies: ["MidenSwiftClient"], swiftSettings: swiftWarnings),
        .target(
            name: "MidenWalletServer",
            dependencies: [
                "MidenWalletRPC",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["WalletServer"])),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["WalletServer"])),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["WalletServer"])),
                .product(name: "NIOWebSocket", package: "swift-nio", condition: .when(traits: ["WalletServer"])),
            ],
            swiftSettings: swiftWarnings
        ),
        .target(
            name: "MidenRequests",
            dependencies: ["MidenSwiftClient", "MidenWalletRPC"],
            swiftSettings: swiftWarnings
        ),
        // Swift for contracts, from what the core says of them. Reads and writes nothing.
        .target(name: "MidenContractGenerator", swiftSettings: swiftWarnings),
        // What the plugin runs. It does not depend on the library, which would be built twice, for the tool and for the
        // product. The C target makes SwiftPM link it again if the core changes.
        .executableTarget(
            name: "miden-contract-tool",
            dependencies: ["CMidenSwiftClient", "MidenContractGenerator"],
            swiftSettings: swiftWarnings
        ),
        .plugin(name: "MidenContracts", capability: .buildTool(), dependencies: ["miden-contract-tool"]),
        .executableTarget(
            name: "miden-cli",
            dependencies: [
                "MidenSwiftClient",
                "MidenContractGenerator",
                "MidenWalletRPC",
                "MidenRequests",
                // Without the trait it is empty, and `miden-cli serve` says so.
                "MidenWalletServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: swiftWarnings
        ),
        // A node that never answers, for tests and for benchmarks of what waits.
        .target(name: "MidenSilentNode", swiftSettings: swiftWarnings),
        // The measured workloads. The offline tests run each of them once.
        .target(
            name: "MidenBenchmarkWorkloads",
            dependencies: [
                "MidenSwiftClient",
                "CMidenSwiftClient",
                "MidenSilentNode",
                .product(name: "Atomics", package: "swift-atomics"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: swiftWarnings
        ),
        // Many calls for a long time: `./build.sh soak`. The offline tests run a short one.
        .executableTarget(
            name: "MidenSoak",
            dependencies: [
                "MidenSwiftClient",
                "MidenBenchmarkWorkloads",
                "MidenTestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Atomics", package: "swift-atomics"),
            ],
            swiftSettings: swiftWarnings
        ),
        // Wallets under attack on a local network: `./build.sh chaos`.
        .executableTarget(
            name: "MidenChaos",
            dependencies: [
                "MidenSwiftClient",
                "MidenTestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: swiftWarnings
        ),
        // Random input for the wallet RPC: `./build.sh fuzz SECONDS rpc`. Does nothing without the trait.
        .executableTarget(
            name: "MidenRPCFuzz",
            dependencies: [
                "MidenSwiftClient",
                "MidenWalletRPC",
                "MidenWalletServer",
                "MidenWalletServerTestSupport",
                "MidenBenchmarkWorkloads",
                "MidenTestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: swiftWarnings
        ),
        // Changed descriptions of contracts: `./build.sh fuzz SECONDS generator`. A test makes a short run.
        .executableTarget(
            name: "MidenGeneratorFuzz",
            dependencies: [
                "MidenContractGenerator",
                "MidenTestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: swiftWarnings
        ),
        // Requests over the WebSocket: `./build.sh bench rpc`. Does nothing without the trait.
        .executableTarget(
            name: "MidenRPCBenchmark",
            dependencies: [
                "MidenWalletRPC",
                "MidenWalletServer",
                "MidenWalletServerTestSupport",
                "MidenBenchmarkWorkloads",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["WalletServer"])),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["WalletServer"])),
            ],
            swiftSettings: swiftWarnings
        ),
        // Requests in a folder that has many: `./build.sh bench requests`. A test makes a short run.
        .executableTarget(
            name: "MidenRequestsBenchmark",
            dependencies: [
                "MidenSwiftClient",
                "MidenRequests",
                "MidenBenchmarkWorkloads",
                "MidenTestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: swiftWarnings
        ),
        // What generated Swift costs: `./build.sh bench generator`. Tests make a short run.
        .executableTarget(
            name: "MidenGeneratorBenchmark",
            dependencies: [
                "MidenSwiftClient",
                "MidenContractGenerator",
                "MidenGeneratedContracts",
                "MidenBenchmarkWorkloads",
                "MidenTestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: swiftWarnings
        ),
        // What several of the test targets need.
        .target(
            name: "MidenTestSupport",
            dependencies: ["MidenSwiftClient"],
            path: "Tests/MidenTestSupport",
            swiftSettings: swiftWarnings
        ),
        // What is generated for contracts of the tests, compiled as code of an app is.
        .target(
            name: "MidenGeneratedContracts",
            dependencies: ["MidenSwiftClient"],
            path: "Tests/MidenGeneratedContracts",
            exclude: ["Configurations", "README.md"],
            swiftSettings: swiftWarnings
        ),
        // A client that sends bytes of the caller's choice. Empty without the trait.
        .target(
            name: "MidenWalletServerTestSupport",
            dependencies: [
                "MidenWalletRPC",
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["WalletServer"])),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["WalletServer"])),
            ],
            path: "Tests/MidenWalletServerTestSupport",
            swiftSettings: swiftWarnings
        ),
        // On the embedded chain: needs nothing.
        .testTarget(
            name: "MidenSwiftClientOfflineTests",
            dependencies: [
                "MidenSwiftClient",
                "MidenBenchmarkWorkloads",
                "MidenGeneratedContracts",
                "MidenSoak",
                "MidenSilentNode",
                "MidenTestSupport",
                "CMidenSwiftClient",
                .product(name: "Atomics", package: "swift-atomics"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: swiftWarnings
        ),
        // Web pages and Safari extensions, with the messages of js/examples.
        .testTarget(
            name: "MidenWalletRPCTests",
            dependencies: ["MidenSwiftClient", "MidenWalletRPC", "MidenTestSupport", "MidenSafariHandler"],
            // What a test compiles as a module of its own.
            exclude: ["StandIns"],
            swiftSettings: swiftWarnings
        ),
        // Requests between apps, on the embedded chain.
        .testTarget(
            name: "MidenRequestsTests",
            dependencies: [
                "MidenSwiftClient",
                "MidenWalletRPC",
                "MidenRequests",
                "MidenRequestsBenchmark",
                "MidenBenchmarkWorkloads",
                "MidenTestSupport",
            ],
            swiftSettings: swiftWarnings
        ),
        // The wallet of the tests that end a process between two writes.
        .executableTarget(
            name: "MidenRequestTestWallet",
            dependencies: ["MidenSwiftClient", "MidenRequests", "MidenTestSupport"],
            path: "Tests/MidenRequestTestWallet",
            swiftSettings: swiftWarnings
        ),
        // Empty without the trait.
        .testTarget(
            name: "MidenWalletServerTests",
            dependencies: [
                "MidenWalletRPC",
                "MidenWalletServer",
                "MidenWalletServerTestSupport",
                "MidenRPCFuzz",
                "MidenRPCBenchmark",
                "MidenTestSupport",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: swiftWarnings
        ),
        // The wallet of the tests in Chromium: `./build.sh test browser`. Of no use without the trait.
        .executableTarget(
            name: "MidenBrowserTestWallet",
            dependencies: [
                "MidenSwiftClient",
                "MidenWalletRPC",
                "MidenWalletServer",
                "MidenTestSupport",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/MidenBrowserTestWallet",
            swiftSettings: swiftWarnings
        ),
        // In the place of Safari's native handler: answers one message.
        .executableTarget(
            name: "MidenSafariHandler",
            dependencies: ["MidenSwiftClient", "MidenWalletRPC"],
            path: "Tests/MidenSafariHandler",
            swiftSettings: swiftWarnings
        ),
        // Generated Swift.
        .testTarget(
            name: "MidenContractGeneratorTests",
            dependencies: [
                "MidenBenchmarkWorkloads",
                "MidenContractGenerator",
                "MidenGeneratedContracts",
                "MidenGeneratorBenchmark",
                "MidenGeneratorFuzz",
                "MidenSwiftClient",
                "MidenTestSupport",
            ],
            swiftSettings: swiftWarnings
        ),
        // Builds packages that use the plugin.
        .testTarget(
            name: "MidenContractPluginTests",
            dependencies: ["MidenGeneratorBenchmark", "MidenTestSupport"],
            swiftSettings: swiftWarnings
        ),
        // Against the network of `./build.sh network up`.
        .testTarget(
            name: "MidenSwiftClientNetworkTests",
            dependencies: [
                "MidenSwiftClient",
                "MidenGeneratedContracts",
                "MidenTestSupport",
                "miden-cli",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: swiftWarnings
        ),
        // Runs the built miden-cli.
        .testTarget(
            name: "MidenCLICommandTests",
            dependencies: [
                "MidenSwiftClient",
                "MidenWalletRPC",
                "MidenRequests",
                "MidenGeneratedContracts",
                "MidenRequestTestWallet",
                "MidenSilentNode",
                "MidenTestSupport",
                "MidenWalletServerTestSupport",
                "miden-cli",
            ],
            swiftSettings: swiftWarnings
        ),
    ],
    swiftLanguageModes: [.v6]
)
