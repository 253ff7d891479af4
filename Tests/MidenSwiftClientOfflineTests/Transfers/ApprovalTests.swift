import MidenSwiftClient
import Testing

@Suite("What was approved is what is executed", .timeLimit(.minutes(5)))
struct ApprovalTests {
    @Test("An approved payment is made, and another one with its approval is refused")
    func payment() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let minted = try await wallet.paidNote(to: account, amount: 100)
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])
            let draft = { (amount: Amount) in
                TransactionDraft.send([Payment(to: account, faucetId: minted.faucetId, amount: amount)])
            }
            let preview = try await wallet.preview(draft(5), accountId: account)
            let approval = try #require(preview.approval)
            #expect(approval.digest.count == 32)
            #expect(preview.changedSlots.isEmpty && !preview.changesCode)
            let before = try await WalletSnapshot(of: wallet)
            let error = try await #require(throws: MidenError.self) {
                _ = try await wallet.transact(draft(6), accountId: account, approved: approval)
            }
            #expect(error.kind == .approvalOfAnotherRequest && error.code == .invalidParameter)
            #expect(try await WalletSnapshot(of: wallet) == before, "nothing has changed")
            try await wallet.transact(draft(5), accountId: account, approved: approval)
        }
    }
}
