import Foundation

/// What a file of the wallet RPC has to be.
package struct RPCFileFormat: Sendable {
    /// What the file says that it is.
    package let name: String
    /// The newest version that can be read, and the one that is written.
    package let version: Int
    /// The largest size in bytes.
    package let largestSize: Int

    package init(name: String, version: Int, largestSize: Int) {
        self.name = name
        self.version = version
        self.largestSize = largestSize
    }
}

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
        guard identity.size <= format.largestSize else {
            throw RPCFileError.damaged(path: path, reason: "it is larger than \(format.largestSize) bytes")
        }
        let content = try decoded(try file.bytes(atMost: format.largestSize))
        known = (file, identity, content)
        return content
    }

    private struct Header: Codable {
        let format: String
        let version: Int
    }

    private struct Envelope: Codable {
        let format: String
        let version: Int
        let content: Content
    }

    private func decoded(_ bytes: Data) throws -> Content {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let header = try? decoder.decode(Header.self, from: bytes) else {
            throw RPCFileError.damaged(path: path, reason: "it is not a JSON object with a format and a version")
        }
        guard header.format == format.name else {
            throw RPCFileError.damaged(path: path, reason: "it does not have the format \(format.name)")
        }
        guard header.version <= format.version else {
            throw RPCFileError.newerVersion(path: path, version: header.version, supported: format.version)
        }
        guard header.version >= 1 else {
            throw RPCFileError.damaged(path: path, reason: "there is no version \(header.version)")
        }
        do {
            return try decoder.decode(Envelope.self, from: bytes).content
        } catch let error as DecodingError {
            throw RPCFileError.damaged(path: path, reason: error.fileReason)
        }
    }

    // MARK: - Writing

    private func write(_ content: Content) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let envelope = Envelope(format: format.name, version: format.version, content: content)
        let bytes = try encoder.encode(envelope)
        guard bytes.count <= format.largestSize else {
            throw RPCFileError.full(path: path, reason: "it would be larger than \(format.largestSize) bytes")
        }
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

extension DecodingError {
    /// Which member is wrong, without what it holds.
    fileprivate var fileReason: String {
        let path: [any CodingKey]
        switch self {
        case .keyNotFound(let key, let context): path = context.codingPath + [key]
        case .valueNotFound(_, let context), .typeMismatch(_, let context), .dataCorrupted(let context):
            path = context.codingPath
        @unknown default: path = []
        }
        let names = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
        return "\(names.isEmpty ? "it" : names.joined(separator: ".")) is missing or has the wrong form"
    }
}
