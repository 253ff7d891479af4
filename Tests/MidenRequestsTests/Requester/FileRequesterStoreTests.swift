import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@testable import MidenRequests

@Suite("The files of a requester", .timeLimit(.minutes(5)))
struct FileRequesterStoreTests {
    private let files: RequesterFolder

    init() throws {
        files = try RequesterFolder()
    }

    private func stored() throws -> StoredRequest {
        let (request, secret) = try ShopRequest.make(.connectWallet)
        return StoredRequest(secret: secret, request: request, linkBase: "miden-request:")
    }

    @Test("a store that is only read: makes no file and no folder")
    func reading() async throws {
        let id = try stored().secret.id
        #expect(try files.store.request(id) == nil)
        #expect(try files.store.requestIDs().isEmpty)
        #expect(try !files.store.remove(id))
        #expect(throws: MidenError.self) { try files.store.update(id, commitmentOf: nil) { _, _ in } }
        try files.store.removeRequests(expiredBefore: .distantFuture)
        _ = try await files.requester()
        #expect(!FileManager.default.fileExists(atPath: files.folder.path))
    }

    @Test("files and folders: are of the owner alone")
    func modes() async throws {
        let request = try stored()
        _ = try files.store.keySeed(orKeeping: Data(repeating: 1, count: 32))
        try files.store.add(request)
        try files.store.update(request.secret.id, commitmentOf: "mtst1a") { $1 = Data(count: 32) }
        let modes = try files.modes()
        #expect(modes[""] == 0o700)
        #expect(modes["requests"] == 0o700)
        for name in ["requester.key", "accounts.json", "requests/\(request.secret.id.text).json"] {
            #expect(modes[name] == 0o600, "\(name)")
        }
        #expect(modes.filter { $0.value != 0o600 }.keys.sorted() == ["", "requests"])
    }

    @Test("a request: is the same for another instance, with its receipts and the pinned commitment")
    func kept() throws {
        let request = try stored()
        try files.store.add(request)
        let text = try ReceiptDraft(of: request.request, .cancelled).receipt().text()
        let receipt = VerifiedReceipt(try SignedReceipt(text: text, signature: nil), verifiedBy: nil)
        let id = request.secret.id
        try files.store.update(id, commitmentOf: "mtst1a") { stored, pinned in
            #expect(pinned == nil)
            stored.receipts.append(receipt)
            pinned = Data(repeating: 7, count: 32)
        }
        let read = try #require(try files.store.request(id))
        #expect(read.request == request.request)
        #expect(read.secret.bytes == request.secret.bytes)
        #expect(read.linkBase == request.linkBase)
        #expect(read.receipts == [receipt])
        try files.store.update(id, commitmentOf: "mtst1a") { #expect($1 == Data(repeating: 7, count: 32)) }
        try files.store.update(id, commitmentOf: "mtst1b") { #expect($1 == nil) }
        #expect(try files.store.requestIDs() == [id])
    }

    @Test("a change that throws: leaves both files as they were")
    func thrown() throws {
        let request = try stored()
        try files.store.add(request)
        let before = try files.bytes(files.path(of: request.secret.id))
        #expect(throws: CancellationError.self) {
            try files.store.update(request.secret.id, commitmentOf: "mtst1a") { stored, pinned in
                pinned = Data(count: 32)
                stored.receipts = []
                throw CancellationError()
            }
        }
        #expect(try files.bytes(files.path(of: request.secret.id)) == before)
        #expect(!FileManager.default.fileExists(atPath: files.path("accounts.json")))
    }

    // MARK: - The key

    @Test("the key: is made once, also by stores that begin at the same time")
    func oneKey() async throws {
        let seeds = try await withThrowingTaskGroup(of: Data.self) { group in
            for number: UInt8 in 1...8 {
                let store = files.store
                group.addTask { try store.keySeed(orKeeping: Data(repeating: number, count: 32)) }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(seeds.count == 1)
        let kept = try files.store.keySeed(orKeeping: Data(repeating: 9, count: 32))
        #expect(seeds == [kept])
    }

    @Test(
        "a key file that is damaged or newer: is an error, and is not replaced",
        arguments: [
            ("", MidenError.Kind.requestFileDamaged),
            (#"{"content":{"seed":"AQ=="},"format":"miden-swift requester key","version":1}"#, .requestFileDamaged),
            (#"{"content":{},"format":"miden-swift requester key","version":2}"#, .requestFileUnusable),
        ]
    )
    func damagedKey(text: String, kind: MidenError.Kind) throws {
        try FileManager.default.createDirectory(at: files.folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: files.path("requester.key")))
        let error = #expect(throws: MidenError.self) {
            try files.store.keySeed(orKeeping: Data(repeating: 1, count: 32))
        }
        #expect(error?.kind == kind)
        #expect(error?.code == .store)
        #expect(try files.bytes(files.path("requester.key")) == Data(text.utf8))
    }

    // MARK: - Requests

    @Test("a damaged or newer request: is an error for that request, and the others go on")
    func damaged() async throws {
        let requester = try await files.requester()
        let good = try await requester.requestConnectWallet()
        let damaged = try await requester.requestConnectWallet()
        let path = files.path(of: damaged.id)
        let whole = try files.bytes(path)
        let other = try files.bytes(files.path(of: good.id))
        let newer = Data(#"{"content":{},"format":"miden-swift requester request","version":2}"#.utf8)
        let inputs: [(Data, MidenError.Kind)] = [
            (Data(), .requestFileDamaged), (whole.dropLast(), .requestFileDamaged), (other, .requestFileDamaged),
            (Data(repeating: 0x20, count: StoredRequest.largestSize + 1), .requestFileDamaged),
            (newer, .requestFileUnusable),
        ]
        for (bytes, kind) in inputs {
            try bytes.write(to: URL(fileURLWithPath: path))
            let error = await #expect(throws: MidenError.self) {
                try await requester.receipt(requestID: damaged.id)
            }
            #expect(error?.kind == kind)
            #expect(error?.message.contains(path) == true)
            #expect(try await requester.receipt(requestID: good.id) == nil)
            #expect(try await requester.requests().map(\.id) == [good.id])
            #expect(try await requester.requestIDs().count == 2)
            #expect(try files.bytes(path) == bytes)
        }
        try await requester.delete(requestID: damaged.id)
        #expect(try await requester.requestIDs() == [good.id])
    }

    @Test("a temporary file that a killed process left: is no request, and is replaced")
    func leftover() throws {
        let request = try stored()
        try files.store.add(request)
        let temporary = files.path(of: request.secret.id) + ".new"
        try Data("{".utf8).write(to: URL(fileURLWithPath: temporary))
        #expect(try files.store.requestIDs() == [request.secret.id])
        try files.store.add(request)
        #expect(!FileManager.default.fileExists(atPath: temporary))
        try Data("{".utf8).write(to: URL(fileURLWithPath: temporary))
        #expect(try files.store.remove(request.secret.id))
        #expect(try !files.modes().keys.contains { $0.contains(request.secret.id.text) })
    }

    @Test("requests by two stores on one folder at the same time: are all there")
    func concurrent() async throws {
        let requesters = [try await files.requester(), try await files.requester()]
        let ids = try await withThrowingTaskGroup(of: RequestID.self) { group in
            for requester in requesters {
                for _ in 0..<8 { group.addTask { try await requester.requestConnectWallet().id } }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(ids.count == 16)
        #expect(Set(try await files.requester().requestIDs()) == ids)
        let keys = try ids.map { try #require(try files.store.request($0)).request.request.requester.key }
        #expect(Set(keys).count == 1)
    }

    @Test("a request: is removed 30 days after it expired, and not earlier")
    func removed() async throws {
        let made = Date()
        let requester = try await files.requester(at: made)
        let pending = try await requester.requestConnectWallet(expiresIn: .seconds(600))
        let end = pending.expiresAt.addingTimeInterval(30 * 86_400)
        #expect(try await files.requester(at: end).requestIDs() == [pending.id])
        #expect(try await files.requester(at: end + 1).requestIDs().isEmpty)
        #expect(FileManager.default.fileExists(atPath: files.path("requester.key")))
    }

    @Test("a folder that cannot be made: is an error, and nothing is kept")
    func unusable() async throws {
        let file = URL(fileURLWithPath: files.folder.path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data().write(to: file)
        let requester = try await files.requester()
        let error = await #expect(throws: MidenError.self) { try await requester.requestConnectWallet() }
        #expect(error?.code == .store)
        #expect(error?.kind == .requestFileUnusable)
        #expect(try files.bytes(file.path).isEmpty)
    }
}
