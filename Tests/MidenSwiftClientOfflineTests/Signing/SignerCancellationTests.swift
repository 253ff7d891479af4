import Atomics
import Foundation
import Testing

@testable import MidenSwiftClient

@Suite("A signer that takes its time", .timeLimit(.minutes(5)))
struct SignerCancellationTests {
    @Test("Everything else goes on while a signer thinks: reads, a sync, the transactions of other accounts")
    func othersGoOn() async throws {
        let directory = try TemporaryDirectory()
        let key = try TestKey(in: directory)
        let slow = WaitingSigner(key)
        let publicKey = try await key.publicKey()
        let slowAccount = Shared<AccountID?>(nil)
        let signer = ScriptedSigner { request in
            if await slowAccount.value == request.accountId {
                return try await slow.sign(request)
            }
            return try await key.signature(of: request.message)
        }
        let wallet = try MidenWallet(configuration: .signing(in: directory, signer))
        let first = try await wallet.createWallet(publicKey: publicKey)
        let second = try await wallet.createWallet(publicKey: publicKey, visibility: .private)
        await slowAccount.update { $0 = first }
        let firstNote = try await wallet.paidNote(to: first, amount: 1)
        let secondNote = try await wallet.paidNote(to: second, amount: 2)

        let waiting = Task { try await wallet.consumeNotes(accountId: first, noteIds: [firstNote.noteId]) }
        await slow.wait(for: .asked)
        _ = try await wallet.consumeNotes(accountId: second, noteIds: [secondNote.noteId])
        try await wallet.sync()
        #expect(try await wallet.getBalance(accountId: second).hasAssets)
        #expect(try await wallet.getBalance(accountId: first).hasAssets == false)

        slow.letGo()
        _ = try await waiting.value
        await slow.wait(for: .released)
        #expect(try await wallet.getBalance(accountId: first).hasAssets)
        try await wallet.shutdown()
    }

    @Test("Syncs and transactions of other accounts go on while many signatures are waited for")
    func manySignatures() async throws {
        try await withSigningWallet(WaitingSigner.init) { made in
            let calls = (0..<20).map { _ in
                Task { try await made.wallet.sign(message: Data([1]), accountId: made.account) }
            }
            for _ in calls {
                await made.signer.wait(for: .asked)
            }
            try await made.wallet.sync()
            #expect(try made.wallet.statistics.running == calls.count)
            for call in calls {
                call.cancel()
            }
            for call in calls {
                let error = await #expect(throws: MidenError.self) { try await call.value }
                #expect(error?.code == .cancelled)
            }
            made.signer.letGo()
        }
    }

    @Test("A transaction whose time passes while the signer thinks fails alone, and the signer is told")
    func deadline() async throws {
        try await withSigningWallet(WaitingSigner.init) { made in
            let signer = made.signer
            let before = try await WalletSnapshot(of: made.wallet)
            var patience = 1
            repeat {
                // On a busy machine the time may pass before it is the signer's turn.
                let timeout: Duration = .seconds(patience)
                let error = await #expect(throws: MidenError.self) { try await made.consume(timeout: timeout) }
                #expect(error?.code == .timedOut)
                #expect(error?.kind == .timedOut)
                patience *= 2
            } while signer.timesAsked.load(ordering: .relaxed) == 0
            await signer.wait(for: .asked)
            await signer.wait(for: .cancelled)
            #expect(try await WalletSnapshot(of: made.wallet) == before)
            signer.letGo()
            try await made.consume()
        }
    }

    @Test("A cancelled transaction ends at once though its signer thinks, and the signer is told")
    func cancelled() async throws {
        try await withSigningWallet(WaitingSigner.init) { made in
            let signer = made.signer
            let call = Task { try await made.consume() }
            await signer.wait(for: .asked)
            call.cancel()
            let error = await #expect(throws: MidenError.self) { try await call.value }
            #expect(error?.code == .cancelled)
            await signer.wait(for: .cancelled)
            signer.letGo()
            try await made.consume()
        }
    }

    @Test("A signer that does not care that it is cancelled holds nobody up")
    func stubborn() async throws {
        let (gate, release) = AsyncStream.makeStream(of: Void.self)
        let isStubborn = Shared(true)
        let (asked, tell) = AsyncStream.makeStream(of: Void.self)
        try await withSigningWallet({ key in
            ScriptedSigner { request in
                if await isStubborn.value {
                    tell.yield()
                    await Task { for await _ in gate {} }.value
                }
                return try await key.signature(of: request.message)
            }
        }) { made in
            let call = Task { try await made.consume() }
            _ = await asked.first { _ in true }
            call.cancel()
            await #expect(throws: MidenError.self) { try await call.value }
            await isStubborn.update { $0 = false }
            try await made.consume()
            // What it signs now nobody asks for any more.
            release.finish()
            try await made.wallet.ping()
        }
    }

    @Test("A shutdown cancels what waits for a signer, and the signer")
    func shutdown() async throws {
        let directory = try TemporaryDirectory()
        let key = try TestKey(in: directory)
        let signer = WaitingSigner(key)
        let wallet = try MidenWallet(configuration: .signing(in: directory, signer))
        let account = try await wallet.createWallet(publicKey: key.publicKey())
        let note = try await wallet.paidNote(to: account, amount: 1).noteId
        let call = Task { try await wallet.consumeNotes(accountId: account, noteIds: [note]) }
        await signer.wait(for: .asked)
        let report = try await wallet.shutdown(gracefully: .zero)
        #expect(report == ShutdownReport(finished: 0, cancelled: 1, abandoned: 0))
        await #expect(throws: MidenError.self) { try await call.value }
        await signer.wait(for: .cancelled)
    }

    /// A signer that tells when nobody holds it any more.
    private final class HeldSigner: MidenSigner {
        let key: TestKey
        let released: AsyncStream<Void>.Continuation

        init(_ key: TestKey, released: AsyncStream<Void>.Continuation) {
            self.key = key
            self.released = released
        }

        deinit {
            released.finish()
        }

        func sign(_ request: SigningRequest) async throws -> Data {
            try await key.signature(of: request.message)
        }
    }

    @Test("A wallet that is let go lets its signer go", arguments: [true, false])
    func letGo(isShutDown: Bool) async throws {
        let directory = try TemporaryDirectory()
        let key = try TestKey(in: directory)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        do {
            let signer = HeldSigner(key, released: release)
            let wallet = try MidenWallet(configuration: .signing(in: directory, signer))
            let account = try await wallet.createWallet(publicKey: key.publicKey())
            _ = try await wallet.sign(message: Data([1]), accountId: account)
            if isShutDown {
                try await wallet.shutdown()
            }
        }
        for await _ in released {}
    }

    @Test("Cancelled at any moment, every call ends once and every task of the signer ends")
    func atAnyMoment() async throws {
        let asked = ManagedAtomic(0)
        let (ends, ended) = AsyncStream.makeStream(of: Void.self)
        try await withSigningWallet({ key in
            ScriptedSigner { request in
                asked.wrappingIncrement(ordering: .relaxed)
                defer { ended.yield() }
                // Signing takes time, over which the moments below are spread.
                try await Task.sleep(for: .milliseconds(2))
                return try await key.signature(of: request.message)
            }
        }) { made in
            let (wallet, account) = (made.wallet, made.account)
            let message = Data("again".utf8)
            let signed = try await withThrowingTaskGroup(of: Bool.self) { group in
                for round in 0..<100 {
                    group.addTask {
                        let call = Task {
                            try await wallet.sign(message: message, accountId: account, timeout: .seconds(3600))
                        }
                        try await Task.sleep(for: .microseconds(round % 50 * 100))
                        if !round.isMultiple(of: 4) {
                            call.cancel()
                        }
                        do {
                            return try await call.value.isValid(for: message)
                        } catch MidenError.cancelled {
                            return false
                        }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(signed >= 25)
            #expect(asked.load(ordering: .relaxed) >= signed)
            var seen = 0
            var end = ends.makeAsyncIterator()
            while seen < asked.load(ordering: .relaxed) {
                await end.next()
                try Task.checkCancellation()
                seen += 1
            }
            let statistics = try wallet.statistics
            #expect(statistics.waiting + statistics.running + statistics.failed == 0)
        }
    }
}
