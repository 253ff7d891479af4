import MidenSwiftClient
import MidenTestSupport
import Testing

/// An account with code of one's own, on the chain.
@Suite(
    "Contracts on a real network",
    .serialized,
    .enabled(if: LocalNetwork.directory != nil, LocalNetwork.missing),
    .timeLimit(.minutes(10))
)
struct NetworkContractTests {
    private static let slot = "miden::tutorials::counter"

    @Test("The counter of the tutorials is deployed, counts, and is read by a wallet that does not have it")
    func counter() async throws {
        let network = try LocalNetwork.current()
        let (files, otherFiles) = (try TemporaryDirectory(), try TemporaryDirectory())
        let wallet = try network.wallet(in: files)
        try await wallet.sync()
        let counter = try await MidenPackage.compile(
            MASMSource(
                .accountComponent,
                Contracts.source("counter"),
                path: "external_contract::counter_contract"
            )
        )
        let account = try await wallet.createAccount(
            components: [counter],
            storage: [.init(Self.slot, entries: [.init(key: .zero, value: Word([41]))])]
        )
        let increment = Script.call(try counter.procedure("increment_count").root)
        for _ in 0..<2 {
            let executed = try await wallet.execute(CustomTransaction(script: increment), accountId: account)
            _ = try await wallet.syncUntilCommitted(executed.transactionId)
        }

        let other = try network.wallet(in: otherFiles)
        try await other.sync()
        let storage = try await other.getStorage(accountId: account, slot: .name(Self.slot), key: .zero)
        #expect(!storage.isOwn)
        #expect(storage[Self.slot]?.entries?.first?.value == Word([43]))
        let count = Script.call(try counter.procedure("get_count").root)
        #expect(try await wallet.run(count, accountId: account).first == 43)
        try await wallet.shutdown()
        try await other.shutdown()
        withExtendedLifetime((files, otherFiles)) {}
    }

    @Test("A typed call of a counter has the same result in a simulation and in its transaction")
    func typedCounter() async throws {
        let files = try TemporaryDirectory()
        let wallet = try LocalNetwork.current().wallet(in: files)
        try await wallet.sync()
        let package = try await MidenPackage.compile(
            MASMSource(.accountComponent, Contracts.source("adder"), path: "adder::contract")
        )
        let account = try await wallet.createAccount(
            components: [package],
            storage: [.init(Self.slot, entries: [.init(key: .zero, value: Word([40]))])]
        )
        let counter = try await wallet.getContract(accountId: account, package: package)
        let add = try counter.call("add", with: ["by": 2], returning: UInt64.self)
        #expect(try await wallet.simulate(add) == 42)
        let made = try await wallet.execute(add, add)
        #expect(made.result?.0 == 42 && made.result?.1 == 44)
        _ = try await wallet.syncUntilCommitted(made.transaction.transactionId)
        #expect(try await wallet.simulate(counter.call("add", with: [0], returning: UInt64.self)) == 44)
        try await wallet.shutdown()
        withExtendedLifetime(files) {}
    }

    private struct Rate: Codable, Equatable {
        let value: UInt32
        let units: UInt32
    }

    @Test("The rate of an oracle is read by a wallet that does not have it, also in a transaction of its own")
    func oracle() async throws {
        let network = try LocalNetwork.current()
        let (files, otherFiles) = (try TemporaryDirectory(), try TemporaryDirectory())
        let (wallet, other) = (try network.wallet(in: files), try network.wallet(in: otherFiles))
        try await wallet.sync()
        let package = try await MidenPackage.tutorial("oracle")
        let storage = try package.interface.initialStorage([
            "miden::standards::oracle::price_oracle::active_rate_provider_proc_root": .text(
                package.procedure("provide_rate").root.hex
            )
        ])
        let account = try await wallet.createAccount(components: [package], storage: storage)
        let oracle = try await wallet.getContract(accountId: account, package: package)
        let post = try oracle.call("post_rate", with: [.text(account.hex), 300_000, 1_000_000])
        let posted = try await repeatIfExpired(wallet) { try await wallet.execute(post) }
        let block = try await wallet.syncUntilCommitted(posted.transaction.transactionId)

        let ledgerPackage = try await MidenPackage.tutorial("ledger")
        let ledgerAccount = try await other.createAccount(components: [ledgerPackage])
        try await other.syncUntil(block: block)
        let ledger = try await other.getContract(accountId: ledgerAccount, package: ledgerPackage)
        let theirs = try await other.getContract(accountId: account, package: package)
        #expect(oracle.isOwn && !theirs.isOwn)
        let get = try theirs.call("get_rate", account, returning: Rate.self)
        let rate = Rate(value: 300_000, units: 1_000_000)
        #expect(try await other.simulate(get) == rate)
        let asset = Word(Array(try FungibleAsset(faucetId: account, amount: 1).felts().prefix(4)))
        let convert = try theirs.call("get_conversion_rate", asset, asset, returning: ContractValue.self)
        #expect(
            try await other.simulate(convert) == [true, ["num": 300_000_000_000, "den": 300_000_000_000]]
        )

        let worth = try ledger.call(
            "post_worth",
            with: [
                "oracle": .text(account.hex), "get_rate": .text(get.procedure.root.hex), "faucet": .text(account.hex),
                "account": .text(ledgerAccount.hex), "quantity": 2,
            ],
            returning: UInt32.self
        )
        let made = try await repeatIfExpired(other) { try await other.execute(worth, get) }
        #expect(made.result?.0 == 1 && made.result?.1 == rate)
        _ = try await other.syncUntilCommitted(made.transaction.transactionId)
        let count = try await other.getStorageValue(of: ledger, slot: "tutorials::ledger::count")
        #expect(count == ["entries": 1])
        let rates = try await other.getStorageValue(of: theirs, slot: "tutorials::oracle::rates")
        guard case .array(let entries) = rates else {
            Issue.record("\(rates)")
            return
        }
        #expect(entries.count == 1)
        try await wallet.shutdown()
        try await other.shutdown()
        withExtendedLifetime((files, otherFiles)) {}
    }
}
