import MidenGeneratedContracts
import MidenSwiftClient
import MidenTestSupport
import Testing

/// Generated types of contracts, on the chain.
@Suite(
    "Generated contracts on a real network",
    .serialized,
    .enabled(if: LocalNetwork.directory != nil, LocalNetwork.missing),
    .timeLimit(.minutes(10))
)
struct NetworkGeneratedContractTests {
    private static let nobody = "0x5401ef36815e47d14b651e8e968153"

    @Test("A counter and a ledger are created, deployed, called, and read by a wallet that does not have them")
    func counterAndLedger() async throws {
        let network = try LocalNetwork.current()
        let (files, otherFiles) = (try TemporaryDirectory(), try TemporaryDirectory())
        let (wallet, other) = (try network.wallet(in: files), try network.wallet(in: otherFiles))
        try await wallet.sync()
        var count = Counter.InitialStorage()
        count.counter = [.zero: 41]
        let counter = try await Counter.createAccount(in: wallet, storage: count)
        let ledger = try await Ledger.createAccount(in: wallet)
        let deployed = try await counter.deploy(by: wallet)
        _ = try await wallet.syncUntilCommitted(deployed.transactionId)

        let counted = try await wallet.execute(counter.increment(by: 2), counter.reads.count())
        #expect(counted.result?.0 == 43 && counted.result?.1 == 43)
        let posted = try await wallet.execute(
            ledger.post(account: counter.accountID, amount: 7),
            ledger.reads.entry(number: 1)
        )
        let (number, entry) = try #require(posted.result)
        #expect(number == 1 && entry.account == counter.accountID && entry.amount == 7)
        let first = try await wallet.syncUntilCommitted(counted.transaction.transactionId)
        let second = try await wallet.syncUntilCommitted(posted.transaction.transactionId)
        #expect(try await counter.count == 43)
        #expect(try await ledger.storage.count == 1)

        try await other.syncUntil(block: max(first, second))
        let theirCounter = try await Counter(at: counter.accountID, in: other)
        let theirLedger = try await Ledger(at: ledger.accountID, in: other)
        #expect(!theirCounter.contract.isOwn && !theirLedger.contract.isOwn)
        #expect(try await theirCounter.count == 43)
        #expect(try await theirCounter.storage.counter[.zero] == 43)
        #expect(try await theirLedger.entry(number: 1) == entry)
        #expect(try await theirLedger.storage.entries.all() == [1: entry])
        let balance = try await theirLedger.balance(account: counter.accountID)
        #expect(balance == Ledger.Balance(amount: 7, entries: 1))
        try await wallet.shutdown()
        try await other.shutdown()
        withExtendedLifetime((files, otherFiles)) {}
    }

    @Test("A counter without types and an oracle, in one account, are called in one transaction and read by a stranger")
    func untypedCounterAndOracle() async throws {
        let network = try LocalNetwork.current()
        let (files, otherFiles) = (try TemporaryDirectory(), try TemporaryDirectory())
        let (wallet, other) = (try network.wallet(in: files), try network.wallet(in: otherFiles))
        try await wallet.sync()
        let oraclePackage = try await Oracle.package()
        var storage = Oracle.InitialStorage()
        storage.activeRateProviderProcRoot = try oraclePackage.procedure("provide_rate").root
        let count = InitialStorageSlot("miden::tutorials::counter", entries: [.init(key: .zero, value: Word([41]))])
        let counter = try await UntypedCounter.createAccount(
            in: wallet,
            with: [oraclePackage],
            additionalStorage: [count] + storage.slots(in: oraclePackage.interface)
        )
        let token = counter.accountID
        let oracle = try await Oracle(at: token, in: wallet)
        #expect(try await oracle.storage.activeRateProviderProcRoot == storage.activeRateProviderProcRoot)

        let made = try await repeatIfExpired(wallet) {
            try await wallet.execute(
                counter.incrementCount(),
                counter.getCount(),
                oracle.postRate(faucet: token, value: 300_000, units: 1_000_000),
                oracle.reads.rate(faucet: token)
            )
        }
        let (_, stack, posted, rate) = try #require(made.result)
        #expect(stack.first == 42 && posted == NoResult() && rate.value == 300_000 && rate.units == 1_000_000)
        let block = try await wallet.syncUntilCommitted(made.transaction.transactionId)
        #expect(try await wallet.simulate(counter.getCount()).first == 42)
        #expect(try await oracle.rate(faucet: token) == rate)

        try await other.syncUntil(block: block)
        let theirCounter = try await UntypedCounter(at: token, in: other)
        let theirOracle = try await Oracle(at: token, in: other)
        #expect(!theirCounter.contract.isOwn && !theirOracle.contract.isOwn)
        #expect(try await other.simulate(theirCounter.getCount()).first == 42)
        #expect(try await theirOracle.rate(faucet: token) == rate)
        #expect(try await theirOracle.storage.rates.all().map(\.value) == [rate])
        let asset = Word(Array(try FungibleAsset(faucetId: token, amount: 1).felts().prefix(4)))
        let conversion = try await theirOracle.conversionRate(asset, asset)
        #expect(conversion.result0 && conversion.result1.num == 300_000_000_000)
        #expect(conversion.result1.num == conversion.result1.den)
        try await wallet.shutdown()
        try await other.shutdown()
        withExtendedLifetime((files, otherFiles)) {}
    }

    /// The calls of a wallet that make the first or the next note of their transaction, which pays an account.
    private func payment(
        of asset: FungibleAsset,
        to account: AccountID,
        inNote index: UInt16,
        by sender: BasicWallet,
        script: Word
    ) throws -> (create: ContractCall<UInt16>, move: ContractCall<NoResult>) {
        let recipient = try PaymentRecipient(paying: account, script: script)
        var create = try sender.createNote(tag: recipient.tag, noteType: .public, recipient: recipient.digest)
        create.advice = recipient.advice
        return (create, try sender.moveAssetToNote(asset: .fungible(asset), noteIndex: index))
    }

    /// A store of the published command with an account. Nil if the command is not on PATH.
    private func published(on network: LocalNetwork) async throws -> (client: PublishedClient, account: String)? {
        guard LocalNetwork.hasServices, PublishedClient.program != nil else { return nil }
        let client = try await PublishedClient(on: network)
        return (client, try await client.newAccount("--account-type", "private", "--ecdsa"))
    }

    @Test("A wallet pays two accounts by calls in one transaction, and both consume it, one by the published command")
    func walletAndFaucet() async throws {
        let network = try LocalNetwork.current()
        let (files, otherFiles) = (try TemporaryDirectory(), try TemporaryDirectory())
        let (wallet, other) = (try network.wallet(in: files), try network.wallet(in: otherFiles))
        try await wallet.sync()
        let holder = try await wallet.createWallet()
        let issuer = try await wallet.createFaucet(symbol: "GOLD", decimals: 2, maximumSupply: 5000)
        let minted = try await wallet.mint(from: issuer, to: holder, amount: 1000)
        try await wallet.syncUntilConsumable(minted.noteId, by: holder)
        let contents = try await wallet.getNoteContents(minted.noteId)
        #expect(contents.scriptName == "P2ID")
        let taken = try await wallet.consumeNotes(accountId: holder, noteIds: [minted.noteId])
        _ = try await wallet.syncUntilCommitted(taken)

        let first = try await other.createWallet(visibility: .private)
        let published = try await published(on: network)
        let second = try AccountID(published?.account ?? Self.nobody)
        let basic = try await BasicWallet(at: holder, in: wallet)
        let script = contents.scriptRoot
        let sixty = FungibleAsset(faucetId: issuer, amount: 60)
        let seven = FungibleAsset(faucetId: issuer, amount: 7)
        let pay = try payment(of: sixty, to: first, inNote: 0, by: basic, script: script)
        let payAgain = try payment(of: seven, to: second, inNote: 1, by: basic, script: script)
        let made = try await wallet.execute(pay.create, pay.move, payAgain.create, payAgain.move)
        #expect(made.result?.0 == 0 && made.result?.2 == 1)
        let block = try await wallet.syncUntilCommitted(made.transaction.transactionId)
        #expect(try await wallet.getBalance(accountId: holder).balance(for: issuer) == 933)

        try await other.syncUntil(block: block)
        let notes = try await other.getInputNotes(accountId: first).consumableNoteIds
        try #require(notes.count == 1)
        let consumed = try await other.consumeNotes(accountId: first, noteIds: notes)
        _ = try await other.syncUntilCommitted(consumed)
        #expect(try await other.getBalance(accountId: first).balance(for: issuer) == 60)
        if let (client, account) = published {
            try await client.syncUntilConsumable(1, by: account)
            try await client.run("consume-notes", "--account", account, "--force")
            try await client.syncUntilConsumable(0, by: account)
            let shown = try await client.run("account", "--show", account)
            #expect(shown.contains(" 7 "), "\(shown)")
        }

        // A stranger reads a faucet that the wallet has made, and not generated code.
        let faucet = try await FungibleFaucet(at: issuer, in: other)
        #expect(!faucet.contract.isOwn)
        let gold = try TokenSymbol("GOLD")
        #expect(try await faucet.tokenSupply == 1000)
        #expect(try await faucet.maxSupply == 5000)
        #expect(try await faucet.decimals == 2)
        #expect(try await TokenSymbol(felts: [faucet.tokenSymbol]) == gold)
        #expect(try await faucet.tokenConfig.supply == 1000)
        let stored = try await faucet.storage.tokenConfig
        #expect(stored == .init(tokenSupply: 1000, maxSupply: 5000, decimals: 2, symbol: gold))
        try await wallet.shutdown()
        try await other.shutdown()
        withExtendedLifetime((files, otherFiles)) {}
    }
}
