import Foundation

/// What accounts hold, and what that is worth.
public struct Portfolio: Hashable, Sendable {
    /// An amount of one token, of all accounts together.
    public struct Holding: Hashable, Sendable {
        /// How much of which token.
        public let asset: FungibleAsset
        /// What a whole token costs. Nil where that is not known.
        public let price: Price?
        /// What the amount is worth, exactly. Nil where the price or the token's decimals are not known, which is not the same
        /// as worth nothing.
        public let value: Decimal?

        /// Makes a holding. The library does this itself; the initializer is public for tests and previews.
        ///
        /// - Parameters:
        ///   - asset: How much of which token.
        ///   - price: What a whole token costs.
        /// - Throws: ``MidenError/Kind/amountOutOfRange`` where the value has more digits than can be counted exactly.
        public init(asset: FungibleAsset, price: Price? = nil) throws {
            self.asset = asset
            self.price = price
            value = try price.flatMap { price in
                try asset.decimals.map { try Self.value(of: asset.amount, decimals: $0, at: price.value) }
            }
        }

        private static func value(of amount: UInt64, decimals: UInt8, at price: Decimal) throws -> Decimal {
            let units = Decimal(amount)
            // A product has no more digits than its factors together. Foundation's own multiplication says nothing of
            // those that it drops.
            return try Decimal.exactly(where: units.digitCount + price.digitCount <= Decimal.mostDigits) { result in
                var (units, each) = (units, price)
                let error = NSDecimalMultiply(&result, &units, &each, .plain)
                guard error == .noError else {
                    return error
                }
                var product = result
                return NSDecimalMultiplyByPowerOf10(&result, &product, -Int16(decimals), .plain)
            }
        }
    }

    /// The currency of all values.
    public let currency: String
    /// What there is of each token.
    public let holdings: [Holding]
    /// The unique tokens. They have no price and are in no total.
    public let nonFungibleAssets: [NonFungibleAsset]
    /// How many tokens are left out because they are hidden.
    public let hiddenCount: Int
    /// The accounts that are locked, because the network has a newer state of them: what they held before is counted, and
    /// may be something else by now.
    public let lockedAccountIds: [AccountID]
    /// What all that has a price is worth, exactly. Say with it what has none: ``withoutPrice``.
    public let total: Decimal

    /// Makes a portfolio. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - currency: The currency of all values.
    ///   - holdings: What there is of each token.
    ///   - nonFungibleAssets: The unique tokens.
    ///   - hiddenCount: How many tokens are left out because they are hidden.
    ///   - lockedAccountIds: The accounts that are locked.
    /// - Throws: ``MidenError/Kind/amountOutOfRange`` where the total has more digits than can be counted exactly.
    public init(
        currency: String,
        holdings: [Holding],
        nonFungibleAssets: [NonFungibleAsset] = [],
        hiddenCount: Int = 0,
        lockedAccountIds: [AccountID] = []
    ) throws {
        self.currency = currency
        self.hiddenCount = hiddenCount
        self.lockedAccountIds = lockedAccountIds
        self.holdings = holdings
        self.nonFungibleAssets = nonFungibleAssets
        total = try holdings.compactMap(\.value).reduce(0) { sum, value in
            let next = sum + value
            return try Decimal.exactly(where: next - sum == value && next - value == sum) { result in
                result = next
                return .noError
            }
        }
    }

    /// The amounts that are not in the total, because what they are worth is not known.
    public var withoutPrice: [FungibleAsset] {
        holdings.filter { $0.value == nil }.map(\.asset)
    }

    /// Whether everything that is fungible and not hidden is in the total.
    public var isComplete: Bool { withoutPrice.isEmpty }
}

extension Decimal {
    /// How many digits are counted exactly, whatever they are.
    fileprivate static let mostDigits = 38

    /// How many digits there are without the zeros at the end.
    fileprivate var digitCount: Int {
        var compact = self
        NSDecimalCompact(&compact)
        return "\(compact.significand)".count
    }

    /// A result of which no digit is lost, where that is so.
    fileprivate static func exactly(
        where isExact: Bool,
        _ compute: (inout Decimal) -> NSDecimalNumber.CalculationError
    ) throws -> Decimal {
        var result = Decimal()
        guard isExact, compute(&result) == .noError else {
            throw MidenError(
                code: .invalidParameter,
                kind: .amountOutOfRange,
                message: "The value has more digits than can be counted exactly, which are 38."
            )
        }
        return result
    }
}
