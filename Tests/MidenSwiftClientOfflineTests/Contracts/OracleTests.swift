import Foundation
import MidenGeneratedContracts
import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("An oracle of one's own", .timeLimit(.minutes(10)))
struct OracleTests {
    private static let nobody: AccountID = .of("0x5401ef36815e47d14b651e8e968153")

    /// A wallet with an account that holds 1.5 MIDEN, of six decimals, and 0.5 TOK, of eight.
    private func withHolder(_ body: (MidenWallet, _ miden: AccountID, _ tok: AccountID) async throws -> Void)
        async throws
    {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let miden = try await wallet.paidNote(to: account, amount: 1_500_000)
            let tok = try await wallet.paidNote(to: account, amount: 50_000_000, token: "TOK")
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [miden.noteId, tok.noteId])
            try await wallet.sync()
            try await body(wallet, miden.faucetId, tok.faucetId)
        }
    }

    private func failure(_ body: () async throws -> Void) async -> MidenError? {
        await #expect(throws: MidenError.self) { try await body() }
    }

    @Test("A rate that was posted is a record, by call and in storage, and a token without one is refused in its words")
    func rates() async throws {
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let initial = OracleRate(value: 7, units: 9, postedAt: 0)
            let oracle = try await TestOracle.create(in: wallet, rates: [Self.nobody: initial])
            let get = try oracle.call("get_rate", Self.nobody, returning: OracleRate.self)
            #expect(try await wallet.simulate(get) == initial)

            let post = try oracle.call(
                "post_rate",
                with: ["faucet": .text(Self.nobody.hex), "value": 250_000, "units": 1_000_000]
            )
            // The first transaction of an account writes all of its slots.
            #expect(try await wallet.preview(post).changedSlots.contains(TestOracle.rates))
            _ = try await wallet.execute(post)
            try await wallet.sync()
            let rate = try await wallet.simulate(get)
            #expect(rate.value == 250_000 && rate.units == 1_000_000 && rate.postedAt > 0)
            let stored = try await wallet.getStorageValue(
                of: oracle,
                slot: TestOracle.rates,
                key: TestOracle.key(of: Self.nobody),
                returning: OracleRate.self
            )
            #expect(stored == rate)

            let other = try oracle.call("get_rate", oracle.accountId, returning: OracleRate.self)
            let unknown = await failure { _ = try await wallet.simulate(other) }
            #expect(unknown?.kind == .assertionFailed)
            #expect(unknown?.message.hasSuffix("failed: there is no rate of this token.") == true)
            let none = try oracle.call("post_rate", with: [.text(Self.nobody.hex), 5, 0])
            let refused = await failure { _ = try await wallet.execute(none) }
            #expect(refused?.message.hasSuffix("failed: a rate is for one unit or more.") == true)
            let wide = #expect(throws: MidenError.self) {
                _ = try oracle.call("post_rate", with: [.text(Self.nobody.hex), 4_294_967_296, 1])
            }
            #expect(wide?.kind == .invalidValue)
        }
    }

    @Test("Miden's price oracle answers with the rate of the provider, and says if there is none")
    func provider() async throws {
        try await withHolder { wallet, miden, tok in
            let oracle = try await TestOracle.create(
                in: wallet,
                rates: [
                    miden: .init(value: 250_000, units: 1_000_000, postedAt: 0),
                    tok: .init(value: 2_000_000, units: 100_000_000, postedAt: 0),
                ]
            )
            func conversion(_ source: AccountID, _ target: AccountID) throws -> ContractCall<ContractValue> {
                try oracle.call(
                    "get_conversion_rate",
                    TestOracle.assetId(of: source),
                    TestOracle.assetId(of: target),
                    returning: ContractValue.self
                )
            }
            #expect(
                try await wallet.simulate(conversion(miden, tok))
                    == [true, ["num": 25_000_000_000_000, "den": 2_000_000_000_000]]
            )
            #expect(try await wallet.simulate(conversion(miden, Self.nobody)) == [false, ["num": 0, "den": 0]])
            #expect(try await wallet.simulate(conversion(Self.nobody, miden)) == [false, ["num": 0, "den": 0]])

            // Another procedure of the account answers from now on: one that takes and returns something else.
            let other = try oracle.interface.procedure("get_rate").root
            let set = try oracle.call("set_rate_provider", other, returning: ContractValue.self)
            let changed = try await wallet.execute(set)
            #expect(changed.result == ContractValue.null)
            try await wallet.sync()
            let active = try await wallet.getStorageValue(of: oracle, slot: TestOracle.provider, returning: Word.self)
            #expect(active == other)
            #expect(await failure { _ = try await wallet.simulate(conversion(miden, tok)) }?.kind == .assertionFailed)
            let foreign = try oracle.call("set_rate_provider", Word([1, 2, 3, 4]), returning: ContractValue.self)
            let refused = await failure { _ = try await wallet.execute(foreign) }
            #expect(refused?.kind == .execution)
            let causes = refused?.causes.joined() ?? ""
            #expect(causes.contains("rate provider procedure is not part of this account"), "\(causes)")
        }
    }

    @Test("A transaction of another account reads a rate: by a call beside its own, and from within its code")
    func foreign() async throws {
        try await withHolder { wallet, miden, _ in
            let rate = OracleRate(value: 250_000, units: 1_000_000, postedAt: 0)
            let oracle = try await TestOracle.create(in: wallet, rates: [miden: rate])
            _ = try await wallet.execute(oracle.call("post_rate", with: [.text(miden.hex), 300_000, 1_000_000]))
            try await wallet.sync()
            let package = try await MidenPackage.tutorial("ledger")
            let account = try await wallet.createAccount(components: [package])
            let ledger = try await wallet.getContract(accountId: account, package: package)
            let get = try oracle.call("get_rate", miden, returning: OracleRate.self)
            var worth = try ledger.call(
                "post_worth",
                with: [
                    "oracle": .text(oracle.accountId.hex), "get_rate": .text(get.procedure.root.hex),
                    "faucet": .text(miden.hex), "account": .text(account.hex), "quantity": 3,
                ],
                returning: UInt32.self
            )
            worth.foreignAccounts = [oracle.accountId]

            let made = try await wallet.execute(worth, get)
            let (number, read) = try #require(made.result)
            #expect(number == 1 && read.value == 300_000)
            try await wallet.sync()
            let entry = try await wallet.simulate(ledger.call("get_entry", with: [1]))
            // The rate was posted one block earlier.
            let postedAt = ContractValue(read.postedAt + 1)
            #expect(entry == ["account": .text(account.hex), "amount": 900_000, "posted_at": postedAt])

            // An assertion of the oracle is known by its package alone, if it is the oracle that is called.
            let missing = try oracle.call("get_rate", account, returning: OracleRate.self)
            let failed = await failure { _ = try await wallet.execute(worth, missing) }
            #expect(failed?.failedCall == 1 && failed?.kind == .assertionFailed)
            let balance = try await wallet.simulate(ledger.call("get_balance", with: [.text(account.hex)]))
            #expect(balance == ["amount": 900_000, "entries": 1])
        }
    }

    @Test("Its rates are the prices of a portfolio, in its currency")
    func portfolio() async throws {
        try await withHolder { wallet, miden, tok in
            let oracle = try await TestOracle.create(
                in: wallet,
                rates: [miden: .init(value: 250_000, units: 1_000_000, postedAt: 0)]
            )
            let prices = OraclePrices(oracle: Oracle(oracle, reader: wallet), currency: "EUR")
            let some = try await wallet.getPortfolio(currency: "EUR", prices: prices)
            #expect(some.total == Decimal(string: "0.375"))
            #expect(some.withoutPrice.map(\.faucetId) == [tok])

            _ = try await wallet.execute(oracle.call("post_rate", with: [.text(tok.hex), 2_000_000, 100_000_000]))
            try await wallet.sync()
            let all = try await wallet.getPortfolio(currency: "EUR", prices: prices)
            #expect(all.total == Decimal(string: "1.375") && all.isComplete)
            let dollars = try await wallet.getPortfolio(currency: "USD", prices: prices)
            #expect(dollars.total == 0 && dollars.withoutPrice.count == 2)
        }
    }

    @Test("Its rates are prices without a wallet too, if a stand-in answers for it")
    func standIn() async throws {
        let (gold, silver) = (AccountID.of("0x8c31f9aa815e47d14b651e8e968153"), Self.nobody)
        var stub = ContractStub()
        try stub.answer("get_rate", to: [gold], with: Oracle.Rate(value: 250_000, units: 1_000_000, postedAt: 3))
        try stub.answer("get_rate", to: [silver], with: Oracle.Rate(value: 1, units: 3_000_000, postedAt: 4))
        let contract = Contract(accountId: gold, isOwn: false, package: try await Oracle.package())
        let prices = OraclePrices(oracle: Oracle(contract, reader: stub), currency: "EUR")
        let tokens = [
            Token(faucetId: gold, symbol: "GOLD", decimals: 6), Token(faucetId: silver, symbol: "SILVER", decimals: 8),
        ]
        let quarter = try Price(value: Decimal(string: "0.25") ?? 0, currency: "EUR")
        let some = try await prices.prices(of: [tokens[0]], in: "EUR")
        #expect(some == [gold: quarter])
        let all = try await prices.prices(of: tokens, in: "EUR")
        #expect(all.count == 2 && all[gold] == quarter)
        #expect(all[silver]?.value == Decimal(100_000_000) / Decimal(3_000_000_000_000))
        // Neither of another currency nor without decimals is the oracle asked. The stand-in would refuse it.
        let unknown = Token(faucetId: contract.accountId, symbol: "TOK")
        #expect(try await prices.prices(of: [unknown], in: "EUR").isEmpty)
        #expect(try await prices.prices(of: tokens, in: "USD").isEmpty)
        let other = Token(faucetId: .of("0x9c31f9aa815e47d14b651e8e968153"), symbol: "TOK", decimals: 2)
        let refused = await failure { _ = try await prices.prices(of: [other], in: "EUR") }
        #expect(refused?.kind == .unexpectedRead)
    }
}
