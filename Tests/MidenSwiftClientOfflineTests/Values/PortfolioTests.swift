import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

/// Prices that a test names.
private struct NamedPrices: PriceSource {
    var bySymbol: [String: String] = [:]
    var currency: String?
    var failure: MidenError?

    func prices(of tokens: [Token], in currency: String) async throws -> [AccountID: Price] {
        if let failure {
            throw failure
        }
        var prices: [AccountID: Price] = [:]
        for token in tokens {
            guard let symbol = token.symbol, let price = bySymbol[symbol] else {
                continue
            }
            prices[token.faucetId] = try Price(price, currency: self.currency ?? currency)
        }
        return prices
    }
}

@Suite("Portfolios", .timeLimit(.minutes(5)))
struct PortfolioTests {
    private static let miden: AccountID = .of("0x2c3d4e5f60718293a4b5c6d7e8f091")
    private static let other: AccountID = .of("0x3d4e5f60718293a4b5c6d7e8f09112")

    private func decimal(_ text: String) throws -> Decimal {
        try #require(Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")))
    }

    @Test("Prices are read exactly, and what is none is refused")
    func prices() throws {
        #expect(try Price("0.1", currency: "EUR").value * 3 == decimal("0.3"))
        #expect(try Price("0", currency: "EUR").value == 0)
        for wrong in [
            "", "-1", "+1", "1,5", "1e3", ".5", "5.", "1.2.3", "NaN", "٣", " 1", String(repeating: "9", count: 39),
        ] {
            let error = #expect(throws: MidenError.self, "\(wrong)") { try Price(wrong, currency: "EUR") }
            #expect(error?.kind == .invalidPrice)
        }
        for wrong in [Decimal.nan, -1] {
            let error = #expect(throws: MidenError.self) { try Price(value: wrong, currency: "EUR") }
            #expect(error?.kind == .invalidPrice)
        }
    }

    @Test("A total is exact, and says what is not in it")
    func totals() throws {
        let miden = FungibleAsset(faucetId: Self.miden, amount: 1_500_001, symbol: "MIDEN", decimals: 6)
        let tok = FungibleAsset(faucetId: Self.other, amount: 25, symbol: "TOK", decimals: 2)
        let portfolio = try Portfolio(
            currency: "EUR",
            holdings: [
                .init(asset: miden, price: Price("0.03", currency: "EUR")), .init(asset: tok),
                .init(asset: tok, price: Price("2", currency: "EUR")),
                .init(asset: FungibleAsset(faucetId: Self.other, amount: 7), price: Price("2", currency: "EUR")),
            ]
        )
        #expect(portfolio.holdings.map(\.value) == [try decimal("0.04500003"), nil, try decimal("0.5"), nil])
        #expect(portfolio.total == (try decimal("0.54500003")))
        #expect(portfolio.withoutPrice.map(\.amount) == [25, 7])
        #expect(!portfolio.isComplete)
        let free = try Portfolio(currency: "EUR", holdings: [.init(asset: tok, price: Price("0", currency: "EUR"))])
        #expect(free.total == 0 && free.isComplete)
        #expect(try Portfolio(currency: "EUR", holdings: []).total == 0)
    }

    @Test("What has more digits than can be counted is an error, and not a little less")
    func tooManyDigits() throws {
        let largest = FungibleAsset(faucetId: Self.miden, amount: .max, symbol: "MIDEN", decimals: 6)
        let fine = try Portfolio.Holding(asset: largest, price: Price("1.000000001", currency: "EUR"))
        #expect(fine.value == (try decimal("18446744092156.295688709551615")))
        let error = #expect(throws: MidenError.self) {
            try Portfolio.Holding(
                asset: largest,
                price: Price("1.0000000000000000000000000000000000001", currency: "EUR")
            )
        }
        #expect(error?.kind == .amountOutOfRange)
    }

    @Test("A wallet's accounts are counted once each, with the prices of the app's source")
    func wallet() async throws {
        try await withEmbeddedWallet { wallet in
            let (first, second) = (try await wallet.createWallet(), try await wallet.createWallet())
            for (account, token, amount) in [
                (first, "MIDEN", 1_500_000), (second, "MIDEN", 500_000), (second, "TOK", 5),
            ] {
                let minted = try await wallet.paidNote(to: account, amount: Amount(UInt64(amount)), token: token)
                _ = try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])
            }
            let prices = NamedPrices(bySymbol: ["MIDEN": "0.25"])
            let all = try await wallet.getPortfolio(currency: "EUR", prices: prices)
            #expect(all.total == (try decimal("0.5")) && all.currency == "EUR")
            #expect(all.withoutPrice.map(\.formatted) == ["0.00000005 TOK"])
            let one = try await wallet.getPortfolio(accountIds: [first, first], currency: "EUR", prices: prices)
            #expect(one.total == (try decimal("0.375")) && one.isComplete)

            let tok = try #require(all.withoutPrice.first?.faucetId)
            try await wallet.setTokenHidden(tok)
            let rest = try await wallet.getPortfolio(currency: "EUR", prices: prices)
            #expect(rest.isComplete && rest.hiddenCount == 1 && all.hiddenCount == 0)
            let shown = try await wallet.getPortfolio(currency: "EUR", prices: prices, showsHidden: true)
            #expect(shown.withoutPrice.count == 1)

            let dollars = NamedPrices(bySymbol: ["MIDEN": "0.25"], currency: "USD")
            let wrong = await #expect(throws: MidenError.self) {
                try await wallet.getPortfolio(currency: "EUR", prices: dollars)
            }
            #expect(wrong?.kind == .invalidPrice)
            let failing = NamedPrices(
                failure: MidenError(code: .internal, kind: "no_prices", message: "There are none.")
            )
            let failed = await #expect(throws: MidenError.self) {
                try await wallet.getPortfolio(currency: "EUR", prices: failing)
            }
            #expect(failed?.kind == "no_prices")
            let nobody: AccountID = .of("0x5401ef36815e47d14b651e8e968153")
            let unknown = await #expect(throws: MidenError.self) {
                try await wallet.getPortfolio(accountIds: [nobody], currency: "EUR", prices: prices)
            }
            #expect(unknown?.kind == .unknownAccount)
        }
    }
}
