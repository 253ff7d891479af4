import CMidenSwiftClient
import Testing

@testable import MidenSwiftClient

@Suite("On the worker's own thread", .timeLimit(.minutes(2)))
struct CallbackTests {
    /// A wallet to call from a callback, and where to tell what came of it.
    private final class Caller: Sendable {
        let wallet: MidenWallet
        let continuation: CheckedContinuation<[MidenError?], Never>

        init(_ wallet: MidenWallet, _ continuation: CheckedContinuation<[MidenError?], Never>) {
            self.wallet = wallet
            self.continuation = continuation
        }

        func call() {
            continuation.resume(returning: [
                failure { try wallet.blockingPing() },
                failure { _ = try wallet.sync() },
                failure { _ = try wallet.core.shutdown(grace: .zero) },
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

    @Test("A blocking call from a completion callback fails at once instead of waiting for itself")
    func blockingCall() async throws {
        try await withEmbeddedWallet { wallet in
            let errors = await withCheckedContinuation { continuation in
                do {
                    try submitPing(to: wallet, context: Caller(wallet, continuation)) { context, _, bytes, length in
                        wc_bytes_free(bytes, length)
                        guard let context else {
                            return
                        }
                        takenOver(context, as: Caller.self).call()
                    }
                } catch {
                    Issue.record(error)
                    continuation.resume(returning: [])
                }
            }
            #expect(errors.map { $0?.code } == [.wouldDeadlock, .wouldDeadlock, .wouldDeadlock])
            for error in errors {
                #expect(
                    error?.localizedDescription
                        == "A blocking call cannot be made from a completion callback: it would wait for itself."
                        + " Use the asynchronous one."
                )
            }
            try await wallet.ping()
        }
    }

    /// Holds the last reference to a wallet.
    private final class LastReference: Sendable {
        let wallet: MidenWallet
        let closed: AsyncStream<Void>.Continuation

        init(_ wallet: MidenWallet, closed: AsyncStream<Void>.Continuation) {
            self.wallet = wallet
            self.closed = closed
        }

        deinit {
            closed.finish()
        }
    }

    @Test("A wallet can be let go on its own worker's thread")
    func lastReference() async throws {
        let directory = try TemporaryDirectory()
        let (closed, continuation) = AsyncStream<Void>.makeStream()
        do {
            let wallet = try MidenWallet(configuration: .embedded(in: directory))
            let last = LastReference(wallet, closed: continuation)
            try submitPing(to: wallet, context: last) { context, _, bytes, length in
                wc_bytes_free(bytes, length)
                guard let context else {
                    return
                }
                _ = takenOver(context, as: LastReference.self)
            }
        }
        for await _ in closed {}
    }
}
