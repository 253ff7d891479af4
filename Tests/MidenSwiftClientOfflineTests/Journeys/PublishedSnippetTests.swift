import Foundation
import MidenSwiftClient
import Testing

@Suite("The published API", .timeLimit(.minutes(5)))
struct PublishedSnippetTests {
    /// In a process of its own, because the network is named by the environment.
    @Test("The snippet of the published SDK's documentation, unchanged but for the network the environment names")
    func snippet() async {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            setenv("MIDEN_NETWORK", "embedded", 1)
            setenv("MIDEN_DATA_DIR", directory.path, 1)

            let wallet = try MidenWallet()
            let blockNum = try await wallet.syncAsync()
            let accountId = try await wallet.createWalletAsync()
            let balance = try await wallet.getBalanceAsync(accountId: accountId)
            let notes = try await wallet.getInputNotesAsync(accountId: accountId)
            if !notes.consumableNoteIds.isEmpty {
                let txId = try await wallet.consumeNotesAsync(accountId: accountId, noteIds: notes.consumableNoteIds)
                Issue.record("nobody has paid, and still there was something to consume: \(txId)")
            }
            let accounts: [String] = try await wallet.getAccountsAsync()

            #expect(blockNum > 0)
            #expect(!balance.hasAssets)
            #expect(accounts == [accountId])
            #expect(FileManager.default.fileExists(atPath: directory.path + "/embedded/store.sqlite3"))
            try await wallet.shutdown()
            withExtendedLifetime(directory) {}
        }
    }

    @Test("The same with a note to consume, and the published types with their strings")
    func paid() async throws {
        try await withEmbeddedWallet { wallet in
            let accountId = try await wallet.createWalletAsync(seed: Array(repeating: 1, count: 32))
            let minted = try await wallet.mint(to: AccountID(accountId), amount: 1000)
            let blockNum: UInt32 = try await wallet.syncAsync()
            #expect(blockNum >= minted.blockNumber)
            let notes: PublishedAPI.InputNotesResult = try await wallet.getInputNotesAsync(accountId: accountId)
            #expect(notes.totalCount == 1)
            #expect(notes.hasConsumableNotes)
            #expect(notes.consumableNoteIds == [minted.noteId.hex])
            let note: PublishedAPI.InputNoteInfo = try #require(notes.notes.first)
            #expect(note.noteId == minted.noteId.hex)
            #expect(note.isAuthenticated)
            #expect(note.totalAssets == [minted.faucetId.hex: 1000])
            #expect(note.assets.first?.faucetId == minted.faucetId.hex)
            #expect(try await wallet.getInputNotesAsync().totalCount == 1)

            let txId: String = try await wallet.consumeNotesAsync(
                accountId: accountId,
                noteIds: notes.consumableNoteIds
            )
            #expect(txId.hasPrefix("0x"))
            let balance: PublishedAPI.AccountBalance = try await wallet.getBalanceAsync(accountId: accountId)
            #expect(balance.accountId == accountId)
            #expect(balance.hasAssets)
            #expect(balance.totalFungibleCount == 1)
            #expect(balance.totalNonFungibleCount == 0)
            #expect(balance.balance(for: minted.faucetId.hex) == 1000)
            #expect(balance.balance(for: "elsewhere") == 0)
            #expect(try await wallet.testConnectionAsync())
        }
    }
}
