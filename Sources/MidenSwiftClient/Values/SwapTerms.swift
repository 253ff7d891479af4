/// What a swap offers, and for what, as its note says.
public struct SwapTerms: Hashable, Sendable {
    /// What the swap carries: an amount, or a unique token.
    public let offered: TransactionSummary.Assets
    /// What is to be paid for all of it.
    public let requested: TransactionSummary.Assets
    /// The account that is paid, where the note says so.
    public let creator: AccountID?
    /// Who can read the note that brings what was paid.
    public let paybackType: NoteType
    /// Whether the swap can be filled in parts.
    public let isPartial: Bool
    /// What has to be paid at least at a time, in base units of what is requested.
    public let minimumFill: UInt64?

    /// Makes terms. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - offered: What the swap carries.
    ///   - requested: What is to be paid for all of it.
    ///   - creator: The account that is paid.
    ///   - paybackType: Who can read the note that brings what was paid.
    ///   - isPartial: Whether the swap can be filled in parts.
    ///   - minimumFill: What has to be paid at least at a time.
    public init(
        offered: TransactionSummary.Assets,
        requested: TransactionSummary.Assets,
        creator: AccountID? = nil,
        paybackType: NoteType,
        isPartial: Bool,
        minimumFill: UInt64? = nil
    ) {
        self.offered = offered
        self.requested = requested
        self.creator = creator
        self.paybackType = paybackType
        self.isPartial = isPartial
        self.minimumFill = minimumFill
    }
}
