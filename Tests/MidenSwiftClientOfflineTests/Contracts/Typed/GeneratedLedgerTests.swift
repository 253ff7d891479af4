import MidenGeneratedContracts
import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("Generated ledger and oracle", .timeLimit(.minutes(10)))
struct GeneratedLedgerTests {
    private static let alice: AccountID = .of("0x5401ef36815e47d14b651e8e968153")
    private static let bob: AccountID = .of("0x8c31f9aa815e47d14b651e8e968153")

    private func call<Value: Decodable & Sendable>(
        _ name: String,
        _ arguments: ContractValue,
        of contract: Contract,
        by wallet: MidenWallet,
        returning result: Value.Type
    ) async throws -> Value {
        try await wallet.simulate(contract.call(name, with: arguments, returning: Value.self))
    }

    // MARK: - Ledger

    private static func key(of account: AccountID) throws -> Ledger.BalancesKey {
        let elements = try account.felts()
        return Ledger.BalancesKey(accountSuffix: elements[0], accountPrefix: elements[1])
    }

    /// Compares all that is read of a ledger with the reads by name.
    private func expect(_ expected: Ledger.InitialStorage, in ledger: Ledger, by wallet: MidenWallet) async throws {
        let (contract, slots) = (ledger.contract, "tutorials::ledger::")
        #expect(try await ledger.storage.count == expected.count)
        let count = try await wallet.getStorageValue(of: contract, slot: slots + "count")
        #expect(count == ["entries": .init(expected.count)])

        #expect(try await ledger.storage.entries.all() == expected.entries)
        for (number, entry) in expected.entries {
            #expect(try await ledger.entry(number: number) == entry)
            #expect(try await ledger.storage.entries[number] == entry)
            let byName = try await call(
                "get_entry",
                [.init(number)],
                of: contract,
                by: wallet,
                returning: Ledger.Entry.self
            )
            #expect(byName == entry)
            let elements = try entry.account.felts()
            let stored = try await wallet.getStorageValue(
                of: contract,
                slot: slots + "entries",
                key: ["number": .init(number)]
            )
            #expect(
                stored == [
                    "account_suffix": .init(elements[0].value), "account_prefix": .init(elements[1].value),
                    "amount": .init(entry.amount), "posted_at": .init(entry.postedAt),
                ]
            )
        }
        #expect(try await ledger.storage.entries[expected.count + 1] == nil)

        #expect(try await ledger.storage.balances.all() == expected.balances)
        for account in [Self.alice, Self.bob, ledger.accountID] {
            let key = try Self.key(of: account)
            let balance = expected.balances[key]
            let none = Ledger.Balance(amount: 0, entries: 0)
            #expect(try await ledger.balance(account: account) == balance ?? none)
            #expect(try await ledger.storage.balances[key] == balance)
            let byName = try await call(
                "get_balance",
                [.text(account.hex)],
                of: contract,
                by: wallet,
                returning: Ledger.Balance.self
            )
            #expect(byName == balance ?? none)
            let stored = try await wallet.getStorageValue(
                of: contract,
                slot: slots + "balances",
                key: .init(encoding: key),
                returning: Ledger.Balance.self
            )
            #expect(stored == balance ?? none)
        }
    }

    @Test("A ledger is created with entries, posts as calls by name do, and is read by owner and stranger")
    func ledger() async throws {
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            var expected = Ledger.InitialStorage()
            expected.count = 2
            expected.entries = [
                1: .init(account: Self.alice, amount: .max, postedAt: 3),
                2: .init(account: Self.bob, amount: 1, postedAt: .max),
            ]
            expected.balances = [
                try Self.key(of: Self.alice): .init(amount: Felt(integerLiteral: UInt64(UInt32.max)), entries: 1),
                try Self.key(of: Self.bob): .init(amount: 1, entries: .max - 1),
            ]
            let ledger = try await Ledger.createAccount(in: wallet, storage: expected)
            try await expect(expected, in: ledger, by: wallet)

            let byName = try ledger.contract.call(
                "post",
                with: ["account": .text(Self.bob.hex), "amount": 5],
                returning: UInt32.self
            )
            let made = try await wallet.execute(
                ledger.post(account: ledger.accountID, amount: 7),
                byName,
                ledger.reads.balance(account: Self.bob),
                ledger.reads.entry(number: 3)
            )
            let (first, second, balance, entry) = try #require(made.result)
            #expect(first == 3 && second == 4 && balance == Ledger.Balance(amount: 6, entries: .max))
            #expect(entry.account == ledger.accountID && entry.amount == 7)
            try await wallet.sync()
            expected.count = 4
            expected.entries[3] = entry
            expected.entries[4] = .init(account: Self.bob, amount: 5, postedAt: entry.postedAt)
            expected.balances[try Self.key(of: ledger.accountID)] = .init(amount: 7, entries: 1)
            expected.balances[try Self.key(of: Self.bob)] = balance
            try await expect(expected, in: ledger, by: wallet)

            try await withOtherWallet(on: wallet) { other in
                try await other.wallet.sync()
                let theirs = try await Ledger(at: ledger.accountID, in: other.wallet)
                #expect(!theirs.contract.isOwn)
                try await expect(expected, in: theirs, by: other.wallet)
            }
        }
    }

    // MARK: - Oracle

    private static let priceOracle = "miden::standards::oracle::price_oracle::active_rate_provider_proc_root"
    private static let authority = "miden::standards::access::authority::authority_config"

    private static func rateKey(of faucet: AccountID) throws -> Oracle.RatesKey {
        let elements = try faucet.felts()
        return Oracle.RatesKey(faucetSuffix: elements[0], faucetPrefix: elements[1])
    }

    /// Storage that answers from its own rates, and has one.
    private static func initialStorage() async throws -> Oracle.InitialStorage {
        var storage = Oracle.InitialStorage()
        storage.activeRateProviderProcRoot = try await Oracle.package().procedure("provide_rate").root
        storage.rates = [try rateKey(of: alice): .init(value: 7, units: .max, postedAt: 3)]
        return storage
    }

    /// Compares all that is read of an oracle with the reads by name.
    private func expect(_ expected: Oracle.InitialStorage, in oracle: Oracle, by wallet: MidenWallet) async throws {
        let contract = oracle.contract
        #expect(try await oracle.storage.activeRateProviderProcRoot == expected.activeRateProviderProcRoot)
        let provider = try await wallet.getStorageValue(of: contract, slot: Self.priceOracle, returning: Word.self)
        #expect(provider == expected.activeRateProviderProcRoot)
        #expect(try await oracle.storage.authorityConfig == expected.authorityConfig)
        let authority = try await wallet.getStorageValue(of: contract, slot: Self.authority)
        #expect(
            authority == [
                "authority": .init(expected.authorityConfig.authority),
                "is_frozen": .init(expected.authorityConfig.isFrozen),
            ]
        )
        #expect(try await oracle.storage.rates.all() == expected.rates)
        for faucet in [Self.alice, Self.bob] {
            let key = try Self.rateKey(of: faucet)
            #expect(try await oracle.storage.rates[key] == expected.rates[key])
            let stored = try await wallet.getStorageValue(
                of: contract,
                slot: "tutorials::oracle::rates",
                key: .init(encoding: key),
                returning: Oracle.Rate.self
            )
            #expect(stored == expected.rates[key] ?? .init(value: 0, units: 0, postedAt: 0))
            guard let rate = expected.rates[key] else {
                let error = await #expect(throws: MidenError.self) { _ = try await oracle.rate(faucet: faucet) }
                #expect(error?.message.hasSuffix("failed: there is no rate of this token.") == true)
                continue
            }
            #expect(try await oracle.rate(faucet: faucet) == rate)
            let arguments: ContractValue = [.text(faucet.hex)]
            let byName = try await call("get_rate", arguments, of: contract, by: wallet, returning: Oracle.Rate.self)
            #expect(byName == rate)
            let asset = Word(Array(try FungibleAsset(faucetId: faucet, amount: 1).felts().prefix(4)))
            let conversion = try await oracle.conversionRate(asset, asset)
            #expect(conversion.result0 && conversion.result1.num == conversion.result1.den)
            let conversionByName = try await call(
                "get_conversion_rate",
                [.text(asset.hex), .text(asset.hex)],
                of: contract,
                by: wallet,
                returning: Oracle.ConversionRateResult.self
            )
            #expect(conversionByName == conversion)
        }
    }

    @Test("An oracle is created with a rate, posts as calls by name do, and is read by owner and stranger")
    func oracle() async throws {
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            var expected = try await Self.initialStorage()
            let oracle = try await Oracle.createAccount(in: wallet, storage: expected)
            try await expect(expected, in: oracle, by: wallet)

            let byName = try oracle.contract.call("post_rate", with: [.text(Self.alice.hex), 8, 9])
            let made = try await wallet.execute(
                oracle.postRate(faucet: Self.bob, value: 250_000, units: 1_000_000),
                byName,
                oracle.reads.rate(faucet: Self.bob),
                oracle.reads.rate(faucet: Self.alice)
            )
            let (posted, _, bobs, alices) = try #require(made.result)
            #expect(posted == NoResult() && bobs.value == 250_000 && bobs.units == 1_000_000)
            #expect(alices == Oracle.Rate(value: 8, units: 9, postedAt: bobs.postedAt))
            try await wallet.sync()
            expected.rates = [try Self.rateKey(of: Self.alice): alices, try Self.rateKey(of: Self.bob): bobs]
            try await expect(expected, in: oracle, by: wallet)

            try await withOtherWallet(on: wallet) { other in
                try await other.wallet.sync()
                let theirs = try await Oracle(at: oracle.accountID, in: other.wallet)
                #expect(!theirs.contract.isOwn)
                try await expect(expected, in: theirs, by: other.wallet)

                // A ledger of theirs asks the oracle within a transaction.
                let ledger = try await Ledger.createAccount(in: other.wallet)
                let root = theirs.contract.interface.methods.first { $0.name == "get_rate" }?.root
                var worth = try ledger.postWorth(
                    oracle: theirs.accountID,
                    getRate: try #require(root),
                    faucet: Self.bob,
                    account: Self.alice,
                    quantity: 3
                )
                worth.foreignAccounts = [theirs.accountID]
                let made = try await other.wallet.execute(worth, ledger.reads.balance(account: Self.alice))
                #expect(made.result?.0 == 1 && made.result?.1 == Ledger.Balance(amount: 750_000, entries: 1))
            }
            // From now on the oracle answers by a procedure that gives something else.
            let provider = try oracle.contract.package.procedure("post_rate").root
            #expect(try await wallet.execute(oracle.setRateProvider(provider)).result == NoResult())
            try await wallet.sync()
            #expect(try await oracle.storage.activeRateProviderProcRoot == provider)
        }
    }

    @Test("An oracle that is created frozen says so in storage, and keeps its rate provider")
    func frozenOracle() async throws {
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            var expected = try await Self.initialStorage()
            expected.authorityConfig.isFrozen = 1
            let oracle = try await Oracle.createAccount(in: wallet, storage: expected)
            try await expect(expected, in: oracle, by: wallet)
            let provider = try oracle.contract.package.procedure("get_rate").root
            let error = await #expect(throws: MidenError.self) {
                _ = try await wallet.execute(oracle.setRateProvider(provider))
            }
            let causes = error?.causes.joined(separator: "\n") ?? ""
            #expect(causes.contains("authority is frozen"), "\(causes)")
            try await expect(expected, in: oracle, by: wallet)
        }
    }
}
