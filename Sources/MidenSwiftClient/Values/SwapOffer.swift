/// What an account offers, and for what.
///
/// ```swift
/// let offer = SwapOffer(
///     offering: .fungible(faucetId: gold, amount: 100),
///     for: .fungible(faucetId: miden, amount: 40_000_000),
///     isPartial: true
/// )
/// ```
public struct SwapOffer: Hashable, Sendable {
    /// What the swap carries.
    public var offered: SwapAsset
    /// What is to be paid for all of it.
    public var requested: SwapAsset
    /// Whether it can be filled in parts, each at the same price. Both sides are amounts then.
    public var isPartial: Bool
    /// What has to be paid at least at a time, in base units of what is requested, where it can be filled in parts. The
    /// last part may be less. Nil means any amount.
    public var minimumFill: Amount?
    /// Who can read the swap's note. A private one can only be filled by who is handed the note, as a file.
    public var noteType: NoteType
    /// Who can read the note that brings what was paid. A private one still reaches this wallet with its next sync.
    public var paybackType: NoteType

    /// Makes an offer.
    ///
    /// - Parameters:
    ///   - offered: What the swap carries.
    ///   - requested: What is to be paid for all of it.
    ///   - isPartial: Whether it can be filled in parts.
    ///   - minimumFill: What has to be paid at least at a time.
    ///   - noteType: Who can read the swap's note.
    ///   - paybackType: Who can read the note that brings what was paid.
    public init(
        offering offered: SwapAsset,
        for requested: SwapAsset,
        isPartial: Bool = false,
        minimumFill: Amount? = nil,
        noteType: NoteType = .public,
        paybackType: NoteType = .private
    ) {
        self.offered = offered
        self.requested = requested
        self.isPartial = isPartial
        self.minimumFill = minimumFill
        self.noteType = noteType
        self.paybackType = paybackType
    }
}
