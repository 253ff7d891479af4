import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// What the wallet knows of the app that makes a request.
public enum RequesterStanding: String, Codable, Hashable, Sendable, CaseIterable {
    /// The user approved a request of this key under this name before.
    case known
    /// The user approved none of this key under this name, and none of another key under it.
    case new
    /// The user approved a request of another key under this name: it may be another app.
    case otherKey
}

/// The apps whose requests the user approved: `requesters.json`.
struct ApprovedRequesters: Sendable {
    /// How many there are at most. The oldest goes.
    private static let most = 1000
    /// How old an entry becomes before another approval renews it.
    private static let renewalAge: TimeInterval = 24 * 3600

    private struct Entry: Codable, Hashable, Sendable {
        let name: String
        let key: Data
        let origin: String?
        let approvedAt: Date
    }

    private let file: RPCFile<[Entry]>
    private let onWrite: @Sendable (RequestWrite) -> Void

    /// Describes the file. It is made with the first approval.
    init(_ file: URL, onWrite: @escaping @Sendable (RequestWrite) -> Void) {
        self.file = RPCFile(
            file,
            RPCFileFormat(name: "miden-swift requesters", version: 1, largestSize: 4 * 1_048_576)
        )
        self.onWrite = onWrite
    }

    /// Says what is known of a requester.
    ///
    /// - Throws: ``MidenError`` if the file cannot be read.
    func standing(of requester: RequesterIdentity) throws -> RequesterStanding {
        let name = Self.compared(requester.name)
        let named = try entries().filter { Self.compared($0.name) == name }
        if named.contains(where: { $0.key == requester.key }) { return .known }
        return named.isEmpty ? .new : .otherKey
    }

    /// Keeps a requester whose request the user approved.
    ///
    /// - Throws: ``MidenError`` if the file cannot be read or written.
    func add(_ requester: RequesterIdentity, now: Date) throws {
        let isThere: (Entry) -> Bool = {
            $0.name == requester.name && $0.key == requester.key && $0.origin == requester.origin
        }
        let isRecent = try entries().contains {
            isThere($0) && now.timeIntervalSince($0.approvedAt) < Self.renewalAge
        }
        guard !isRecent else { return }
        onWrite(RequestWrite(step: .requester, isDone: false))
        do {
            try file.update(from: []) { entries in
                entries.removeAll(where: isThere)
                entries.append(
                    Entry(name: requester.name, key: requester.key, origin: requester.origin, approvedAt: now)
                )
                if entries.count > Self.most {
                    entries = Array(entries.sorted { $0.approvedAt < $1.approvedAt }.suffix(Self.most))
                }
            }
        } catch let error as RPCFileError {
            throw MidenError(error)
        } catch let error as CocoaError {
            throw MidenError.requestFile(.requestFileUnusable, "\(file.path) cannot be written.", error)
        }
        onWrite(RequestWrite(step: .requester, isDone: true))
    }

    private func entries() throws -> [Entry] {
        do {
            return try file.read() ?? []
        } catch let error as RPCFileError {
            throw MidenError(error)
        }
    }

    /// What of a name is compared: without what is not seen, and without the difference of forms and cases.
    private static func compared(_ name: String) -> String {
        let folded = name.precomposedStringWithCompatibilityMapping.folding(options: .caseInsensitive, locale: nil)
        return folded.seen.precomposedStringWithCompatibilityMapping
    }
}
