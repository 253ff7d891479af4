/// An amount of a token, in the token's smallest unit.
///
/// What people write and read has a decimal point, whose place is the token's own: with 6 decimals, "1.5" is 1,500,000
/// base units. Both directions are exact and the same in every locale; no floating point is involved.
///
/// ```swift
/// let amount = try Amount("1.5", decimals: 6)  // 1500000 base units
/// try (amount + amount * 2).formatted          // "4.5"
/// ```
///
/// An amount may say what it is of: how many decimals its token has, and which token it is. Amounts that say different
/// things are never added or compared: that is an error, and so is a result that there cannot be. What one of two amounts
/// does not say is taken from the other.
public struct Amount: Hashable, Sendable {
    /// The amount in base units.
    public let baseUnits: UInt64

    /// How many decimals the token has. Nil where the amount does not say it: it is of base units then.
    public let decimals: UInt8?

    /// The faucet that issues the token. Nil where the amount does not say it.
    public let faucetId: AccountID?

    /// Makes an amount of base units.
    ///
    /// - Parameters:
    ///   - baseUnits: The amount in the token's smallest unit.
    ///   - decimals: How many decimals the token has.
    ///   - faucetId: The faucet that issues the token.
    public init(_ baseUnits: UInt64, decimals: UInt8? = nil, faucetId: AccountID? = nil) {
        self.baseUnits = baseUnits
        self.decimals = decimals
        self.faucetId = faucetId
    }

    /// Reads an amount as people write it: digits, and where there are decimals a point with digits on both sides.
    ///
    /// - Parameters:
    ///   - text: The amount, such as "12" or "0.05". No sign, spaces, exponents or separators.
    ///   - decimals: How many decimals the token has.
    ///   - faucetId: The faucet that issues the token.
    /// - Throws: ``MidenError/Code/invalidParameter`` with a sentence that says what is wrong: empty, a sign, some
    ///   other character, more decimals than the token has, or more than 18,446,744,073,709,551,615 base units.
    public init(_ text: String, decimals: UInt8, faucetId: AccountID? = nil) throws {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard !text.isEmpty else {
            throw Self.invalid(text, "it is empty")
        }
        guard !text.hasPrefix("-") else {
            throw Self.invalid(text, "it must be positive")
        }
        guard !text.hasPrefix("+") else {
            throw Self.invalid(text, "it must not have a sign")
        }
        if let stranger = text.first(where: { !($0.isASCII && $0.isNumber) && $0 != "." }) {
            throw Self.invalid(text, "“\(stranger)” is neither a digit nor the decimal point")
        }
        guard parts.count <= 2 else {
            throw Self.invalid(text, "it has more than one decimal point")
        }
        guard parts.allSatisfy({ !$0.isEmpty }) else {
            throw Self.invalid(text, "the decimal point needs digits on both sides")
        }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard fraction.utf8.count <= decimals else {
            throw Self.invalid(text, "it has \(fraction.utf8.count) decimals, and the token has \(decimals)")
        }
        let padding = repeatElement(UInt8(ascii: "0"), count: Int(decimals) - fraction.utf8.count)
        var units: UInt64 = 0
        for digit in [Array(parts[0].utf8), Array(fraction.utf8), Array(padding)].joined() {
            let (tens, tooLarge) = units.multipliedReportingOverflow(by: 10)
            let (sum, stillTooLarge) = tens.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
            guard !tooLarge, !stillTooLarge else {
                throw Self.invalid(text, "it is more than \(UInt64.max) base units")
            }
            units = sum
        }
        self.init(units, decimals: decimals, faucetId: faucetId)
    }

    /// The amount as people read it, in its own decimals and without zeros at the end: "1.5", "12". Where it does not say its
    /// decimals, its base units.
    public var formatted: String {
        formatted(decimals: decimals ?? 0)
    }

    /// The amount as people read it, without zeros at the end: "1.5", "12".
    ///
    /// - Parameter decimals: How many decimals the token has.
    /// - Returns: Digits, and a point where there are decimals.
    public func formatted(decimals: UInt8) -> String {
        let digits = String(baseUnits)
        let missing = max(0, Int(decimals) + 1 - digits.utf8.count)
        let padded = String(repeating: "0", count: missing) + digits
        let whole = padded.dropLast(Int(decimals))
        var fraction = padded.suffix(Int(decimals))
        while fraction.last == "0" {
            fraction.removeLast()
        }
        return fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
    }

    private static func invalid(_ text: String, _ reason: String) -> MidenError {
        let shown = text.count > 80 ? text.prefix(80) + "…" : text[...]
        return MidenError(
            code: .invalidParameter,
            kind: .invalidAmount,
            message: "“\(shown)” is not an amount: \(reason)."
        )
    }
}

extension Amount: ExpressibleByIntegerLiteral {
    /// Makes an amount of base units of a literal.
    ///
    /// - Parameter value: The amount in base units.
    public init(integerLiteral value: UInt64) {
        self.init(value)
    }
}

extension Amount: CustomStringConvertible {
    /// The base units as a decimal number, whatever the decimals: for logs. ``formatted`` is for people.
    public var description: String { String(baseUnits) }
}
