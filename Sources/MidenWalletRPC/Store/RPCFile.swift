import Foundation

/// A JSON file of the wallet RPC. Several processes can change it at the same time: each change reads the file, and a lock
/// excludes others until the new one is in place.
///
/// The file is an object with the members `format`, `version` and `content`. A lock file and, during a change, a temporary
/// file are beside it. All three have mode 0600.
///
/// `@unchecked` because a lock guards the content that was read last.
package final class RPCFile<Content: Codable & Sendable>: @unchecked Sendable {
    package let path: String
    private let format: RPCFileFormat
    private let lock = NSLock()
    /// What was read last. The file stays open so that its identity is not given to another one.
    private var known: (file: PrivateFile, identity: FileIdentity, content: Content)?

    /// Describes a file. It is made with the first change, and its folder too.
    package init(_ file: URL, _ format: RPCFileFormat) {
        path = file.path
        self.format = format
    }

    /// Reads the file, unless it is as it was when it was read last.
    ///
    /// - Returns: The content, nil if there is no file.
    /// - Throws: ``RPCFileError``.
    package func read() throws -> Content? {
        try lock.withLock { try readContent() }
    }

    /// Changes the content. The change is on the disk if this returns. If it throws, the file is as it was, unless the system
    /// did not confirm that the new name is on the disk; the next read tells.
    ///
    /// - Parameters:
    ///   - empty: The content if there is no file.
    ///   - change: Changes it. What it throws ends the change.
    /// - Returns: The content afterwards.
    /// - Throws: ``RPCFileError``, what `change` throws, and `CocoaError` if there is no folder and none can be made.
    @discardableResult
    package func update(from empty: Content, _ change: (inout Content) throws -> Void) throws -> Content {
        try lock.withLock {
            try makeFolder()
            let lockFile = try FileLock(path + ".lock", of: path)
            defer { lockFile.release() }
            var content = try readContent() ?? empty
            try change(&content)
            try write(content)
            return content
        }
    }

    // MARK: - Reading

    private func readContent() throws -> Content? {
        guard let file = try PrivateFile(reading: path) else {
            known = nil
            return nil
        }
        let identity = try file.identity()
        if let known, known.identity == identity { return known.content }
        let content: Content = try format.content(of: file, identity, path)
        known = (file, identity, content)
        return content
    }

    // MARK: - Writing

    private func write(_ content: Content) throws {
        let bytes = try format.bytes(of: content, path)
        let file = try PrivateFile.replace(path, with: bytes)
        known = (file, try file.identity(), content)
    }

    private func makeFolder() throws {
        let folder = (path as NSString).deletingLastPathComponent
        guard !folder.isEmpty else { return }
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }
}
