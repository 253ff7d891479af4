import Atomics
import Foundation
import Testing

@testable import MidenSwiftClient

/// A key that no wallet under test has. The development core signs with it, asked through a wallet of its own.
struct TestKey: Sendable {
    let scheme: SignatureScheme
    let seed = Data(repeating: 42, count: 32)
    private let vault: MidenWallet

    init(_ scheme: SignatureScheme = .ecdsaK256Keccak, in directory: TemporaryDirectory) throws {
        self.scheme = scheme
        let configuration = MidenWallet.Configuration(
            network: .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy)),
            dataDirectory: directory.path + "/vault"
        )
        vault = try MidenWallet(configuration: configuration)
    }

    /// The public key.
    func publicKey() async throws -> Data {
        try await answer(to: Data(count: 32)).publicKey
    }

    /// The signature of 32 bytes.
    func signature(of message: Data) async throws -> Data {
        try await answer(to: message).signature
    }

    private func answer(to message: Data) async throws -> TestSignReply {
        try await vault.core.perform(TestSignRequest(seed: seed, scheme: scheme, message: message), timeout: nil)
    }
}

/// A signer that does what a test says.
struct ScriptedSigner: MidenSigner {
    let script: @Sendable (SigningRequest) async throws -> Data

    func sign(_ request: SigningRequest) async throws -> Data {
        try await script(request)
    }
}

/// A signer that waits until it is let go or cancelled, and tells what happens to it.
struct WaitingSigner: MidenSigner {
    /// What happens to a signer.
    enum Event: Sendable, Equatable {
        case asked, cancelled, released
    }

    let key: TestKey
    let events: AsyncStream<Event>
    /// How often it was asked.
    let timesAsked = ManagedAtomic(0)
    private let tell: AsyncStream<Event>.Continuation
    private let released = EventBell()

    init(_ key: TestKey) {
        self.key = key
        (events, tell) = AsyncStream.makeStream(of: Event.self)
    }

    func sign(_ request: SigningRequest) async throws -> Data {
        timesAsked.wrappingIncrement(ordering: .relaxed)
        tell.yield(.asked)
        do {
            // Not a stream, which would end for all who wait as soon as one of them is cancelled.
            await released.rung(after: 0)
            try Task.checkCancellation()
        } catch {
            tell.yield(.cancelled)
            throw error
        }
        tell.yield(.released)
        return try await key.signature(of: request.message)
    }

    /// Lets it go, and does not hold it any more.
    func letGo() {
        released.ring()
    }

    /// Waits for something to happen to it.
    func wait(for event: Event, sourceLocation: SourceLocation = #_sourceLocation) async {
        let next = await events.first { _ in true }
        #expect(next == event, sourceLocation: sourceLocation)
    }
}

/// Has the development core sign as a signer would.
struct TestSignRequest: Request, Codable {
    typealias Reply = TestSignReply

    static var operation: UInt32 { 1000 }

    let seed: Data
    let scheme: SignatureScheme
    let message: Data
}

/// The signature and its public key.
struct TestSignReply: Codable, Sendable {
    let publicKey: Data
    let signature: Data

    enum CodingKeys: String, CodingKey {
        case publicKey = "public_key"
        case signature
    }
}
