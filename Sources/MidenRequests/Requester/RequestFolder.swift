import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// The folder of a requester's requests, with one file for each.
struct RequestFolder: Sendable {
    private let path: String

    init(_ folder: URL) {
        path = folder.path
    }

    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    private func file(_ id: RequestID) -> String { "\(path)/\(id.text).json" }

    /// Runs while no other process changes a request. Makes the folder if there is none.
    func locked<Value>(_ body: () throws -> Value) throws -> Value {
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let lock = try FileLock("\(path)/.lock", of: path)
        defer { lock.release() }
        return try body()
    }

    /// The requests, and when their files were changed last.
    func ids() throws -> [(id: RequestID, changedAt: Date)] {
        guard exists else { return [] }
        let files = try FileManager.default.contentsOfDirectory(
            at: URL(fileURLWithPath: path, isDirectory: true),
            includingPropertiesForKeys: [.contentModificationDateKey]
        )
        return files.compactMap { file in
            guard file.pathExtension == "json",
                let id = try? RequestID(file.deletingPathExtension().lastPathComponent)
            else { return nil }
            let changedAt = try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
            return (id, changedAt ?? .distantPast)
        }
    }

    func read(_ id: RequestID) throws -> StoredRequest? {
        let path = file(id)
        guard let file = try PrivateFile(reading: path) else { return nil }
        // Anything but a regular file is an error.
        _ = try file.identity()
        do {
            let request = try StoredRequest(try file.bytes(atMost: StoredRequest.largestSize + 1))
            guard request.request.request.id == id else { throw StoredRequest.damaged("it is another request") }
            return request
        } catch let error as MidenError {
            throw MidenError(code: error.code, kind: error.kind, message: "\(path): \(error.message)")
        }
    }

    /// Replaces the file of a request. The lock is held.
    func write(_ request: StoredRequest) throws {
        try PrivateFile.replace(file(request.request.request.id), with: request.data())
    }

    /// Removes the file of a request. The lock is held.
    func remove(_ id: RequestID) throws -> Bool {
        let path = file(id)
        unlink(path + ".new")
        return try PrivateFile.remove(path)
    }
}
