// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that nobody who uses the library downloads the benchmark package.
let package = Package(
    name: "MidenBenchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "MidenSwiftClient", path: ".."),
        .package(name: "MidenComparison", path: "Comparison"),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.29.0", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "WalletBenchmarks",
            dependencies: [
                .product(name: "AllocationCounter", package: "MidenComparison"),
                .product(name: "MidenBenchmarkWorkloads", package: "MidenSwiftClient"),
                .product(name: "MidenSwiftClient", package: "MidenSwiftClient"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            // The plugin takes the targets whose folder is in one named Benchmarks.
            path: "WalletBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        )
    ],
    swiftLanguageModes: [.v6]
)
