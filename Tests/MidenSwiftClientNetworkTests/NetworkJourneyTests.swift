import MidenSwiftClient
import MidenTestSupport
import Testing

// One after the other: they are paid by the same account.
@Suite(
    "On a real network",
    .serialized,
    .enabled(if: LocalNetwork.directory != nil, LocalNetwork.missing),
    .timeLimit(.minutes(10))
)
struct NetworkJourneyTests {
    @Test(
        "Create, be paid by a funded wallet, sync, consume, be committed, and be found again by the mnemonic",
        arguments: AccountVisibility.allCases
    )
    func journey(visibility: AccountVisibility) async throws {
        let network = try LocalNetwork.current()
        let (payerFiles, files) = (try TemporaryDirectory(), try TemporaryDirectory())
        let (payer, payerAccount) = try await network.funded(in: payerFiles)
        let funds = try #require(try await payer.getBalance(accountId: payerAccount).fungibleAssets.first)
        #expect(funds.symbol == "MIDEN")

        let wallet = try network.wallet(in: files)
        #expect(try await wallet.testConnection())
        try await wallet.sync()
        let mnemonic = try Mnemonic.generate()
        let account = try await wallet.createWallet(mnemonic: mnemonic, visibility: visibility)
        #expect(try await payer.restore(mnemonic: mnemonic, gapLimit: 2).isEmpty, "the network does not know it yet")

        let sent = try await payer.send(
            from: payerAccount,
            to: account,
            faucetId: funds.faucetId,
            amount: Amount(5_000_000)
        )
        let paidIn = try await payer.syncUntilCommitted(sent.transactionId)

        try await wallet.syncUntilConsumable(sent.noteId, by: account)
        #expect(try await wallet.getBalance(accountId: account).hasAssets == false)
        let consumed = try await wallet.consumeNotes(accountId: account, noteIds: [sent.noteId])
        let consumedIn = try await wallet.syncUntilCommitted(consumed)
        #expect(consumedIn > paidIn)

        let balance = try await wallet.getBalance(accountId: account)
        #expect(balance.fungibleAssets.map(\.formatted) == ["5 MIDEN"])
        let known = try await wallet.getAccounts()
        #expect(known == [Account(id: account, visibility: visibility, status: .tracked, nonce: 1)])
        #expect(try await wallet.getInputNotes().totalCount == 0)
        let left = try await payer.getBalance(accountId: payerAccount).balance(for: funds.faucetId)
        #expect(left == funds.amount - 5_000_000)

        let found = try await payer.restore(mnemonic: mnemonic, gapLimit: 2)
        let outcome: RestoredAccount.Outcome = visibility == .public ? .restored : .needsAccountFile
        #expect(found.map(\.id) == [account] && found.map(\.outcome) == [outcome])
        if visibility == .public {
            #expect(try await payer.getBalance(accountId: account) == balance)
            // With what it did in the other wallet: the node tells of the note, too.
            let past = try await payer.getTransactions(TransactionQuery(accountId: account)).transactions
            #expect(past.count == 1)
            #expect(past.first?.state == .committed(block: consumedIn))
            #expect(past.first?.kind == .consume)
            #expect(past.first?.consumedNotes == [sent.noteId])
            #expect(past.first?.assetsIn.fungible.map(\.formatted) == ["5 MIDEN"])
            #expect(past.first?.counterparties == [payerAccount])
            #expect(past.first?.fromChain == .init(unknownConsumedNotes: 0, unknownCreatedNotes: 0))
            try await payer.sync()
            #expect(try await payer.getTransactions(TransactionQuery(accountId: account)).transactions == past)
        }

        try await payer.shutdown()
        try await wallet.shutdown()
        withExtendedLifetime((payerFiles, files)) {}
    }

    @Test(
        "A private note goes by the note transport, and the proofs are made by the remote prover",
        .enabled(if: LocalNetwork.hasServices, LocalNetwork.servicesMissing)
    )
    func services() async throws {
        let network = try LocalNetwork.current()
        let prover = MidenWallet.Prover.remote(url: try #require(network.proverURL), timeout: .seconds(120))
        let (payerFiles, files) = (try TemporaryDirectory(), try TemporaryDirectory())
        let (payer, payerAccount) = try await network.funded(in: payerFiles, prover: prover)
        let funds = try #require(try await payer.getBalance(accountId: payerAccount).fungibleAssets.first)
        let wallet = try network.wallet(in: files, prover: prover)
        let account = try await wallet.createWallet(visibility: .private)
        try await wallet.sync()

        let sent = try await payer.send(
            from: payerAccount,
            to: account,
            faucetId: funds.faucetId,
            amount: 3_000_000,
            noteType: .private
        )
        #expect(sent.provenBy == .remote)
        #expect(try await payer.getUndeliveredNotes().map(\.noteId) == [sent.noteId])
        _ = try await payer.syncUntilCommitted(sent.transactionId)
        #expect(try await payer.getUndeliveredNotes().isEmpty)

        try await wallet.syncUntilConsumable(sent.noteId, by: account)
        let consumed = try await wallet.consumeNotes(accountId: account, noteIds: [sent.noteId])
        _ = try await wallet.syncUntilCommitted(consumed)
        #expect(try await wallet.getBalance(accountId: account).fungibleAssets.map(\.formatted) == ["3 MIDEN"])
        try await payer.shutdown()
        try await wallet.shutdown()
        withExtendedLifetime((payerFiles, files)) {}
    }

    @Test("A note is consumed once, and the second try names it")
    func consumedOnce() async throws {
        let network = try LocalNetwork.current()
        let (payerFiles, files) = (try TemporaryDirectory(), try TemporaryDirectory())
        let (payer, payerAccount) = try await network.funded(in: payerFiles)
        let funds = try #require(try await payer.getBalance(accountId: payerAccount).fungibleAssets.first)
        let wallet = try network.wallet(in: files)
        let account = try await wallet.createWallet()
        let sent = try await payer.send(from: payerAccount, to: account, faucetId: funds.faucetId, amount: 7)
        try await wallet.syncUntilConsumable(sent.noteId, by: account)
        let consumed = try await wallet.consumeNotes(accountId: account, noteIds: [sent.noteId])
        _ = try await wallet.syncUntilCommitted(consumed)
        let error = await #expect(throws: MidenError.self) {
            try await wallet.consumeNotes(accountId: account, noteIds: [sent.noteId])
        }
        #expect(error?.localizedDescription == "Note \(sent.noteId) has already been consumed.")
        #expect(try await wallet.getBalance(accountId: account).balance(for: funds.faucetId) == 7)
        try await payer.shutdown()
        try await wallet.shutdown()
        withExtendedLifetime((payerFiles, files)) {}
    }

    @Test("The genesis of the first sync is kept, and the connection is tested against it")
    func genesis() async throws {
        let network = try LocalNetwork.current()
        let files = try TemporaryDirectory()
        let wallet = try network.wallet(in: files)
        #expect(try await wallet.info().genesisCommitment == nil)
        try await wallet.sync()
        #expect(try await wallet.info().genesisCommitment?.hasPrefix("0x") == true)
        #expect(try await wallet.testConnection())
        try await wallet.shutdown()
        withExtendedLifetime(files) {}
    }
}
