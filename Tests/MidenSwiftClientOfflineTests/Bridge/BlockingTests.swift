import Atomics
import CMidenSwiftClient
import Dispatch
import Foundation
import MidenSilentNode
import MidenTestSupport
import Testing

@testable import MidenSwiftClient

@Suite("Async calls from a thread that blocks", .timeLimit(.minutes(5)))
struct BlockingTests {
    #if os(macOS) || os(Linux)
        @Test("While every thread that tasks share is held, four times as many threads as cores block, and all return")
        func heldPool() async {
            await #expect(processExitsWith: .success) {
                if #available(macOS 15, iOS 18, *) {
                    try HeldPoolCalls.run()
                }
            }
        }
    #endif

    @Test("On the thread of a wallet's worker it fails at once instead of waiting for itself")
    @available(macOS 15, iOS 18, *)
    func onTheWorker() async throws {
        try await withEmbeddedWallet { wallet in
            let errors = await withCheckedContinuation { continuation in
                do {
                    let caller = CallerOnWorker(wallet, continuation)
                    try submitPing(to: wallet, context: caller) { context, _, bytes, length in
                        wc_bytes_free(bytes, length)
                        guard let context else {
                            return
                        }
                        takenOver(context, as: CallerOnWorker.self).call()
                    }
                } catch {
                    Issue.record(error)
                    continuation.resume(returning: [])
                }
            }
            #expect(errors.map { $0?.code } == [.wouldDeadlock, .wouldDeadlock])
            try await wallet.ping()
        }
    }

    @Test("A call whose time passes ends, and so does one that is cancelled")
    @available(macOS 15, iOS 18, *)
    func ends() async throws {
        let node = try SilentNode()
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(
            configuration: MidenWallet.Configuration(
                network: .custom(rpcEndpoint: node.address),
                dataDirectory: directory.path
            )
        )
        try await onOwnThread {
            let late = #expect(throws: MidenError.self) {
                try wallet.blocking { _ = try await $0.sync(timeout: .milliseconds(20)) }
            }
            #expect(late?.code == .timedOut)
            let cancelled = #expect(throws: MidenError.self) {
                try wallet.blocking { wallet in
                    withUnsafeCurrentTask { $0?.cancel() }
                    _ = try await wallet.sync(timeout: .seconds(3600))
                }
            }
            #expect(cancelled?.code == .cancelled)
        }
        try await wallet.shutdown(gracefully: .zero)
        withExtendedLifetime((node, directory)) {}
    }

    @Test("A shutdown from another thread ends a call that blocks")
    @available(macOS 15, iOS 18, *)
    func shutdown() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        let hold = try await onOwnThread { try WorkerHold(wallet) }
        defer { hold.release() }
        let blocked = Task { try await onOwnThread { try wallet.blocking { try await $0.ping() } } }
        try await wallet.waitForCalls { $0.waiting == 1 }
        let ending = Task { try await wallet.shutdown(gracefully: .zero) }
        hold.release()
        // Whether it was answered before or refused: it has ended.
        let ended = await blocked.result
        if case .failure(let error) = ended {
            #expect((error as? MidenError)?.code == .invalidHandle)
        }
        _ = try await ending.value
    }

    @Test("What the operation returns and throws comes back, from its children too")
    @available(macOS 15, iOS 18, *)
    func results() async throws {
        try await withEmbeddedWallet { wallet in
            try await onOwnThread {
                let accounts = try wallet.blocking { wallet in
                    async let first = wallet.createWallet()
                    async let second = wallet.createWallet(visibility: .private)
                    return Set([try await first, try await second])
                }
                #expect(Set(try wallet.getAccounts().map(\.id)) == accounts)
                let error = #expect(throws: MidenError.self) {
                    try wallet.blocking { _ = try await $0.importAccount(file: []) }
                }
                #expect(error != nil)
                #expect(throws: CancellationError.self) {
                    try MidenWallet.blocking { throw CancellationError() }
                }
            }
        }
    }

    @Test("Inside another blocking call, as a synchronous function may make it, it ends as well")
    @available(macOS 15, iOS 18, *)
    func nested() async throws {
        try await withEmbeddedWallet { wallet in
            @Sendable func countOfAccounts() throws -> Int {
                try wallet.blocking { try await $0.getAccounts().count }
            }
            try await onOwnThread {
                let count = try wallet.blocking { wallet in
                    _ = try await wallet.createWallet()
                    return try countOfAccounts()
                }
                #expect(count == 1)
            }
        }
    }

    @Test("A wait for the bell ends at its time, though it does not ring")
    func alarm() async {
        let bell = EventBell()
        await bell.rung(after: bell.count, until: .now)
        await bell.rung(after: bell.count, until: .now + .milliseconds(1))
        #expect(bell.count == 0)
    }
}

/// A wallet to call from a callback, and where to tell what came of it.
@available(macOS 15, iOS 18, *)
private final class CallerOnWorker: Sendable {
    private let wallet: MidenWallet
    private let continuation: CheckedContinuation<[MidenError?], Never>

    init(_ wallet: MidenWallet, _ continuation: CheckedContinuation<[MidenError?], Never>) {
        self.wallet = wallet
        self.continuation = continuation
    }

    func call() {
        continuation.resume(returning: [
            failure { try wallet.blocking { try await $0.ping() } },
            failure { try MidenWallet.blocking {} },
        ])
    }

    private func failure(of body: () throws -> Void) -> MidenError? {
        do {
            try body()
            return nil
        } catch {
            return error as? MidenError
        }
    }
}

/// What a process does while all threads that its tasks share are held.
@available(macOS 15, iOS 18, *)
private enum HeldPoolCalls {
    private struct Failure: Error {
        let description: String
    }

    static func run() throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        let bell = EventBell()
        let pool = HeldPool()
        let done = DispatchGroup()
        let threads = 4 * ProcessInfo.processInfo.activeProcessorCount
        let successes = ManagedAtomic(0)
        for _ in 0..<threads {
            done.enter()
            Thread.detachNewThread {
                defer { done.leave() }
                do {
                    let account = try wallet.blocking { wallet in
                        try await wallet.ping()
                        async let height = wallet.sync()
                        let account = try await wallet.createWallet()
                        _ = try await height
                        await bell.rung(after: bell.count, until: .now + .milliseconds(1))
                        return account
                    }
                    if try wallet.getAccounts().contains(where: { $0.id == account }) {
                        successes.wrappingIncrement(ordering: .relaxed)
                    }
                } catch {
                    print("A blocking call failed: \(error)")
                }
            }
        }
        guard done.wait(timeout: .now() + 120) == .success else {
            throw Failure(description: "Not all blocking calls have returned.")
        }
        try wallet.blocking { _ = try await $0.shutdown() }
        guard successes.load(ordering: .relaxed) == threads else {
            throw Failure(description: "Not all blocking calls have succeeded.")
        }
        guard pool.release() else {
            throw Failure(description: "The threads that tasks share were not all held.")
        }
        withExtendedLifetime(directory) {}
    }
}
