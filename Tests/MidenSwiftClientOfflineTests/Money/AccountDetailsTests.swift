import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("What a wallet knows of its own accounts", .timeLimit(.minutes(5)))
struct AccountDetailsTests {
    @Test("Is told of new, private and public ones, and is what the network has", arguments: AccountVisibility.allCases)
    func details(visibility: AccountVisibility) async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet(visibility: visibility)
            let new = try await wallet.getAccountDetails(accountId: account)
            #expect(new.id == account && new.isNew && new.nonce == 0 && !new.balance.hasAssets)

            let minted = try await wallet.paidNote(to: account, amount: 1_500_000)
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])
            let block = try await wallet.sync().blockNumber
            let known = try await wallet.getAccountDetails(accountId: account)
            #expect(!known.isNew && known.nonce == 1 && known.syncHeight == block)
            #expect(known.commitment != new.commitment && known.codeCommitment == new.codeCommitment)
            #expect(known.balance == (try await wallet.getBalance(accountId: account)))
            #expect(known.signingKey == (try await wallet.getKeys().first?.commitment))
            if visibility == .public {
                let found = try await wallet.getPublicAccount(account)
                #expect(found.commitment == known.commitment && found.vaultRoot == known.vaultRoot)
                #expect(found.storageCommitment == known.storageCommitment && found.signingKey == known.signingKey)
            }
        }
    }

    @Test("Is not there of accounts of others, which is said")
    func unknown() async throws {
        try await withEmbeddedWallet { wallet in
            let error = await #expect(throws: MidenError.self) {
                try await wallet.getAccountDetails(accountId: .of("0x5401ef36815e47d14b651e8e968153"))
            }
            #expect(error?.kind == .unknownAccount)
        }
    }
}
