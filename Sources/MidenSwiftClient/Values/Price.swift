import Foundation

/// What one whole token costs.
///
/// The number is exact: `Decimal` counts in tens. Beware of literals, which go through floating point: read a price from a
/// text.
///
/// ```swift
/// let price = try Price("0.0312", currency: "EUR")
/// ```
public struct Price: Hashable, Sendable {
    /// What a whole token costs, in the currency.
    public let value: Decimal
    /// The currency, as the app names it.
    public let currency: String

    /// Makes a price of a number.
    ///
    /// - Parameters:
    ///   - value: What a whole token costs.
    ///   - currency: The currency, as the app names it.
    /// - Throws: ``MidenError/Kind/invalidPrice`` where it is no number, or negative.
    public init(value: Decimal, currency: String) throws {
        guard value.isFinite, value >= 0 else {
            throw Self.invalid("“\(value)” is not a price.")
        }
        self.value = value
        self.currency = currency
    }

    /// Reads a price as it is written in every locale: digits, and where there are decimals a point with digits on both sides.
    ///
    /// - Parameters:
    ///   - text: The price, such as "12" or "0.0312", of at most 38 digits.
    ///   - currency: The currency, as the app names it.
    /// - Throws: ``MidenError/Kind/invalidPrice`` where it is not a price.
    public init(_ text: String, currency: String) throws {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isNumber =
            parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
            && text.utf8.count - (parts.count - 1) <= 38
        guard isNumber, let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) else {
            let shown = text.count > 80 ? text.prefix(80) + "…" : text[...]
            throw Self.invalid("“\(shown)” is not a price: it wants digits, and a decimal point between digits.")
        }
        try self.init(value: value, currency: currency)
    }

    static func invalid(_ sentence: String) -> MidenError {
        MidenError(code: .invalidParameter, kind: .invalidPrice, message: sentence)
    }
}

/// Where prices come from: the app says, the wallet asks nobody of its own accord.
public protocol PriceSource: Sendable {
    /// Says what tokens cost. It is asked once for each ``MidenWallet/getPortfolio(accountIds:currency:prices:showsHidden:timeout:)``.
    ///
    /// - Parameters:
    ///   - tokens: The tokens. Symbols are not unique: anybody can issue a token of any symbol, so go by the faucet.
    ///   - currency: The currency that is asked for.
    /// - Returns: The price of each token by its faucet, in that currency. A token without a price is left out.
    /// - Throws: Whatever goes wrong; the caller gets it as it is.
    func prices(of tokens: [Token], in currency: String) async throws -> [AccountID: Price]
}
