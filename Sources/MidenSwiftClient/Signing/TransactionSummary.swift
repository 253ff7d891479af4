/// What a transaction does, one that waits for its signature or one that is only thought of.
public struct TransactionSummary: Hashable, Sendable {
    /// Amounts of tokens, and unique ones.
    public struct Assets: Hashable, Sendable, Codable {
        /// The amounts, one entry for each faucet.
        public let fungible: [FungibleAsset]
        /// The unique tokens.
        public let nonFungible: [NonFungibleAsset]

        /// Makes a list of assets. The library does this itself; the initializer is public for tests of signers.
        ///
        /// - Parameters:
        ///   - fungible: The amounts.
        ///   - nonFungible: The unique tokens.
        public init(fungible: [FungibleAsset], nonFungible: [NonFungibleAsset] = []) {
            self.fungible = fungible
            self.nonFungible = nonFungible
        }
    }

    /// A note the transaction makes.
    public struct CreatedNote: Hashable, Sendable, Identifiable {
        /// The note's id.
        public let id: NoteID
        /// Who can read the note.
        public let type: NoteType
        /// The account the note is for, where the note says so.
        public let recipientId: AccountID?
        /// The block from which on the note can be taken back, where it can be.
        public let reclaimHeight: UInt32?
        /// The block before which nobody can consume the note, where there is one.
        public let timelockHeight: UInt32?
        /// The amounts of tokens the note carries.
        public let fungibleAssets: [FungibleAsset]
        /// The unique tokens the note carries.
        public let nonFungibleAssets: [NonFungibleAsset]

        /// Makes a note. The library does this itself; the initializer is public for tests of signers.
        ///
        /// - Parameters:
        ///   - id: The note's id.
        ///   - type: Who can read the note.
        ///   - recipientId: The account the note is for.
        ///   - reclaimHeight: The block from which on it can be taken back.
        ///   - timelockHeight: The block before which nobody can consume it.
        ///   - fungibleAssets: The amounts of tokens it carries.
        ///   - nonFungibleAssets: The unique tokens it carries.
        public init(
            id: NoteID,
            type: NoteType,
            recipientId: AccountID? = nil,
            reclaimHeight: UInt32? = nil,
            timelockHeight: UInt32? = nil,
            fungibleAssets: [FungibleAsset],
            nonFungibleAssets: [NonFungibleAsset] = []
        ) {
            self.id = id
            self.type = type
            self.recipientId = recipientId
            self.reclaimHeight = reclaimHeight
            self.timelockHeight = timelockHeight
            self.fungibleAssets = fungibleAssets
            self.nonFungibleAssets = nonFungibleAssets
        }
    }

    /// The account the transaction changes.
    public let accountId: AccountID
    /// The notes the transaction consumes.
    public let consumedNotes: [NoteID]
    /// The notes the transaction makes, without the one that pays its fee.
    public let createdNotes: [CreatedNote]
    /// What the account gets: what is in the notes it consumes.
    public let assetsIn: Assets
    /// What the account gives: what is in the notes it makes. The fee comes on top.
    public let assetsOut: Assets
    /// What the account pays for the transaction. Nil where it is free. Whatever else a script puts into notes that look as if
    /// they paid a fee is among ``assetsOut``; on a network that charges nothing such a note may be told as the fee.
    public let fee: FungibleAsset?
    /// What the account has left of each token the transaction is about, when all of it and the fee is done. A token that is
    /// gone is there with nothing.
    public let remaining: [FungibleAsset]
    /// The procedures that the transaction's script calls. Told by a preview alone.
    public internal(set) var calls: Calls
    /// The slots of the account's storage that the transaction writes, by name. Told by a preview and by
    /// ``SigningPayload/described()``, and empty in what a signer is asked.
    public let changedSlots: [String]
    /// Whether the transaction gives the account code: new code, or its first one. Told by a preview and by
    /// ``SigningPayload/described()``.
    public let changesCode: Bool
    /// What to hand back with the request if the user approves it. Nil if this is not of ``MidenWallet/preview(_:accountId:timeout:)``.
    public let approval: TransactionApproval?

    /// Makes a summary. The library does this itself; the initializer is public for tests of signers.
    ///
    /// - Parameters:
    ///   - accountId: The account the transaction changes.
    ///   - consumedNotes: The notes it consumes.
    ///   - createdNotes: The notes it makes.
    ///   - assetsIn: What the account gets.
    ///   - assetsOut: What the account gives.
    ///   - fee: What the account pays for it.
    ///   - remaining: What the account has left.
    ///   - calls: The procedures that its script calls.
    ///   - changedSlots: The slots of the account's storage that it writes.
    ///   - changesCode: Whether it gives the account code.
    ///   - approval: What to hand back with the request if the user approves it.
    public init(
        accountId: AccountID,
        consumedNotes: [NoteID],
        createdNotes: [CreatedNote],
        assetsIn: Assets,
        assetsOut: Assets,
        fee: FungibleAsset? = nil,
        remaining: [FungibleAsset] = [],
        calls: Calls = Calls(),
        changedSlots: [String] = [],
        changesCode: Bool = false,
        approval: TransactionApproval? = nil
    ) {
        self.accountId = accountId
        self.consumedNotes = consumedNotes
        self.createdNotes = createdNotes
        self.assetsIn = assetsIn
        self.assetsOut = assetsOut
        self.fee = fee
        self.remaining = remaining
        self.calls = calls
        self.changedSlots = changedSlots
        self.changesCode = changesCode
        self.approval = approval
    }
}
