/// What one account is to get out of a transaction. The transaction makes a note for each payment, which that account
/// consumes.
///
/// ```swift
/// let payment = Payment(to: bob, faucetId: faucet, amount: 1_500_000)
/// let returnable = Payment(to: carol, faucetId: faucet, amount: 20, reclaimHeight: height + 1000)
/// ```
public struct Payment: Hashable, Sendable, Codable {
    /// The account that is paid.
    public var recipientId: AccountID
    /// The amounts of tokens it gets. Symbol and decimals do not matter; amounts of one faucet are added up.
    public var fungibleAssets: [FungibleAsset]
    /// The unique tokens it gets, which the sender must hold.
    public var nonFungibleAssets: [NonFungibleAsset]
    /// Who can read the note. The details of a private note go by the note transport or by file.
    public var noteType: NoteType
    /// The block from which on the sender can take the payment back, by consuming its note, as long as the recipient has
    /// not consumed it. Nil means never. It must be later than the newest block: a payment with any other height is refused
    /// with ``MidenError/Kind/invalidHeights``.
    public var reclaimHeight: UInt32?
    /// The block before which nobody can consume the note. Nil means at once.
    public var timelockHeight: UInt32?

    /// Makes a payment of any assets.
    ///
    /// - Parameters:
    ///   - recipientId: The account that is paid.
    ///   - fungibleAssets: The amounts of tokens it gets.
    ///   - nonFungibleAssets: The unique tokens it gets.
    ///   - noteType: Who can read the note.
    ///   - reclaimHeight: The block from which on the sender can take it back, later than the newest block.
    ///   - timelockHeight: The block before which nobody can have it.
    public init(
        to recipientId: AccountID,
        fungibleAssets: [FungibleAsset] = [],
        nonFungibleAssets: [NonFungibleAsset] = [],
        noteType: NoteType = .public,
        reclaimHeight: UInt32? = nil,
        timelockHeight: UInt32? = nil
    ) {
        self.recipientId = recipientId
        self.fungibleAssets = fungibleAssets
        self.nonFungibleAssets = nonFungibleAssets
        self.noteType = noteType
        self.reclaimHeight = reclaimHeight
        self.timelockHeight = timelockHeight
    }

    /// Makes a payment of an amount that says what token it is of.
    ///
    /// - Parameters:
    ///   - recipientId: The account that is paid.
    ///   - amount: How much of which token.
    ///   - noteType: Who can read the note.
    ///   - reclaimHeight: The block from which on the sender can take it back, later than the newest block.
    ///   - timelockHeight: The block before which nobody can have it.
    /// - Throws: ``MidenError/Kind/invalidAmount`` where the amount does not say its token.
    public init(
        to recipientId: AccountID,
        amount: Amount,
        noteType: NoteType = .public,
        reclaimHeight: UInt32? = nil,
        timelockHeight: UInt32? = nil
    ) throws {
        guard let faucetId = amount.faucetId else {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidAmount,
                message: "The amount does not say of which token it is. Name the faucet."
            )
        }
        self.init(
            to: recipientId,
            faucetId: faucetId,
            amount: amount,
            noteType: noteType,
            reclaimHeight: reclaimHeight,
            timelockHeight: timelockHeight
        )
    }

    /// Makes a payment of an amount of one token.
    ///
    /// - Parameters:
    ///   - recipientId: The account that is paid.
    ///   - faucetId: The faucet that issues the token. What the amount says of its token is not looked at.
    ///   - amount: How much, in base units.
    ///   - noteType: Who can read the note.
    ///   - reclaimHeight: The block from which on the sender can take it back, later than the newest block.
    ///   - timelockHeight: The block before which nobody can have it.
    public init(
        to recipientId: AccountID,
        faucetId: AccountID,
        amount: Amount,
        noteType: NoteType = .public,
        reclaimHeight: UInt32? = nil,
        timelockHeight: UInt32? = nil
    ) {
        self.init(
            to: recipientId,
            fungibleAssets: [FungibleAsset(faucetId: faucetId, amount: amount.baseUnits, decimals: amount.decimals)],
            noteType: noteType,
            reclaimHeight: reclaimHeight,
            timelockHeight: timelockHeight
        )
    }
}
