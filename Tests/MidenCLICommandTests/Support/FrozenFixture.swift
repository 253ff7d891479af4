import Foundation
import MidenTestSupport
import Testing

/// A folder of `Tests/Fixtures`: files as an earlier version wrote them.
struct FrozenFixture: CustomTestStringConvertible, Sendable {
    /// The version that wrote them.
    let version: String

    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures")

    private var folder: URL { Self.root.appendingPathComponent(version) }

    var testDescription: String { version }

    /// All there are.
    static let all: [FrozenFixture] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        return names.filter { $0.first?.isNumber == true }.sorted().map(FrozenFixture.init)
    }()

    /// A sandbox with a copy of a data directory, the files in `inputs`, and in `other` a data directory that has only the
    /// chain of that wallet.
    func sandbox(with dataDirectory: String) throws -> Sandbox {
        let sandbox = try Sandbox()
        let files = FileManager.default
        try files.copyItem(atPath: folder.appendingPathComponent(dataDirectory).path, toPath: sandbox.wallets)
        let inputs = folder.appendingPathComponent("inputs")
        for name in try files.contentsOfDirectory(atPath: inputs.path) {
            try files.copyItem(
                atPath: inputs.appendingPathComponent(name).path,
                toPath: "\(sandbox.directory.path)/\(name)"
            )
        }
        let other = sandbox.directory.path + "/other/embedded"
        try files.createDirectory(atPath: other, withIntermediateDirectories: true)
        try files.copyItem(atPath: sandbox.wallets + "/embedded/chain", toPath: other + "/chain")
        // A checkout has other permissions than the wallet gave.
        for name in try files.subpathsOfDirectory(atPath: sandbox.directory.path) {
            let path = "\(sandbox.directory.path)/\(name)"
            var isFolder: ObjCBool = false
            _ = files.fileExists(atPath: path, isDirectory: &isFolder)
            try files.setAttributes([.posixPermissions: isFolder.boolValue ? 0o700 : 0o600], ofItemAtPath: path)
        }
        return sandbox
    }

    /// The answers of commands on copies of `wallet`.
    func answers() throws -> [FrozenAnswer] {
        let folder = folder.appendingPathComponent("answers")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            FrozenAnswer(
                name: name,
                fixture: self,
                content: try JSON(String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
            )
        }
    }
}

/// What a command answered.
struct FrozenAnswer {
    let name: String
    let fixture: FrozenFixture
    let content: JSON

    /// The command line without `--json`.
    var arguments: [String] { content["arguments"].list.map(\.text) }
    /// Whether the values must be the same, too.
    var isExact: Bool { content["comparison"].text == "exact" }
}
