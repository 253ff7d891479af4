import Foundation
import MidenTestSupport

@testable import MidenRequests

/// A folder for a requester's files, and requesters on it.
struct RequesterFolder: Sendable {
    private let directory: TemporaryDirectory
    let folder: URL

    init() throws {
        directory = try TemporaryDirectory()
        folder = URL(fileURLWithPath: directory.path).appendingPathComponent("requester")
    }

    var store: FileRequesterStore { FileRequesterStore(folder: folder) }

    /// A requester that has nothing in memory, like one of another process.
    func requester(
        at time: Date = ShopRequest.time,
        open: @escaping @Sendable (URL) async -> Bool = { _ in false }
    ) async throws -> MidenRequester {
        try await MidenRequester(name: "Shop", network: .testnet, store: store, now: { time }, open: open)
    }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    func path(of id: RequestID) -> String { path("requests/\(id.text).json") }

    func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    /// The paths of all files and folders, with their modes.
    func modes() throws -> [String: Int] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return try Dictionary(
            uniqueKeysWithValues: ([""] + names).map { name in
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
                return (name, (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0)
            }
        )
    }
}
