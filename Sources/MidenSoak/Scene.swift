import Foundation
import MidenBenchmarkWorkloads
import MidenSwiftClient

/// What the calls are made on: a wallet with two accounts and some money, and the notes that are on their way.
final class Scene: Sendable {
    let memory = MemorySamples()
    private let wallet: MidenWallet
    private let accounts: [AccountID]
    private let faucet: AccountID
    private let notes = OpenNotes()

    init(_ wallet: MidenWallet) async throws {
        self.wallet = wallet
        accounts = [try await wallet.createWallet(), try await wallet.createWallet()]
        let paid = try await wallet.mint(to: accounts[0], amount: 1_000_000)
        faucet = paid.faucetId
        try await wallet.sync()
        _ = try await wallet.consumeNotes(accountId: accounts[0], noteIds: [paid.noteId])
    }

    /// Makes one call as planned.
    func carryOut(_ plan: Plan) async -> Ending {
        switch plan.manner {
        case .patient:
            return await ending { try await self.call(plan, timeout: nil) }
        case .deadline(let timeout):
            return await ending { try await self.call(plan, timeout: timeout) }
        case .cancelled(let yields):
            let task = Task { try await self.call(plan, timeout: nil) }
            for _ in 0..<yields {
                await Task.yield()
            }
            task.cancel()
            return await ending { try await task.value }
        case .cancelledAfter(let time):
            let task = Task { try await self.call(plan, timeout: nil) }
            try? await Task.sleep(for: time)
            task.cancel()
            return await ending { try await task.value }
        }
    }

    private func ending(of body: @Sendable () async throws -> Void) async -> Ending {
        do {
            try await body()
            return .replied
        } catch {
            return Ending(error)
        }
    }

    /// Exactly one call to the wallet.
    private func call(_ plan: Plan, timeout: Duration?) async throws {
        var random = plan.random
        let account = accounts[Int.random(in: 0..<accounts.count, using: &random)]
        switch plan.operation {
        case .balance: _ = try await wallet.getBalance(accountId: account, timeout: timeout)
        case .accounts: _ = try await wallet.getAccounts(timeout: timeout)
        case .notes: _ = try await wallet.getInputNotes(accountId: account, timeout: timeout)
        case .info: _ = try await wallet.info(timeout: timeout)
        case .sync: _ = try await wallet.sync(timeout: timeout)
        case .ping: try await wallet.ping(timeout: timeout)
        case .mint: try await mint(to: account, timeout: timeout)
        case .send: try await send(timeout: timeout)
        case .consume:
            // With nothing to consume it makes what can be consumed.
            guard let note = notes.take() else {
                return try await mint(to: account, timeout: timeout)
            }
            try await consume(note, timeout: timeout)
        }
    }

    private func mint(to account: AccountID, timeout: Duration?) async throws {
        let minted = try await wallet.mint(to: account, amount: 100, timeout: timeout)
        notes.put(OpenNotes.Note(id: minted.noteId, owner: account))
    }

    private func send(timeout: Duration?) async throws {
        let sent = try await wallet.send(
            from: accounts[0],
            to: accounts[1],
            faucetId: faucet,
            amount: 1,
            timeout: timeout
        )
        notes.put(OpenNotes.Note(id: sent.noteId, owner: accounts[1]))
    }

    private func consume(_ note: OpenNotes.Note, timeout: Duration?) async throws {
        do {
            _ = try await wallet.consumeNotes(accountId: note.owner, noteIds: [note.id], timeout: timeout)
        } catch {
            // Not there yet, or given up: for another call. Where it may be spent nobody tries again.
            if (error as? MidenError)?.transactionId == nil, (error as? MidenError)?.kind != .noteAlreadyConsumed {
                notes.put(note)
            }
            throw error
        }
    }
}

/// The notes that wait to be consumed.
final class OpenNotes: Sendable {
    struct Note: Sendable {
        let id: NoteID
        let owner: AccountID
    }

    private let lock = NSLock()
    nonisolated(unsafe) private var notes: [Note] = []

    func put(_ note: Note) {
        lock.withLock { notes.append(note) }
    }

    /// The one that has waited longest.
    func take() -> Note? {
        lock.withLock { notes.isEmpty ? nil : notes.removeFirst() }
    }
}

/// The process's memory, as it was from time to time.
final class MemorySamples: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var samples: [Int] = []

    func sample() {
        if let now = ResidentMemory.current {
            lock.withLock { samples.append(now) }
        }
    }

    var values: [Int] {
        lock.withLock { samples }
    }
}
