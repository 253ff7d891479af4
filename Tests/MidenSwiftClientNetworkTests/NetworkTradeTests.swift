import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

/// Faucets of one's own, swaps between two wallets, and a wallet that is backed up in the middle of it. Nobody else has to
/// pay for it: the tokens are made here.
@Suite(
    "Trade on a real network",
    .serialized,
    .enabled(if: LocalNetwork.directory != nil, LocalNetwork.missing),
    .timeLimit(.minutes(15))
)
struct NetworkTradeTests {
    @Test("A swap is filled by another wallet, a partial one in part, and what is left is cancelled")
    func swaps() async throws {
        let network = try LocalNetwork.current()
        let maker = try await Trader("GOLD", on: network)
        let taker = try await Trader("SILVER", on: network)
        func offer(_ gold: Amount, _ silver: Amount) -> (SwapAsset, SwapAsset) {
            (.fungible(faucetId: maker.faucet, amount: gold), .fungible(faucetId: taker.faucet, amount: silver))
        }

        let (offered, requested) = offer(100, 40)
        let swap = try await maker.wallet.swap(from: maker.account, offering: offered, for: requested)
        _ = try await maker.wallet.syncUntilCommitted(swap.transactionId)
        try await taker.wallet.sync()
        let preview = try await taker.wallet.preview(.fillSwap(swap.noteId), accountId: taker.account)
        #expect(preview.assetsIn.fungible.map(\.formatted) == ["100 GOLD"])
        #expect(preview.assetsOut.fungible.map(\.formatted) == ["40 SILVER"])
        let filled = try await taker.wallet.fillSwap(accountId: taker.account, noteId: swap.noteId)
        _ = try await taker.wallet.syncUntilCommitted(filled)
        try await maker.takeIn()
        #expect(try await maker.held(maker.faucet) == 900)
        #expect(try await maker.held(taker.faucet) == 40)
        #expect(try await taker.held(maker.faucet) == 100)
        #expect(try await taker.held(taker.faucet) == 960)

        let partial = try await maker.wallet.partialSwap(from: maker.account, offering: offered, for: requested)
        _ = try await maker.wallet.syncUntilCommitted(partial.transactionId)
        let part = try await taker.wallet.fillSwap(accountId: taker.account, noteId: partial.noteId, amount: 10)
        _ = try await taker.wallet.syncUntilCommitted(part)
        try await maker.takeIn()
        let left = try #require(try await maker.wallet.getSwaps().first)
        #expect(left.terms.offered.fungible.map(\.formatted) == ["75 GOLD"])
        #expect(left.terms.requested.fungible.map(\.formatted) == ["30 SILVER"])
        let cancelled = try await maker.wallet.cancelSwap(accountId: maker.account, noteId: left.id)
        _ = try await maker.wallet.syncUntilCommitted(cancelled)
        #expect(try await maker.wallet.getSwaps().isEmpty)
        #expect(try await maker.held(maker.faucet) == 875)
        #expect(try await maker.held(taker.faucet) == 50)
        #expect(try await taker.held(maker.faucet) == 125)
        #expect(try await taker.held(taker.faucet) == 950)
        try await maker.wallet.shutdown()
        try await taker.wallet.shutdown()
    }

    @Test("A wallet restored from its backup equals it, and its faucet burns what it gets back")
    func backupAndBurn() async throws {
        let network = try LocalNetwork.current()
        let trader = try await Trader("BRASS", on: network)
        let file = URL(fileURLWithPath: trader.files.path).appendingPathComponent("wallet.backup")
        let accounts = try await trader.wallet.getAccounts()
        let history = try await trader.wallet.getTransactions().transactions
        try await trader.wallet.backUp(to: file, passphrase: "correct horse battery staple")
        try await trader.wallet.shutdown()

        let elsewhere = try TemporaryDirectory()
        let restored = try await MidenWallet.restoreBackup(
            from: file,
            passphrase: "correct horse battery staple",
            configuration: .init(network: .custom(rpcEndpoint: network.rpcURL), dataDirectory: elsewhere.path)
        )
        #expect(try await restored.getAccounts() == accounts)
        #expect(try await restored.getTransactions().transactions == history)
        let burned = try await restored.burn(from: trader.account, faucetId: trader.faucet, amount: 250)
        try await restored.syncUntilConsumable(burned.noteId, by: trader.faucet)
        let consumed = try await restored.consumeNotes(accountId: trader.faucet, noteIds: [burned.noteId])
        _ = try await restored.syncUntilCommitted(consumed)
        #expect(try await restored.getFaucet(trader.faucet).issued == 750)
        let held = try await restored.getBalance(accountId: trader.account).fungibleAssets
        #expect(held.map(\.formatted) == ["750 BRASS"])
        try await restored.shutdown()
        withExtendedLifetime((trader.files, elsewhere)) {}
    }
}
