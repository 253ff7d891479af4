import Foundation
import MidenTestSupport
import Testing

@testable import MidenWalletRPC

@Suite("A file of the wallet RPC", .timeLimit(.minutes(1)))
struct RPCFileTests {
    private static let format = RPCFileFormat(name: "miden-swift test", version: 2, largestSize: 4096)

    private let directory: TemporaryDirectory
    private let url: URL

    init() throws {
        directory = try TemporaryDirectory()
        url = URL(fileURLWithPath: directory.path).appendingPathComponent("rpc/test.json")
    }

    private func open() -> RPCFile<[String]> { RPCFile(url, Self.format) }

    private func write(_ text: String) throws -> Data {
        let folder = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        return Data(text.utf8)
    }

    private func mode(of path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    // MARK: - Whole files

    @Test("a file that does not exist: has no content, and is not made by reading it")
    func missing() throws {
        #expect(try open().read() == nil)
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test("a change: is there for another instance, and the file and its folder are of the owner alone")
    func changed() throws {
        #expect(try open().update(from: []) { $0.append("one") } == ["one"])
        #expect(try open().read() == ["one"])
        let folder = url.deletingLastPathComponent().path
        #expect(try mode(of: folder) == 0o700)
        #expect(try mode(of: url.path) == 0o600)
        #expect(try mode(of: url.path + ".lock") == 0o600)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["test.json", "test.json.lock"]
        )
    }

    @Test("a change that another instance made: is noticed by one that has read the file before")
    func noticed() throws {
        let (first, second) = (open(), open())
        try first.update(from: []) { $0 = ["one"] }
        #expect(try second.read() == ["one"])
        try first.update(from: []) { $0 = ["two"] }
        #expect(try second.read() == ["two"])
        try FileManager.default.removeItem(at: url)
        #expect(try second.read() == nil)
    }

    @Test("changes by many instances at the same time: are all there")
    func concurrent() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for instance in 0..<4 {
                let file = open()
                group.addTask {
                    for number in 0..<8 { try file.update(from: []) { $0.append("\(instance).\(number)") } }
                }
            }
            try await group.waitForAll()
        }
        let content = try #require(try open().read())
        #expect(content.count == 32)
        #expect(Set(content).count == 32)
    }

    @Test("a change that throws: leaves the file as it was")
    func thrown() throws {
        struct Refused: Error {}
        try open().update(from: []) { $0 = ["one"] }
        let bytes = try Data(contentsOf: url)
        #expect(throws: Refused.self) {
            try open().update(from: []) { content in
                content = []
                throw Refused()
            }
        }
        #expect(try Data(contentsOf: url) == bytes)
    }

    @Test("a temporary file that a killed process left: is replaced")
    func leftover() throws {
        _ = try write("{}")
        try FileManager.default.moveItem(atPath: url.path, toPath: url.path + ".new")
        #expect(try open().update(from: []) { $0 = ["one"] } == ["one"])
        #expect(!FileManager.default.fileExists(atPath: url.path + ".new"))
        #expect(try mode(of: url.path) == 0o600)
    }

    // MARK: - Files that are not read

    @Test("a file of a newer version: is refused by its version, and stays as it is")
    func newer() throws {
        let bytes = try write(#"{"format": "miden-swift test", "version": 3, "content": {"another": "form"}}"#)
        let expected = RPCFileError.newerVersion(path: url.path, version: 3, supported: 2)
        #expect(throws: expected) { try open().read() }
        #expect(throws: expected) { try open().update(from: []) { $0 = [] } }
        #expect(try Data(contentsOf: url) == bytes)
        #expect(expected.errorDescription?.contains("has version 3") == true)
    }

    @Test(
        "a damaged file: is an error that names it, and stays as it is",
        arguments: [
            "", "{", "[]", "null", #"{"version": 1, "content": []}"#, #"{"format": "miden-swift test", "content": []}"#,
            #"{"format": "miden-swift other", "version": 1, "content": []}"#,
            #"{"format": "miden-swift test", "version": 0, "content": []}"#,
            #"{"format": "miden-swift test", "version": 1}"#,
            #"{"format": "miden-swift test", "version": 1, "content": ["one", 2]}"#,
            #"{"format": "miden-swift test", "version": 1, "content": ["one"#,
            String(repeating: " ", count: 4097),
        ]
    )
    func damaged(text: String) throws {
        let bytes = try write(text)
        for change in [false, true] {
            let error = #expect(throws: RPCFileError.self) {
                if change { _ = try open().update(from: []) { $0 = [] } } else { _ = try open().read() }
            }
            guard case .damaged(let path, _) = try #require(error) else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(path == url.path)
            #expect(error?.errorDescription?.contains("move it away") == true)
        }
        #expect(try Data(contentsOf: url) == bytes)
    }

    @Test("a folder in place of the file: is an error, and stays")
    func folder() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        #expect(throws: RPCFileError.self) { try open().read() }
        #expect(throws: RPCFileError.self) { try open().update(from: []) { $0 = [] } }
        var isFolder: ObjCBool = false
        #expect(FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue)
    }

    @Test("a change that makes the file too large: is refused, and the file stays as it is")
    func full() throws {
        try open().update(from: []) { $0 = ["one"] }
        let error = #expect(throws: RPCFileError.self) {
            try open().update(from: []) { $0.append(String(repeating: "x", count: 4096)) }
        }
        guard case .full = try #require(error) else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try open().read() == ["one"])
    }
}
