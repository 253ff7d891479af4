import MidenSwiftClient
import Testing

@Suite("The accounts of a mnemonic are found again", .timeLimit(.minutes(5)))
struct RestoreTests {
    /// A wallet of its own in the folder, on the one chain there.
    private static func wallet(_ name: String, in directory: TemporaryDirectory) throws -> MidenWallet {
        let options = MidenWallet.EmbeddedOptions(proofs: .dummy, chainDirectory: directory.path + "/chain")
        return try MidenWallet(
            configuration: MidenWallet.Configuration(
                network: .embedded(options),
                dataDirectory: directory.path + "/" + name
            )
        )
    }

    /// Makes an account of the mnemonic that has consumed what it was paid, and so is on the chain.
    private static func use(
        _ index: UInt32,
        _ visibility: AccountVisibility,
        amount: Amount,
        in wallet: MidenWallet
    ) async throws -> AccountID {
        let account = try await wallet.createWallet(mnemonic: .abandon, index: index, visibility: visibility)
        let paid = try await wallet.paidNote(to: account, amount: amount)
        _ = try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId])
        try await wallet.sync()
        return account
    }

    private static func found(
        _ id: AccountID,
        _ index: UInt32,
        _ outcome: RestoredAccount.Outcome,
        _ visibility: AccountVisibility = .public
    ) -> RestoredAccount {
        RestoredAccount(
            id: id,
            index: index,
            derivation: .v1,
            scheme: .ecdsaK256Keccak,
            visibility: visibility,
            outcome: outcome
        )
    }

    @Test("by another wallet, with what they hold; a private one needs its file")
    func restored() async throws {
        let directory = try TemporaryDirectory()
        let first = try Self.wallet("first", in: directory)
        let zero = try await Self.use(0, .public, amount: 5, in: first)
        let two = try await Self.use(2, .public, amount: 7, in: first)
        let secret = try await Self.use(0, .private, amount: 9, in: first)

        let second = try Self.wallet("second", in: directory)
        let expected = [
            Self.found(zero, 0, .restored), Self.found(two, 2, .restored),
            Self.found(secret, 0, .needsAccountFile, .private),
        ]
        #expect(try await second.restore(mnemonic: .abandon) == expected)
        #expect(Set(try await second.getAccounts().map(\.id)) == [zero, two])
        #expect(try await second.info().defaultAccountId == zero)
        let faucet = try #require(try await second.getBalance(accountId: zero).fungibleAssets.first).faucetId
        #expect(try await second.getBalance(accountId: zero).balance(for: faucet) == 5)
        #expect(try await second.getBalance(accountId: two).balance(for: faucet) == 7)

        // With their keys.
        try await second.sync()
        try await second.send(from: two, to: zero, faucetId: faucet, amount: 1)
        try await second.sync()
        #expect(try await second.getBalance(accountId: two).balance(for: faucet) == 6)

        let again = try await second.restore(mnemonic: .abandon, gapLimit: 2)
        #expect(again.map(\.outcome) == [.alreadyThere, .alreadyThere, .needsAccountFile])
        try await first.shutdown()
        try await second.shutdown()
    }

    @Test("with what they did there; what private notes carried is not known")
    func history() async throws {
        let directory = try TemporaryDirectory()
        let first = try Self.wallet("first", in: directory)
        let account = try await Self.use(0, .public, amount: 5, in: first)
        let friend = try await first.createWallet()
        let faucet = try #require(try await first.getBalance(accountId: account).fungibleAssets.first).faucetId
        for noteType in [NoteType.public, .private] {
            try await first.send(from: account, to: friend, faucetId: faucet, amount: 1, noteType: noteType)
            try await first.sync()
        }
        let made = try await first.getTransactions(TransactionQuery(accountId: account)).transactions

        let second = try Self.wallet("second", in: directory)
        _ = try await second.restore(mnemonic: .abandon, gapLimit: 1)
        try await second.sync()
        let page = try await second.getTransactions(limit: 2)
        let rest = try await second.getTransactions(after: page.next)
        let past = page.transactions + rest.transactions
        #expect(past.map(\.id) == made.map(\.id) && past.map(\.state) == made.map(\.state))
        #expect(past.map(\.kind) == [.send, .send, .consume])
        let (all, oneOut) = (
            TransactionRecord.FromChain(unknownConsumedNotes: 0, unknownCreatedNotes: 0),
            TransactionRecord.FromChain(unknownConsumedNotes: 0, unknownCreatedNotes: 1)
        )
        #expect(past.map(\.fromChain) == [oneOut, all, all])
        #expect(made.allSatisfy { $0.fromChain == nil })
        #expect(past.map { $0.assetsOut.fungible.map(\.amount) } == [[], [1], []])
        #expect(past[2].assetsIn.fungible.map(\.amount) == [5])
        #expect(past[0].createdNotes == made[0].createdNotes)
        #expect(try await second.getTransaction(past[0].id).state == past[0].state)

        // None of it has just happened. The last event of a sync is the sync.
        events: for try await event in second.events() {
            switch event.kind {
            case .transactionCommitted, .transactionDiscarded: Issue.record("\(event)")
            case .synced: break events
            default: break
            }
        }
        try await first.shutdown()
        try await second.shutdown()
    }

    @Test("where nothing was used nothing is found, and nothing is made")
    func nothing() async throws {
        try await withEmbeddedWallet { wallet in
            let found = try await wallet.restore(mnemonic: .generate(), derivations: Mnemonic.Derivation.allCases)
            #expect(found.isEmpty)
            #expect(try await wallet.getAccounts().isEmpty)
        }
    }

    @Test("as far as the gap limit goes")
    func gapLimit() async throws {
        let directory = try TemporaryDirectory()
        let first = try Self.wallet("first", in: directory)
        let two = try await Self.use(2, .public, amount: 7, in: first)
        let second = try Self.wallet("second", in: directory)
        #expect(try await second.restore(mnemonic: .abandon, gapLimit: 2).isEmpty)
        #expect(try await second.restore(mnemonic: .abandon, gapLimit: 3) == [Self.found(two, 2, .restored)])
        for limit: UInt32 in [0, 101] {
            let error = await #expect(throws: MidenError.self) {
                try await second.restore(mnemonic: .abandon, gapLimit: limit)
            }
            #expect(error?.code == .invalidParameter)
            #expect(error?.kind == .invalidGapLimit)
        }
        try await first.shutdown()
        try await second.shutdown()
    }

    @Test("not without a network, and the wallet stays as it was")
    func noNetwork() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(
            configuration: MidenWallet.Configuration(
                network: .custom(rpcEndpoint: "http://127.0.0.1:9"),
                dataDirectory: directory.path
            )
        )
        let error = await #expect(throws: MidenError.self) { try await wallet.restore(mnemonic: .abandon) }
        #expect(error?.code == .nodeUnreachable)
        #expect(try await wallet.getAccounts().isEmpty)
        try await wallet.shutdown()
    }
}
