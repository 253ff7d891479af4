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
        case .notes:
            let open = try await wallet.getInputNotes(accountId: account, timeout: timeout)
            notes.found(open.consumableNoteIds, of: account)
        case .info: _ = try await wallet.info(timeout: timeout)
        case .sync: _ = try await wallet.sync(timeout: timeout)
        case .ping: try await wallet.ping(timeout: timeout)
        case .mint: try await mint(to: account, timeout: timeout)
        case .send: try await send(timeout: timeout)
        case .consume:
            // With nothing to consume it makes what can be consumed.
            guard let open = notes.take() else {
                return try await mint(to: account, timeout: timeout)
            }
            defer { notes.gaveBack(open) }
            _ = try await wallet.consumeNotes(accountId: open.owner, noteIds: open.notes, timeout: timeout)
        }
    }

    private func mint(to account: AccountID, timeout: Duration?) async throws {
        _ = try await wallet.mint(to: account, amount: 100, timeout: timeout)
    }

    private func send(timeout: Duration?) async throws {
        _ = try await wallet.send(
            from: accounts[0],
            to: accounts[1],
            faucetId: faucet,
            amount: 1,
            timeout: timeout
        )
    }
}

/// The notes that wait to be consumed, as the last read of each account found them. All of an account's are consumed
/// together, so that there are as many at the end of a run as at its beginning: what the wallet holds, and what its
/// answers take, must not grow where a growth of memory is looked for.
final class OpenNotes: Sendable {
    struct OfOne: Sendable {
        let owner: AccountID
        let notes: [NoteID]
    }

    private struct State {
        var found: [AccountID: [NoteID]] = [:]
        /// Whose notes a transaction is consuming.
        var busy: Set<AccountID> = []
    }

    private let lock = NSLock()
    nonisolated(unsafe) private var state = State()

    func found(_ notes: [NoteID], of owner: AccountID) {
        lock.withLock { state.found[owner] = notes }
    }

    /// Those of the account that has the most and that nobody is consuming.
    func take() -> OfOne? {
        lock.withLock {
            let free = state.found.filter { !$0.value.isEmpty && !state.busy.contains($0.key) }
            guard let most = free.max(by: { $0.value.count < $1.value.count }) else {
                return nil
            }
            state.busy.insert(most.key)
            return OfOne(owner: most.key, notes: most.value)
        }
    }

    /// They are consumed, or were not to be: the next read tells.
    func gaveBack(_ notes: OfOne) {
        lock.withLock {
            state.busy.remove(notes.owner)
            state.found[notes.owner] = nil
        }
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
