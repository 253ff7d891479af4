// swift-tools-version: 6.2

import Foundation
import PackageDescription

// The worker behind UniFFI is built from `doors/` and its binding is generated: neither is committed.
// (See the manifest of the library for why this is said here.)
let doorBundle = "doors.artifactbundle"
let here = Context.packageDirectory
if FileManager.default.fileExists(atPath: "\(here)/Package.swift"),
    !FileManager.default.fileExists(atPath: "\(here)/\(doorBundle)/info.json")
{
    let advice = "What the SDK is compared with is not built yet: run ./build.sh bench, which does it first.\n"
    FileHandle.standardError.write(Data(advice.utf8))
    exit(1)
}

// Programs that are compared with each other, and the one that does it. Needs no package that the library does not.
let package = Package(
    name: "MidenComparison",
    platforms: [.macOS(.v13)],
    products: [.library(name: "AllocationCounter", targets: ["AllocationCounter"])],
    dependencies: [.package(name: "MidenSwiftClient", path: "../..")],
    targets: [
        .target(name: "AllocationCounter"),
        // How a program is told what to measure, and answers.
        .target(name: "Measuring"),
        .executableTarget(
            name: "SDKDoor",
            dependencies: [
                "AllocationCounter",
                "Measuring",
                .product(name: "MidenBenchmarkWorkloads", package: "MidenSwiftClient"),
            ]
        ),
        .binaryTarget(name: "comparison_doors", path: doorBundle),
        // Generated, and not by us: in the language mode it is written for.
        .target(
            name: "UniFFIBinding",
            dependencies: ["comparison_doors"],
            path: "Generated",
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        // A program of its own: two Rust libraries in one would be linked with one standard library.
        .executableTarget(
            name: "UniFFIDoor",
            dependencies: ["AllocationCounter", "Measuring", "UniFFIBinding"],
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
        ),
        .executableTarget(name: "Comparison", dependencies: ["Measuring"]),
    ],
    swiftLanguageModes: [.v6]
)
