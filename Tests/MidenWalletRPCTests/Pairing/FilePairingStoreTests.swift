import Foundation
import MidenTestSupport
import Testing

@testable import MidenWalletRPC

@Suite("Pairings in a file", .timeLimit(.minutes(1)))
struct FilePairingStoreTests {
    private static let origin = "chrome-extension://abcdefghijklmnopabcdefghijklmnop"

    private let directory: TemporaryDirectory
    private let file: URL

    init() throws {
        directory = try TemporaryDirectory()
        file = URL(fileURLWithPath: directory.path).appendingPathComponent("pairings.json")
    }

    /// The pairings, as each process that uses the file has its own.
    private func open() throws -> Pairings {
        try Pairings(store: FilePairingStore(file: file))
    }

    private func pair(_ pairings: Pairings) async throws -> (pairing: Pairing, token: String) {
        let code = await pairings.makeCode()
        return try await pairings.pair(code: code.text, origin: Self.origin)
    }

    @Test("a pairing in a file: holds after the wallet was opened again, and its token is not in clear")
    func reopened() async throws {
        let (pairing, token) = try await pair(try open())
        #expect(!String(decoding: try Data(contentsOf: file), as: UTF8.self).contains(token))
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        let again = try open()
        #expect(try await again.pairing(of: token, origin: Self.origin)?.id == pairing.id)
        #expect(try await again.list().map(\.origin) == [Self.origin])
    }

    @Test("a pairing that was revoked: stays so after the wallet was opened again")
    func revoked() async throws {
        let pairings = try open()
        let (pairing, token) = try await pair(pairings)
        try await pairings.revoke(pairing.id)
        #expect(try await open().pairing(of: token, origin: Self.origin) == nil)
    }

    @Test("a pairing that another process revokes: does not hold, and what waits for its end goes on")
    func revokedElsewhere() async throws {
        let pairings = try open()
        let (pairing, token) = try await pair(pairings)
        async let ended: Void = pairings.ended(pairing.id)
        try await open().revoke(pairing.id)
        #expect(await pairings.refusal(of: pairing.id) == .unauthorizedOrigin)
        await ended
        #expect(try await pairings.pairing(of: token, origin: Self.origin) == nil)
    }

    @Test("pairings by two stores of one file: are both kept")
    func twoStores() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                let pairings = try open()
                group.addTask { for _ in 0..<Pairings.most / 2 { _ = try await pair(pairings) } }
            }
            try await group.waitForAll()
        }
        #expect(try await open().list().count == Pairings.most)
    }

    @Test("a damaged file or one of a newer version: is an error, and stays as it is")
    func unreadable() throws {
        for text in ["{", #"{"format": "miden-swift pairings", "version": 2, "content": []}"#] {
            try Data(text.utf8).write(to: file)
            #expect(throws: RPCFileError.self) { try open() }
            #expect(try Data(contentsOf: file) == Data(text.utf8))
        }
    }

    @Test("a file that is damaged while the wallet runs: pairs nothing, and extensions get an internal error")
    func damagedLater() async throws {
        let pairings = try open()
        let (pairing, token) = try await pair(pairings)
        try Data("{".utf8).write(to: file)
        #expect(await pairings.refusal(of: pairing.id) == .internalError)
        await #expect(throws: RPCFileError.self) { try await pairings.pairing(of: token, origin: Self.origin) }
        await #expect(throws: RPCFileError.self) { try await pair(pairings) }
        let parameters = try JSONText(encoding: ResumePairingParameters(token: token))
        let request = RPCRequest(method: RPCMethodName.resumePairing, parameters: parameters)
        let answer = await pairings.answer(request, from: Self.origin)
        #expect(answer.pairing == nil)
        #expect(throws: RPCError.internalError) { try answer.response.outcome.get() }
    }

    @Test("as many pairings as there may be: fit into the file")
    func most() async throws {
        let pairings = try open()
        for _ in 0...Pairings.most { _ = try await pair(pairings) }
        #expect(try await pairings.list().count == Pairings.most)
    }
}
