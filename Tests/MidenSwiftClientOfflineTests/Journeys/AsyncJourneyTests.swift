import MidenSwiftClient
import Testing

@Suite("The whole journey, async", .timeLimit(.minutes(5)))
struct AsyncJourneyTests {
    @Test("Create, be paid, sync, consume, send, and find it all again", arguments: AccountVisibility.allCases)
    func journey(visibility: AccountVisibility) async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        #expect(try await wallet.testConnection())
        try await wallet.ping()

        let account = try await wallet.createWallet(visibility: visibility)
        #expect(
            try await wallet.getAccounts()
                == [Account(id: account, visibility: visibility, status: .new, nonce: 0)]
        )

        let minted = try await wallet.mint(to: account, amount: 1_500_000, token: "MIDEN")
        let height = try await wallet.sync().blockNumber
        let node = try await wallet.getNodeStatus()
        #expect(node.blockNumber == height && !node.version.isEmpty)
        #expect(height >= minted.blockNumber)
        #expect(try await wallet.getBalance(accountId: account).hasAssets == false)

        let notes = try await wallet.getInputNotes(accountId: account)
        #expect(notes.totalCount == 1)
        #expect(notes.consumableNoteIds == [minted.noteId])
        let note = try #require(notes.notes.first)
        #expect(note.sender == minted.faucetId)
        #expect(note.type == .public)
        #expect(note.state == .committed)
        #expect(note.isAuthenticated)
        #expect(note.consumableBy == [account])
        #expect(note.fungibleAssets.map(\.formatted) == ["1.5 MIDEN"])
        #expect(try await wallet.getInputNotes().consumableNoteIds == [minted.noteId])

        let consumed = try await wallet.consumeNotes(accountId: account, noteIds: notes.consumableNoteIds)
        try await wallet.sync()
        let balance = try await wallet.getBalance(accountId: account)
        #expect(balance.fungibleAssets.map(\.formatted) == ["1.5 MIDEN"])
        #expect(balance.balance(for: minted.faucetId) == 1_500_000)
        let transaction = try await wallet.getTransaction(consumed)
        #expect(transaction.accountId == account)
        guard case .committed(let block) = transaction.state else {
            Issue.record("the transaction is \(transaction.state)")
            return
        }
        #expect(block > minted.blockNumber)
        #expect(try await wallet.getInputNotes().hasConsumableNotes == false)

        let recipient = try await wallet.createWallet()
        let amount = try Amount("0.5", decimals: 6)
        let sent = try await wallet.send(from: account, to: recipient, faucetId: minted.faucetId, amount: amount)
        try await wallet.sync()
        #expect(try await wallet.getInputNotes(accountId: recipient).consumableNoteIds == [sent.noteId])
        _ = try await wallet.consumeNotes(accountId: recipient, noteIds: [sent.noteId])
        try await wallet.sync()
        #expect(try await wallet.getBalance(accountId: recipient).balance(for: minted.faucetId) == 500_000)
        #expect(try await wallet.getBalance(accountId: account).balance(for: minted.faucetId) == 1_000_000)

        let info = try await wallet.info()
        #expect(info.network == "embedded")
        #expect(info.storePath == directory.path + "/embedded/store.sqlite3")
        #expect(info.accountCount == 2)
        #expect(info.defaultAccountId == account)
        #expect(info.genesisCommitment?.hasPrefix("0x") == true)
        #expect(try wallet.statistics.failed == 0)

        try await wallet.setDefaultAccount(recipient)
        #expect(try await wallet.info().defaultAccountId == recipient)
        try await wallet.setDefaultAccount(nil)
        #expect(try await wallet.info().defaultAccountId == nil)

        let before = try await WalletSnapshot(of: wallet)
        try await wallet.shutdown()
        let again = try MidenWallet(configuration: .embedded(in: directory))
        #expect(try await WalletSnapshot(of: again) == before)
        #expect(try await again.sync().blockNumber >= info.syncHeight)
        try await again.shutdown()
    }

    @Test("An account that signs with Falcon, and a note of each of two tokens")
    func falcon() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet(scheme: .falcon512Poseidon2)
            try await wallet.mint(to: account, amount: 10, token: "MIDEN")
            _ = try await wallet.paidNote(to: account, amount: 20, token: "TOK")
            let notes = try await wallet.getInputNotes(accountId: account)
            #expect(Set(notes.consumableFungibleAssets.map(\.amount)) == [10, 20])
            _ = try await wallet.consumeNotes(accountId: account, noteIds: notes.consumableNoteIds)
            let balance = try await wallet.getBalance(accountId: account)
            #expect(Set(balance.fungibleAssets.map(\.amount)) == [10, 20])
            #expect(Set(balance.fungibleAssets.map(\.symbol)) == ["MIDEN", "TOK"])
        }
    }
}
