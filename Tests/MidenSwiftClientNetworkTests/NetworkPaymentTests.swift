import MidenSwiftClient
import MidenTestSupport
import Testing

/// Payments that are bound to blocks.
@Suite(
    "Payments with conditions on a real network",
    .serialized,
    .enabled(if: LocalNetwork.directory != nil, LocalNetwork.missing),
    .timeLimit(.minutes(10))
)
struct NetworkPaymentTests {
    @Test(
        "A payment is taken back at its block and not before, and a locked one is taken in at its block and not before"
    )
    func heights() async throws {
        let network = try LocalNetwork.current()
        let sender = try await Trader("IRON", on: network)
        let files = try TemporaryDirectory()
        let receiver = try network.wallet(in: files)
        let account = try await receiver.createWallet(visibility: .private)
        let (reclaimable, timelocked, height) = try await pay(from: sender, to: account)
        let left = try await sender.held(sender.faucet)

        let early = await #expect(throws: MidenError.self) {
            try await sender.wallet.consumeNotes(accountId: sender.account, noteIds: [reclaimable])
        }
        #expect(early?.kind == .noteNotYetConsumable)
        try await receiver.syncUntilConsumable(reclaimable, by: account)
        let notes = try await receiver.getInputNotes(accountId: account)
        #expect(!notes.consumableNoteIds.contains(timelocked))
        #expect(notes.notes.first { $0.id == timelocked }?.consumableAfterBlock == height)
        let locked = await #expect(throws: MidenError.self) {
            try await receiver.consumeNotes(accountId: account, noteIds: [timelocked])
        }
        #expect(locked?.kind == .noteNotYetConsumable)

        try await sender.wallet.syncUntil(block: height)
        let reclaimed = try await sender.wallet.consumeNotes(accountId: sender.account, noteIds: [reclaimable])
        #expect(try await sender.wallet.syncUntilCommitted(reclaimed) > height)
        try await receiver.syncUntilConsumable(timelocked, by: account)
        let taken = try await receiver.consumeNotes(accountId: account, noteIds: [timelocked])
        #expect(try await receiver.syncUntilCommitted(taken) > height)
        #expect(try await sender.held(sender.faucet) == left + 40)
        #expect(try await receiver.getBalance(accountId: account).balance(for: sender.faucet) == 30)
        #expect(try await !receiver.getInputNotes(accountId: account).consumableNoteIds.contains(reclaimable))
        try await sender.wallet.shutdown()
        try await receiver.shutdown()
        withExtendedLifetime((sender.files, files)) {}
    }

    /// Makes a payment that can be taken back from a block on, and one that can be taken in from there on. Where making them
    /// took so long that the block is near, it does it again for a later one.
    private func pay(
        from sender: Trader,
        to account: AccountID
    ) async throws -> (reclaimable: NoteID, timelocked: NoteID, height: UInt32) {
        for blocks: UInt32 in [20, 40, 80] {
            let height = try await sender.wallet.sync().blockNumber + blocks
            let payments = [
                Payment(to: account, faucetId: sender.faucet, amount: 40, reclaimHeight: height),
                Payment(to: account, faucetId: sender.faucet, amount: 30, timelockHeight: height),
            ]
            let sent = try await sender.wallet.send(from: sender.account, payments: payments)
            if try await sender.wallet.syncUntilCommitted(sent.transactionId) + 4 < height {
                return (sent.noteIds[0], sent.noteIds[1], height)
            }
        }
        throw Abandoned(reason: "a payment took four minutes")
    }
}
