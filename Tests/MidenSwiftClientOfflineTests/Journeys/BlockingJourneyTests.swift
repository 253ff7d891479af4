import MidenSwiftClient
import Testing

@Suite("The whole journey, blocking", .timeLimit(.minutes(5)))
struct BlockingJourneyTests {
    @Test("Create, be paid, sync, consume and send, from a thread")
    func journey() async throws {
        try await withEmbeddedWallet { wallet in
            try await onOwnThread { try Self.run(wallet) }
        }
    }

    private static func run(_ wallet: MidenWallet) throws {
        #expect(try wallet.testConnection())
        #expect(try !wallet.getNodeStatus().version.isEmpty)
        try wallet.ping()
        let account = try wallet.createWallet()
        #expect(try wallet.getAccounts().map(\.id) == [account])

        let minted = try wallet.mint(to: account, amount: 1_500_000)
        #expect(try wallet.sync() >= minted.blockNumber)
        let notes = try wallet.getInputNotes(accountId: account)
        #expect(notes.consumableNoteIds == [minted.noteId])
        #expect(try wallet.getBalance(accountId: account).hasAssets == false)

        let consumed = try wallet.consumeNotes(accountId: account, noteIds: notes.consumableNoteIds)
        try wallet.sync()
        #expect(try wallet.getBalance(accountId: account).balance(for: minted.faucetId) == 1_500_000)
        #expect(try wallet.getTransaction(consumed).accountId == account)

        let recipient = try wallet.createWallet(visibility: .private)
        let sent = try wallet.send(from: account, to: recipient, faucetId: minted.faucetId, amount: 500_000)
        try wallet.sync()
        #expect(try wallet.getInputNotes(accountId: recipient).consumableNoteIds == [sent.noteId])
        try wallet.setDefaultAccount(recipient)
        #expect(try wallet.info().defaultAccountId == recipient)
        #expect(throws: MidenError.self) { try wallet.importAccount(file: []) }
    }
}
