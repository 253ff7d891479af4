import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// The wallet's files of requests: `open/NAME.json` from the decision on, `done/NAME.json` once nothing is left to do,
/// where NAME is a ``DecidedRequest/Name``. Several processes can change them: each change reads the file under a lock.
///
/// Folders have mode 0700, files 0600. A change writes a new file, syncs it, renames it, and syncs its folder.
struct DecidedRequests: Sendable {
    /// How long a settled request is kept at least.
    static let shortestLife: TimeInterval = 30 * 24 * 3600
    /// The largest file has a request, what was approved of it, and its receipts.
    private static let format = RPCFileFormat(name: "miden-swift request", version: 1, largestSize: 4 * 1_048_576)

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

    /// Reads what is kept of a request, and verifies the signature of the requester again. Looks at its two files alone.
    ///
    /// - Returns: What is kept, nil if nothing was decided.
    /// - Throws: ``MidenError`` if the file cannot be read.
    func file(of name: DecidedRequest.Name) throws -> DecidedRequest? {
        try reported { try kept(name, isVerifying: true)?.file }
    }

    /// Reads the record of a request for a list. Does not verify the signature of the requester again: this wallet did before
    /// it wrote the file.
    ///
    /// - Returns: The record, nil if nothing was decided.
    /// - Throws: ``MidenError`` if the file cannot be read.
    func record(of name: DecidedRequest.Name) throws -> RequestRecord? {
        try reported { try kept(name, isVerifying: false)?.record }
    }

    /// The names of all files. A process that was killed may have left one in both parts.
    func names() throws -> Set<DecidedRequest.Name> {
        Set(try Part.allCases.flatMap { try names(in: $0) })
    }

    /// The names of the files of a part, in the order of their texts.
    func names(in part: Part) throws -> [DecidedRequest.Name] {
        try fileNames(in: part).sorted().compactMap { name in
            guard name.hasSuffix(".json") else { return nil }
            return DecidedRequest.Name(String(name.dropLast(".json".count)))
        }
    }

    private func fileNames(in part: Part) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder(part))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
            return []
        } catch {
            throw MidenError.requestFile(.requestFileUnusable, "The folder \(folder(part)) cannot be read.", error)
        }
    }

    /// Refuses another open request if there are too many.
    func requireRoom() throws {
        guard try names(in: .open).count < mostOpen else {
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
    ///   - name: The request.
    ///   - step: What the change is.
    ///   - change: Changes it: nil before the decision, and nil removes it. What it throws ends the change.
    /// - Returns: What is kept afterwards.
    /// - Throws: ``MidenError`` if the file cannot be read or written, and what `change` throws.
    @discardableResult
    func change(
        _ name: DecidedRequest.Name,
        _ step: RequestWrite.Step,
        _ change: (inout DecidedRequest?) throws -> Void
    ) throws -> DecidedRequest? {
        try reported {
            for folder in [path] + Part.allCases.map(folder) { try makeFolder(folder) }
            let lock = try FileLock("\(path)/.lock", of: path)
            defer { lock.release() }
            // What is made of it is verified before: see ``file(of:)``.
            let before = try kept(name, isVerifying: false)?.file
            var file = before
            try change(&file)
            guard file != before else { return file }
            onWrite(RequestWrite(step: step, isDone: false))
            if let file {
                try write(file, name, in: file.isSettled ? .done : .open)
                if file.isSettled { try remove(name, in: .open) }
            } else {
                for part in Part.allCases { try remove(name, in: part) }
            }
            onWrite(RequestWrite(step: step, isDone: true))
            return file
        }
    }

    /// Removes the oldest settled requests if there are too many, but none that was settled less than 30 days ago; and what
    /// a process left in `open` that was killed after it had written the end.
    func prune(now: Date) throws {
        // Most of the time there are few, and their names need not be read.
        guard try fileNames(in: .done).count > mostDone else { return }
        let done = try names(in: .done)
        guard done.count > mostDone else { return }
        let dated = done.compactMap { name -> (name: DecidedRequest.Name, date: Date)? in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path(of: name, in: .done))
            return (attributes?[.modificationDate] as? Date).map { (name, $0) }
        }
        let old = dated.filter { now.timeIntervalSince($0.date) > Self.shortestLife }.sorted { $0.date < $1.date }
        for entry in old.prefix(done.count - mostDone) {
            // One that is damaged is left for its owner to look at.
            _ = try? change(entry.name, .removal) { $0 = nil }
        }
    }

    /// Removes a request from `open` that is in `done`.
    func tidy(_ name: DecidedRequest.Name) throws {
        try reported {
            let lock = try FileLock("\(path)/.lock", of: path)
            defer { lock.release() }
            guard FileManager.default.fileExists(atPath: path(of: name, in: .done)) else { return }
            try remove(name, in: .open)
        }
    }

    // MARK: - Files

    private func folder(_ part: Part) -> String { "\(path)/\(part.rawValue)" }

    private func path(of name: DecidedRequest.Name, in part: Part) -> String { "\(folder(part))/\(name.text).json" }

    private func kept(_ name: DecidedRequest.Name, isVerifying: Bool) throws -> Kept? {
        try read(name, in: .done, isVerifying: isVerifying) ?? read(name, in: .open, isVerifying: isVerifying)
    }

    /// A file, and what it says.
    private struct Kept {
        let file: DecidedRequest
        let record: RequestRecord
    }

    private func read(_ name: DecidedRequest.Name, in part: Part, isVerifying: Bool) throws -> Kept? {
        let path = path(of: name, in: part)
        guard let file = try PrivateFile(reading: path) else { return nil }
        let content: DecidedRequest = try Self.format.content(of: file, file.identity(), path)
        guard
            let request = try? isVerifying
                ? SignedRequest(content.request) : SignedRequest(verifiedBefore: content.request),
            DecidedRequest.Name(request) == name,
            content.transactions.map(\.reference)
                == content.transactions.indices.map({ request.reference(ofTransaction: $0) }),
            let record = try? RequestRecord(content, of: request)
        else {
            throw RPCFileError.damaged(path: path, reason: "what it says of the request does not have the form")
        }
        return Kept(file: content, record: record)
    }

    private func write(_ content: DecidedRequest, _ name: DecidedRequest.Name, in part: Part) throws {
        let path = path(of: name, in: part)
        try PrivateFile.replace(path, with: Self.format.bytes(of: content, path))
    }

    private func remove(_ name: DecidedRequest.Name, in part: Part) throws {
        try PrivateFile.remove(path(of: name, in: part))
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
