import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

/// What a wallet makes of an account that it does not have.
@Suite(
    "Accounts of others on a real network",
    .serialized,
    .enabled(if: LocalNetwork.directory != nil, LocalNetwork.missing),
    .timeLimit(.minutes(10))
)
struct NetworkAccountTests {
    @Test("A public account is seen as it was, its signature is known, and with its key another wallet spends from it")
    func publicAccount() async throws {
        let network = try LocalNetwork.current()
        let trader = try await Trader("SLATE", on: network, visibility: .public)
        let (account, faucet) = (trader.account, trader.faucet)
        let first = try #require(
            try await trader.wallet.getTransactions(TransactionQuery(accountId: account)).transactions.first
        )
        guard case .committed(let paidIn) = first.state else {
            Issue.record("the account's first transaction is not committed")
            return
        }
        let spent = try await trader.wallet.send(from: account, to: faucet, faucetId: faucet, amount: 100)
        let spentIn = try await trader.wallet.syncUntilCommitted(spent.transactionId)

        let files = try TemporaryDirectory()
        let other = try network.wallet(in: files)
        try await other.sync()
        let before = try await other.getPublicAccount(account, at: paidIn)
        let after = try await other.getPublicAccount(account, at: spentIn)
        for (seen, block, nonce, held) in [(before, paidIn, 1, 1000), (after, spentIn, 2, 900)] {
            #expect(seen.blockNumber == block && seen.nonce == UInt64(nonce))
            #expect(seen.balance.balance(for: faucet) == UInt64(held))
            #expect(seen.verification.isComplete)
            #expect(Set(seen.verification.checked) == Set(PublicAccount.Verification.Part.allCases))
        }
        #expect(before.commitment != after.commitment && before.vaultRoot != after.vaultRoot)
        #expect(before.codeCommitment == after.codeCommitment && before.signingKey == after.signingKey)
        let unborn = await #expect(throws: MidenError.self) {
            try await other.getPublicAccount(account, at: paidIn - 1)
        }
        #expect(unborn?.kind == .accountNotOnChain)

        let message = Data("This account is mine.".utf8)
        let signature = try await trader.wallet.sign(message: message, accountId: account)
        #expect(try await other.verify(signature, of: message, by: account))
        #expect(try await !other.verify(signature, of: Data("That account is mine.".utf8), by: account))
        let stranger = try await other.createWallet()
        let strangers = try await other.sign(message: message, accountId: stranger)
        #expect(try await !other.verify(strangers, of: message, by: account))

        let key = try await trader.wallet.exportKey(accountId: account, passphrase: "correct horse battery staple")
        let locked = await #expect(throws: MidenError.self) {
            try await other.importKey(file: key, passphrase: "correct horse battery")
        }
        #expect(locked?.kind == .wrongFilePassphrase)
        #expect(try await other.getAccounts().map(\.id) == [stranger])
        #expect(try await other.importKey(file: key, passphrase: "correct horse battery staple") == account)
        #expect(try await other.getBalance(accountId: account).balance(for: faucet) == 900)
        let sent = try await other.send(from: account, to: stranger, faucetId: faucet, amount: 50)
        _ = try await other.syncUntilCommitted(sent.transactionId)
        try await trader.wallet.sync()
        #expect(try await trader.held(faucet) == 850)
        try await trader.wallet.shutdown()
        try await other.shutdown()
        withExtendedLifetime((trader.files, files)) {}
    }
}
