// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "ExampleDApp",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "MidenSwiftClient", path: "../..", traits: ["WalletServer"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.5.4"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.65.0"),
    ],
    targets: [
        .executableTarget(
            name: "ExampleDApp",
            dependencies: [
                .product(name: "MidenSwiftClient", package: "MidenSwiftClient"),
                .product(name: "MidenWalletRPC", package: "MidenSwiftClient"),
                .product(name: "MidenWalletServer", package: "MidenSwiftClient"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
