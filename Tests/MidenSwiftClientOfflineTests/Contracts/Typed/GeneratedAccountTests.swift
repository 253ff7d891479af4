import MidenGeneratedContracts
import MidenSwiftClient
import MidenTestSupport
import Testing

/// The code of an account can have several generated contracts, or not the one that was asked for.
@Suite("Accounts of generated contracts", .timeLimit(.minutes(10)))
struct GeneratedAccountTests {
    private static let alice: AccountID = .of("0x5401ef36815e47d14b651e8e968153")

    private func failure(_ body: () async throws -> Void) async -> MidenError? {
        await #expect(throws: MidenError.self) { try await body() }
    }

    @Test("Two contracts on one account are both found, called in one transaction, and read by owner and stranger")
    func twoContracts() async throws {
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let package = try await Ledger.package()
            var (counts, entries) = (Counter.InitialStorage(), Ledger.InitialStorage())
            counts.counter = [.zero: 41]
            entries.count = 1
            entries.entries = [1: .init(account: Self.alice, amount: 5, postedAt: 2)]
            let made = try await Counter.createAccount(
                in: wallet,
                storage: counts,
                with: [package],
                additionalStorage: entries.slots(in: package.interface)
            )
            let account = made.accountID
            let (counter, ledger) = (
                try await Counter(at: account, in: wallet), try await Ledger(at: account, in: wallet)
            )
            #expect(counter.contract == made.contract && ledger.accountID == account)
            #expect(try await counter.count == 41)
            #expect(try await ledger.storage.entries.all() == entries.entries)

            let executed = try await wallet.execute(
                ledger.post(account: account, amount: 7),
                counter.increment(by: 2),
                ledger.reads.entry(number: 2)
            )
            let (number, count, entry) = try #require(executed.result)
            #expect(number == 2 && count == 43 && entry.account == account && entry.amount == 7)
            try await wallet.sync()
            func expectRead(_ counter: Counter, _ ledger: Ledger) async throws {
                #expect(try await counter.count == 43)
                #expect(try await counter.storage.counter.all() == [.zero: 43])
                #expect(try await ledger.entry(number: 2) == entry)
                #expect(try await ledger.storage.count == 2)
            }
            try await expectRead(counter, ledger)
            try await withOtherWallet(on: wallet) { other in
                try await other.wallet.sync()
                let theirs = try await Counter(at: account, in: other.wallet)
                #expect(!theirs.contract.isOwn)
                try await expectRead(theirs, Ledger(at: account, in: other.wallet))
            }
        }
    }

    /// Each procedure of the ledger by its name, in an error that begins as it should.
    private func expectMissing(_ error: MidenError?, at account: AccountID) {
        #expect(error?.code == .invalidParameter && error?.kind == .missingProcedures)
        let message = error?.message ?? ""
        #expect(
            message.hasPrefix("The code of account \(account) does not have these procedures of the package "),
            "\(message)"
        )
        for name in ["post", "post_worth", "get_entry", "get_balance"] {
            #expect(message.contains("tutorials::ledger::\(name)"), "\(message)")
        }
    }

    @Test("An account with other code is refused when the type is made, by owner and stranger, with what is missing")
    func otherCode() async throws {
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let counter = try await Counter.createAccount(in: wallet)
            _ = try await counter.deploy(by: wallet)
            try await wallet.sync()
            let account = counter.accountID
            expectMissing(await failure { _ = try await Ledger(at: account, in: wallet) }, at: account)
            // The code of a counter without types has one of the procedures, and not the other one.
            let partial = await failure { _ = try await UntypedCounter(at: account, in: wallet) }
            #expect(partial?.kind == .missingProcedures)
            #expect(partial?.message.contains("::increment_count") == true, "\(partial?.message ?? "")")
            try await withOtherWallet(on: wallet) { other in
                try await other.wallet.sync()
                expectMissing(await failure { _ = try await Ledger(at: account, in: other.wallet) }, at: account)
            }
        }
    }

    /// What a wallet finds of an account whose code was replaced after the type was made.
    @Test("A contract whose account has other code is refused at the next read, preview and transaction")
    func replacedCode() async throws {
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let account = try await Counter.createAccount(in: wallet).accountID
            let contract = Contract(accountId: account, isOwn: true, package: try await Ledger.package())
            let ledger = Ledger(contract, reader: wallet)
            let post = try ledger.post(account: Self.alice, amount: 7)
            expectMissing(await failure { _ = try await ledger.entry(number: 1) }, at: account)
            expectMissing(await failure { _ = try await ledger.balance(account: Self.alice) }, at: account)
            expectMissing(await failure { _ = try await wallet.simulate(post) }, at: account)
            expectMissing(await failure { _ = try await wallet.preview(post) }, at: account)
            expectMissing(await failure { _ = try await wallet.execute(post) }, at: account)
            let stored = await failure { _ = try await ledger.storage.count }
            #expect(stored?.code == .lookup && stored?.kind == .noSuchSlot)
            #expect(stored?.message.contains("tutorials::ledger::count") == true)
            // Nothing has happened to the account.
            #expect(try await Counter(at: account, in: wallet).count == 0)
        }
    }
}
