import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// The wallet's files of requests: `open/ID.json` from the decision on, `done/ID.json` once nothing is left to do. Several
/// processes can change them: each change reads the file under a lock.
///
/// Folders have mode 0700, files 0600. A change writes a new file, syncs it, renames it, and syncs its folder.
struct DecidedRequests: Sendable {
    /// How long a settled request is kept at least.
    static let shortestLife: TimeInterval = 30 * 24 * 3600
    /// The largest file: a request, what was approved of it, and its receipts.
    private static let largestFile = 4 * 1_048_576
    private static let format = "miden-swift request"
    private static let version = 1

    /// A part of the folder.
    enum Part: String, CaseIterable, Sendable {
        case open
        case done
    }

    private let path: String
    private let onWrite: @Sendable (RequestWrite) -> Void
    private let mostOpen: Int
    private let mostDone: Int

    /// Describes the folder. It is made with the first decision.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - mostOpen: How many requests are open at most.
    ///   - mostDone: How many settled requests are kept.
    ///   - onWrite: Called before and after each write.
    init(
        _ folder: URL,
        mostOpen: Int,
        mostDone: Int,
        onWrite: @escaping @Sendable (RequestWrite) -> Void
    ) {
        path = folder.path
        self.mostOpen = mostOpen
        self.mostDone = mostDone
        self.onWrite = onWrite
    }

    // MARK: - Reading

    /// Reads what is kept of a request. Looks at its two names alone.
    ///
    /// - Returns: What is kept, nil if nothing was decided.
    /// - Throws: ``MidenError`` if the file cannot be read.
    func file(of id: RequestID) throws -> DecidedRequest? {
        try reported { try read(id, in: .done) ?? read(id, in: .open) }
    }

    /// The ids of the files of a part, in the order of their texts.
    func ids(in part: Part) throws -> [RequestID] {
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder(part))
            return names.sorted().compactMap { name in
                guard name.hasSuffix(".json") else { return nil }
                return try? RequestID(String(name.dropLast(".json".count)))
            }
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
            return []
        } catch {
            throw MidenError.requestFile(.requestFileUnusable, "The folder \(folder(part)) cannot be read.", error)
        }
    }

    /// Refuses another open request if there are too many.
    func requireRoom() throws {
        guard try ids(in: .open).count < mostOpen else {
            throw MidenError(
                code: .store,
                kind: .requestStoreFull,
                message: """
                    \(mostOpen) approved requests are not at their end. Resume them before you approve another one.
                    """
            )
        }
    }

    // MARK: - Changes

    /// Changes what is kept of a request. The change is on the disk if this returns.
    ///
    /// - Parameters:
    ///   - id: The request.
    ///   - step: What the change is.
    ///   - change: Changes it: nil before the decision, and nil removes it. What it throws ends the change.
    /// - Returns: What is kept afterwards.
    /// - Throws: ``MidenError`` if the file cannot be read or written, and what `change` throws.
    @discardableResult
    func change(
        _ id: RequestID,
        _ step: RequestWrite.Step,
        _ change: (inout DecidedRequest?) throws -> Void
    ) throws -> DecidedRequest? {
        try reported {
            for folder in [path] + Part.allCases.map(folder) { try makeFolder(folder) }
            let lock = try FileLock("\(path)/.lock", of: path)
            defer { lock.release() }
            let before = try read(id, in: .done) ?? read(id, in: .open)
            var file = before
            try change(&file)
            guard file != before else { return file }
            onWrite(RequestWrite(step: step, isDone: false))
            if let file {
                try write(file, id, in: file.isSettled ? .done : .open)
                if file.isSettled { try remove(id, in: .open) }
            } else {
                for part in Part.allCases { try remove(id, in: part) }
            }
            onWrite(RequestWrite(step: step, isDone: true))
            return file
        }
    }

    /// Removes the oldest settled requests if there are too many, but none that was settled less than 30 days ago; and what
    /// a process left in `open` that was killed after it had written the end.
    func prune(now: Date) throws {
        let done = try ids(in: .done)
        guard done.count > mostDone else { return }
        let dated = done.compactMap { id -> (id: RequestID, date: Date)? in
            let attributes = try? FileManager.default.attributesOfItem(atPath: name(id, in: .done))
            return (attributes?[.modificationDate] as? Date).map { (id, $0) }
        }
        let old = dated.filter { now.timeIntervalSince($0.date) > Self.shortestLife }.sorted { $0.date < $1.date }
        for entry in old.prefix(done.count - mostDone) {
            try change(entry.id, .removal) { $0 = nil }
        }
    }

    /// Removes a request from `open` that is in `done`.
    func tidy(_ id: RequestID) throws {
        try reported {
            let lock = try FileLock("\(path)/.lock", of: path)
            defer { lock.release() }
            guard FileManager.default.fileExists(atPath: name(id, in: .done)) else { return }
            try remove(id, in: .open)
        }
    }

    // MARK: - Files

    private func folder(_ part: Part) -> String { "\(path)/\(part.rawValue)" }

    private func name(_ id: RequestID, in part: Part) -> String { "\(folder(part))/\(id.text).json" }

    private struct Header: Codable {
        let format: String
        let version: Int
    }

    private struct Envelope: Codable {
        let format: String
        let version: Int
        let content: DecidedRequest
    }

    private func read(_ id: RequestID, in part: Part) throws -> DecidedRequest? {
        let path = name(id, in: part)
        guard let file = try PrivateFile(reading: path) else { return nil }
        // Refuses what is not a regular file.
        _ = try file.identity()
        let bytes = try file.bytes(atMost: Self.largestFile + 1)
        guard bytes.count <= Self.largestFile else {
            throw RPCFileError.damaged(path: path, reason: "it is larger than \(Self.largestFile) bytes")
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let header = try? decoder.decode(Header.self, from: bytes), header.format == Self.format else {
            throw RPCFileError.damaged(path: path, reason: "it does not have the format \(Self.format)")
        }
        guard header.version <= Self.version else {
            throw RPCFileError.newerVersion(path: path, version: header.version, supported: Self.version)
        }
        guard let content = try? decoder.decode(Envelope.self, from: bytes).content,
            let request = try? SignedRequest(content.request), request.request.id == id,
            content.receipts.allSatisfy({ (try? SignedReceipt($0)) != nil })
        else {
            throw RPCFileError.damaged(path: path, reason: "what it says of the request does not have the form")
        }
        return content
    }

    private func write(_ content: DecidedRequest, _ id: RequestID, in part: Part) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let path = name(id, in: part)
        let bytes = try encoder.encode(Envelope(format: Self.format, version: Self.version, content: content))
        guard bytes.count <= Self.largestFile else {
            throw RPCFileError.full(path: path, reason: "it would be larger than \(Self.largestFile) bytes")
        }
        let temporary = path + ".new"
        // The lock is held, so this is what a process left that was killed.
        unlink(temporary)
        do {
            try PrivateFile(making: temporary).write(bytes)
            guard rename(temporary, path) == 0 else { throw RPCFileError.last("replace", path) }
        } catch {
            unlink(temporary)
            throw error
        }
        try PrivateFile.syncFolder(of: path)
    }

    private func remove(_ id: RequestID, in part: Part) throws {
        let path = name(id, in: part)
        guard unlink(path) == 0 else {
            guard errno == ENOENT else { throw RPCFileError.last("remove", path) }
            return
        }
        try PrivateFile.syncFolder(of: path)
    }

    private func makeFolder(_ folder: String) throws {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue { return }
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        // The name of a new folder is as important as that of a file in it.
        try PrivateFile.syncFolder(of: folder)
    }

    /// Throws the errors of files as those of requests.
    private func reported<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as RPCFileError {
            throw MidenError(error)
        } catch let error as CocoaError {
            throw MidenError.requestFile(.requestFileUnusable, "The folder \(path) cannot be made.", error)
        }
    }
}

extension MidenError {
    /// The same as an error of requests.
    init(_ error: RPCFileError) {
        let kind: Kind =
            switch error {
            case .damaged, .newerVersion: .requestFileDamaged
            case .inUse: .requestFileInUse
            case .full, .system: .requestFileUnusable
            }
        self.init(code: .store, kind: kind, message: error.localizedDescription)
    }

    static func requestFile(_ kind: Kind, _ message: String, _ cause: any Error) -> MidenError {
        MidenError(code: .store, kind: kind, message: message, causes: [cause.localizedDescription])
    }
}
