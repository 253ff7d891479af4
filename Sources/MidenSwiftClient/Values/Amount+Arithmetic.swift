extension Amount {
    /// The sum of two amounts of one token.
    ///
    /// - Parameters:
    ///   - one: An amount.
    ///   - other: Another one.
    /// - Returns: The sum.
    /// - Throws: ``MidenError/Kind/amountsDiffer`` where they are of different tokens or decimals,
    ///   ``MidenError/Kind/amountOutOfRange`` where the sum is more than there can be.
    public static func + (one: Amount, other: Amount) throws -> Amount {
        let (decimals, faucetId) = try one.common(with: other)
        let (sum, overflow) = one.baseUnits.addingReportingOverflow(other.baseUnits)
        guard !overflow else {
            throw outOfRange("The sum of \(one) and \(other) base units is more than there can be.")
        }
        return Amount(sum, decimals: decimals, faucetId: faucetId)
    }

    /// What is left of an amount when another one is taken from it.
    ///
    /// - Parameters:
    ///   - one: An amount.
    ///   - other: What is taken from it.
    /// - Returns: The difference.
    /// - Throws: ``MidenError/Kind/amountsDiffer`` where they are of different tokens or decimals,
    ///   ``MidenError/Kind/amountOutOfRange`` where the other one is the larger: there are no negative amounts.
    public static func - (one: Amount, other: Amount) throws -> Amount {
        let (decimals, faucetId) = try one.common(with: other)
        let (difference, overflow) = one.baseUnits.subtractingReportingOverflow(other.baseUnits)
        guard !overflow else {
            throw outOfRange("\(other) base units cannot be taken from \(one).")
        }
        return Amount(difference, decimals: decimals, faucetId: faucetId)
    }

    /// An amount so many times.
    ///
    /// - Parameters:
    ///   - one: An amount.
    ///   - times: How often.
    /// - Returns: The product.
    /// - Throws: ``MidenError/Kind/amountOutOfRange`` where it is more than there can be, or would be negative.
    public static func * (one: Amount, times: some BinaryInteger) throws -> Amount {
        let factor = UInt64(exactly: times)
        guard let (product, overflow) = factor.map(one.baseUnits.multipliedReportingOverflow(by:)), !overflow else {
            throw outOfRange("\(one) base units cannot be had \(times) times.")
        }
        return Amount(product, decimals: one.decimals, faucetId: one.faucetId)
    }

    /// Whether the one amount is the smaller of two of one token.
    ///
    /// - Parameters:
    ///   - one: An amount.
    ///   - other: Another one.
    /// - Returns: Whether it is.
    /// - Throws: ``MidenError/Kind/amountsDiffer`` where they are of different tokens or decimals.
    public static func < (one: Amount, other: Amount) throws -> Bool {
        _ = try one.common(with: other)
        return one.baseUnits < other.baseUnits
    }

    /// Whether the one amount is the larger of two of one token.
    ///
    /// - Parameters:
    ///   - one: An amount.
    ///   - other: Another one.
    /// - Returns: Whether it is.
    /// - Throws: ``MidenError/Kind/amountsDiffer`` where they are of different tokens or decimals.
    public static func > (one: Amount, other: Amount) throws -> Bool {
        try other < one
    }

    /// Whether the one amount is no larger than the other, where both are of one token.
    ///
    /// - Parameters:
    ///   - one: An amount.
    ///   - other: Another one.
    /// - Returns: Whether it is not.
    /// - Throws: ``MidenError/Kind/amountsDiffer`` where they are of different tokens or decimals.
    public static func <= (one: Amount, other: Amount) throws -> Bool {
        try !(other < one)
    }

    /// Whether the one amount is no smaller than the other, where both are of one token.
    ///
    /// - Parameters:
    ///   - one: An amount.
    ///   - other: Another one.
    /// - Returns: Whether it is not.
    /// - Throws: ``MidenError/Kind/amountsDiffer`` where they are of different tokens or decimals.
    public static func >= (one: Amount, other: Amount) throws -> Bool {
        try !(one < other)
    }

    /// What both say together of their token.
    private func common(with other: Amount) throws -> (decimals: UInt8?, faucetId: AccountID?) {
        if let one = decimals, let another = other.decimals, one != another {
            throw Self.differ("one has \(one) decimals, the other \(another)")
        }
        if let one = faucetId, let another = other.faucetId, one != another {
            throw Self.differ("one is of faucet \(one), the other of faucet \(another)")
        }
        return (decimals ?? other.decimals, faucetId ?? other.faucetId)
    }

    private static func differ(_ reason: String) -> MidenError {
        MidenError(
            code: .invalidParameter,
            kind: .amountsDiffer,
            message: "These amounts are of different tokens: \(reason)."
        )
    }

    private static func outOfRange(_ sentence: String) -> MidenError {
        MidenError(code: .invalidParameter, kind: .amountOutOfRange, message: sentence)
    }

    /// Refuses an amount that says it is of another token.
    func require(_ faucetId: AccountID) throws {
        _ = try common(with: Amount(0, faucetId: faucetId))
    }
}

extension Sequence where Element == Amount {
    /// All amounts together.
    ///
    /// - Returns: The sum; no base units where there are no amounts.
    /// - Throws: ``MidenError/Kind/amountsDiffer`` where they are of different tokens or decimals,
    ///   ``MidenError/Kind/amountOutOfRange`` where the sum is more than there can be.
    public func sum() throws -> Amount {
        try reduce(0) { try $0 + $1 }
    }
}

extension Payment {
    /// A payment of an amount that does not say it is of another token.
    init(to recipientId: AccountID, faucetId: AccountID, matching amount: Amount, noteType: NoteType) throws {
        try amount.require(faucetId)
        self.init(to: recipientId, faucetId: faucetId, amount: amount, noteType: noteType)
    }
}
