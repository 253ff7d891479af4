import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("A ledger with a storage map of records", .timeLimit(.minutes(10)))
struct LedgerTests {
    private struct Entry: Codable, Equatable {
        let account: AccountID
        let amount: UInt32
        let posted_at: UInt32
    }

    private struct Balance: Codable, Equatable {
        let amount: UInt64
        let entries: UInt32
    }

    /// An entry as the schema of the storage has it.
    private struct Record: Codable, Equatable {
        let account_suffix: UInt64
        let account_prefix: UInt64
        let amount: UInt32
        let posted_at: UInt32
    }

    private static let alice: AccountID = .of("0x5401ef36815e47d14b651e8e968153")

    private func withLedger(_ body: (MidenWallet, Contract) async throws -> Void) async throws {
        let package = try await MidenPackage.tutorial("ledger")
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let account = try await wallet.createAccount(components: [package])
            try await body(wallet, wallet.getContract(accountId: account, package: package))
        }
    }

    private func post(_ amount: UInt32, to account: AccountID, in ledger: Contract) throws -> ContractCall<UInt32> {
        try ledger.call("post", account, amount, returning: UInt32.self)
    }

    @Test("Entries that are posted in one transaction are records, and make balances")
    func journey() async throws {
        try await withLedger { wallet, ledger in
            let balance = try ledger.call("get_balance", Self.alice, returning: Balance.self)
            #expect(try await wallet.simulate(balance) == Balance(amount: 0, entries: 0))
            #expect(try await wallet.simulate(post(7, to: Self.alice, in: ledger)) == 1)
            #expect(try await wallet.simulate(balance) == Balance(amount: 0, entries: 0))

            let made = try await wallet.execute(
                post(7, to: Self.alice, in: ledger),
                post(5, to: Self.alice, in: ledger),
                post(3, to: ledger.accountId, in: ledger),
                balance
            )
            let (first, second, third, sum) = try #require(made.result)
            #expect([first, second, third] == [1, 2, 3] && sum == Balance(amount: 12, entries: 2))
            try await wallet.sync()
            #expect(try await wallet.simulate(balance) == sum)
            let entry = try await wallet.simulate(ledger.call("get_entry", UInt32(2), returning: Entry.self))
            #expect(entry.account == Self.alice && entry.amount == 5)
            let own = try ledger.call("get_balance", ledger.accountId, returning: Balance.self)
            #expect(try await wallet.simulate(own) == Balance(amount: 3, entries: 1))
        }
    }

    @Test("Its storage is read as records by their keys, and as a whole")
    func storage() async throws {
        try await withLedger { wallet, ledger in
            _ = try await wallet.execute(
                post(7, to: Self.alice, in: ledger),
                post(5, to: ledger.accountId, in: ledger)
            )
            try await wallet.sync()
            let entries = "tutorials::ledger::entries"
            let record = try await wallet.getStorageValue(
                of: ledger,
                slot: entries,
                key: ["number": 1],
                returning: Record.self
            )
            let elements = try Self.alice.felts().map(\.value)
            #expect([record.account_suffix, record.account_prefix] == elements && record.amount == 7)
            let all = try await wallet.getStorageValue(of: ledger, slot: entries)
            guard case .array(let found) = all else {
                Issue.record("\(all)")
                return
            }
            #expect(found.count == 2)
            let count = try await wallet.getStorageValue(of: ledger, slot: "tutorials::ledger::count")
            #expect(count == ["entries": 2])
            let balance = try await wallet.getStorageValue(
                of: ledger,
                slot: "tutorials::ledger::balances",
                key: ["account_suffix": .init(elements[0]), "account_prefix": .init(elements[1])],
                returning: Balance.self
            )
            #expect(balance == Balance(amount: 7, entries: 1))
        }
    }

    @Test("What it refuses has its words, and of several calls none is made")
    func refusals() async throws {
        try await withLedger { wallet, ledger in
            let nothing = await #expect(throws: MidenError.self) {
                _ = try await wallet.execute(post(7, to: Self.alice, in: ledger), post(0, to: Self.alice, in: ledger))
            }
            #expect(nothing?.kind == .assertionFailed && nothing?.failedCall == 1)
            #expect(nothing?.message.hasSuffix("failed: nothing is posted.") == true)
            let first = try ledger.call("get_entry", with: [1])
            let none = await #expect(throws: MidenError.self) { _ = try await wallet.simulate(first) }
            #expect(none?.message.hasSuffix("failed: there is no entry of this number.") == true)
        }
    }
}
