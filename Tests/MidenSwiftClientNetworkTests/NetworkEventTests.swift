import MidenSwiftClient
import MidenTestSupport
import Testing

/// What a wallet tells that is kept synced.
@Suite(
    "Events on a real network",
    .serialized,
    .enabled(if: LocalNetwork.directory != nil, LocalNetwork.missing),
    .timeLimit(.minutes(10))
)
struct NetworkEventTests {
    @Test("A wallet that is kept synced tells of a payment, and where its reader stopped another goes on")
    func payment() async throws {
        let network = try LocalNetwork.current()
        let (payerFiles, files) = (try TemporaryDirectory(), try TemporaryDirectory())
        let payer = try network.wallet(in: payerFiles)
        let faucet = try await payer.createFaucet(symbol: "TIN", decimals: 0, maximumSupply: 1000)
        let wallet = try network.wallet(in: files)
        let account = try await wallet.createWallet(visibility: .private)
        let syncing = Task { try await wallet.keepSynced(every: .seconds(1)) }
        let paid = try await payer.mint(from: faucet, to: account, amount: 7)
        let (first, cursor) = try await told(by: wallet, after: nil, until: .noteArrived(paid.noteId))
        #expect(first == [.noteArrived(paid.noteId)])
        syncing.cancel()
        try await syncing.value
        try await wallet.shutdown()

        let again = try network.wallet(in: files)
        let syncingAgain = Task { try await again.keepSynced(every: .seconds(1)) }
        let consumed = try await again.consumeNotes(accountId: account, noteIds: [paid.noteId])
        guard case .committed(let block) = try await again.wait(for: consumed).state else {
            Issue.record("the transaction is not committed")
            return
        }
        let (second, end) = try await told(by: again, after: cursor, until: .noteConsumed(paid.noteId))
        #expect(
            second == [
                .transactionCommitted(consumed, accountId: account, block: block), .noteConsumed(paid.noteId),
            ]
        )
        #expect(end != cursor)
        let (all, _) = try await told(by: again, after: nil, until: .noteConsumed(paid.noteId))
        #expect(all == first + second)
        syncingAgain.cancel()
        try await syncingAgain.value
        try await payer.shutdown()
        try await again.shutdown()
        withExtendedLifetime((payerFiles, files)) {}
    }

    /// What is told up to an event, without the syncs, of which a chain that goes on has any number.
    private func told(
        by wallet: MidenWallet,
        after cursor: EventCursor?,
        until last: WalletEvent.Kind
    ) async throws -> ([WalletEvent.Kind], EventCursor) {
        var kinds: [WalletEvent.Kind] = []
        for try await event in wallet.events(after: cursor) {
            if case .synced = event.kind {
                continue
            }
            kinds.append(event.kind)
            if event.kind == last {
                return (kinds, event.cursor)
            }
        }
        throw Abandoned(reason: "the events ended before \(last)")
    }
}
