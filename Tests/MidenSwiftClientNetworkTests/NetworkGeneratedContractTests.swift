import MidenGeneratedContracts
import MidenSwiftClient
import MidenTestSupport
import Testing

/// Generated types of contracts, on the chain.
@Suite(
    "Generated contracts on a real network",
    .serialized,
    .enabled(if: LocalNetwork.directory != nil, LocalNetwork.missing),
    .timeLimit(.minutes(10))
)
struct NetworkGeneratedContractTests {
    @Test("A counter and a ledger are created, deployed, called, and read by a wallet that does not have them")
    func counterAndLedger() async throws {
        let network = try LocalNetwork.current()
        let (files, otherFiles) = (try TemporaryDirectory(), try TemporaryDirectory())
        let (wallet, other) = (try network.wallet(in: files), try network.wallet(in: otherFiles))
        try await wallet.sync()
        var count = Counter.InitialStorage()
        count.counter = [.zero: 41]
        let counter = try await Counter.createAccount(in: wallet, storage: count)
        let ledger = try await Ledger.createAccount(in: wallet)
        let deployed = try await counter.deploy(by: wallet)
        _ = try await wallet.syncUntilCommitted(deployed.transactionId)

        let counted = try await wallet.execute(counter.increment(by: 2), counter.reads.count())
        #expect(counted.result?.0 == 43 && counted.result?.1 == 43)
        let posted = try await wallet.execute(
            ledger.post(account: counter.accountID, amount: 7),
            ledger.reads.entry(number: 1)
        )
        let (number, entry) = try #require(posted.result)
        #expect(number == 1 && entry.account == counter.accountID && entry.amount == 7)
        let first = try await wallet.syncUntilCommitted(counted.transaction.transactionId)
        let second = try await wallet.syncUntilCommitted(posted.transaction.transactionId)
        #expect(try await counter.count == 43)
        #expect(try await ledger.storage.count == 1)

        try await other.syncUntil(block: max(first, second))
        let theirCounter = try await Counter(at: counter.accountID, in: other)
        let theirLedger = try await Ledger(at: ledger.accountID, in: other)
        #expect(!theirCounter.contract.isOwn && !theirLedger.contract.isOwn)
        #expect(try await theirCounter.count == 43)
        #expect(try await theirCounter.storage.counter[.zero] == 43)
        #expect(try await theirLedger.entry(number: 1) == entry)
        #expect(try await theirLedger.storage.entries.all() == [1: entry])
        let balance = try await theirLedger.balance(account: counter.accountID)
        #expect(balance == Ledger.Balance(amount: 7, entries: 1))
        try await wallet.shutdown()
        try await other.shutdown()
        withExtendedLifetime((files, otherFiles)) {}
    }
}
