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
}
