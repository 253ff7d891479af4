import MidenSwiftClient
import MidenTestSupport
import Testing

/// A remote prover that is down.
@Suite(
    "A remote prover that is down, on a real network",
    .serialized,
    .enabled(if: LocalNetwork.directory != nil, LocalNetwork.missing),
    .timeLimit(.minutes(10))
)
struct NetworkProverTests {
    /// Where nothing listens.
    private static let nobody = "http://127.0.0.1:9"

    @Test("Without a fallback it is an error and nothing is lost, and with one this machine proves")
    func down() async throws {
        let network = try LocalNetwork.current()
        let files = try TemporaryDirectory()
        let wallet = try network.wallet(in: files, prover: .remote(url: Self.nobody, timeout: .seconds(5)))
        let account = try await wallet.createWallet(visibility: .private)
        let faucet = try await wallet.createFaucet(symbol: "LEAD", decimals: 0, maximumSupply: 1000)
        try await wallet.sync()
        let accounts = try await wallet.getAccounts()

        let failed = await #expect(throws: MidenError.self) {
            try await wallet.mint(from: faucet, to: account, amount: 7)
        }
        #expect(failed?.kind == .remoteProver && failed?.isRetryable == true)
        #expect(failed?.message.contains(Self.nobody) == true)
        #expect(try await wallet.getTransactions().transactions.isEmpty)
        #expect(try await wallet.getAccounts() == accounts)
        #expect(try await wallet.getFaucet(faucet).issued == 0)

        let minted = try await wallet.transact(
            .mint(to: account, amount: 7),
            accountId: faucet,
            prover: .remoteWithLocalFallback(url: Self.nobody, timeout: .seconds(5))
        )
        #expect(minted.provenBy == .local)
        _ = try await wallet.syncUntilCommitted(minted.transactionId)
        #expect(try await wallet.getTransactions().transactions.map(\.id) == [minted.transactionId])
        #expect(try await wallet.getFaucet(faucet).issued == 7)
        try await wallet.shutdown()
        withExtendedLifetime(files) {}
    }
}
