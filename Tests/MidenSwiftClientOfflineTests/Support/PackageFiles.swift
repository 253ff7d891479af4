import Foundation

/// Files of the package that are no part of the tests' bundle.
enum PackageFiles {
    private static var root: URL {
        URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent()
    }

    /// The header Rust generates.
    static func header() throws -> String {
        try String(contentsOf: root.appendingPathComponent("include/miden_swift_client.h"), encoding: .utf8)
    }

    /// All that is written in the Swift files of a folder of the library.
    static func sources(in folder: String) throws -> String {
        let path = root.appendingPathComponent("Sources/MidenSwiftClient/\(folder)")
        let files = try FileManager.default.contentsOfDirectory(at: path, includingPropertiesForKeys: nil)
        return try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    }

    /// The golden messages by folder and name, such as `replies/sync`.
    static func goldenMessages() throws -> [String: Data] {
        let messages = root.appendingPathComponent("include/messages")
        var found: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: messages.path) where path.hasSuffix(".json") {
            found[String(path.dropLast(".json".count))] = try Data(contentsOf: messages.appendingPathComponent(path))
        }
        return found
    }

    /// One golden message.
    static func goldenMessage(_ name: String) throws -> Data {
        try Data(contentsOf: root.appendingPathComponent("include/messages/\(name).json"))
    }

    /// The signatures that the tests of Rust verify as well.
    static func signatureExamples() throws -> Data {
        try Data(contentsOf: root.appendingPathComponent("js/examples/signatures.json"))
    }

    /// The vectors of requests between apps, which the tests of Rust read as well.
    static func requestVectors() throws -> Data {
        try Data(contentsOf: root.appendingPathComponent("Tests/RequestVectors/vectors.json"))
    }
}
