import MidenSwiftClient
import Testing

@Suite("The whole journey, blocking", .timeLimit(.minutes(5)))
struct BlockingJourneyTests {
    @Test("Create, be paid, sync, consume and send, from a thread")
    @available(macOS 15, iOS 18, *)
    func journey() async throws {
        try await withEmbeddedWallet { wallet in
            try await onOwnThread { try Self.run(wallet) }
        }
    }

    @available(macOS 15, iOS 18, *)
    private static func run(_ wallet: MidenWallet) throws {
        #expect(try wallet.testConnection())
        let account = try wallet.createWallet()
        #expect(try wallet.getAccounts().map(\.id) == [account])

        let minted = try wallet.blocking { try await $0.mint(to: account, amount: 1_500_000) }
        #expect(try wallet.sync() >= minted.blockNumber)
        let notes = try wallet.getInputNotes(accountId: account)
        #expect(notes.consumableNoteIds == [minted.noteId])
        #expect(try wallet.getBalance(accountId: account).hasAssets == false)

        let consumed = try wallet.consumeNotes(accountId: account, noteIds: notes.consumableNoteIds)
        try wallet.sync()
        #expect(try wallet.getBalance(accountId: account).balance(for: minted.faucetId) == 1_500_000)
        let transaction = try wallet.blocking { try await $0.getTransaction(consumed) }
        #expect(transaction.accountId == account)

        let recipient = try wallet.createWallet(visibility: .private)
        let sent = try wallet.blocking { wallet in
            let sent = try await wallet.send(
                from: account,
                to: recipient,
                faucetId: minted.faucetId,
                amount: 500_000
            )
            try await wallet.sync()
            try await wallet.setDefaultAccount(recipient)
            return sent
        }
        #expect(try wallet.getInputNotes(accountId: recipient).consumableNoteIds == [sent.noteId])
        let info = try wallet.blocking { try await $0.info() }
        #expect(info.defaultAccountId == recipient)
    }
}
