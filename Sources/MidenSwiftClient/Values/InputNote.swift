/// A note an account of this wallet has received or may receive, and has not consumed.
public struct InputNote: Hashable, Sendable, Identifiable {
    /// How far a note has come.
    public enum State: String, Hashable, Sendable, CaseIterable, Codable {
        /// The note is announced, and not on the chain yet as far as the wallet has synced.
        case expected
        /// The note is on the chain.
        case committed
        /// A transaction of this wallet that is not committed yet consumes the note.
        case processing
    }

    /// Why it is not known which accounts can consume a note.
    public enum UnverifiedReason: String, Hashable, Sendable, CaseIterable, Codable {
        /// Its script has not run. ``MidenWallet/verifyNotes(_:timeout:)`` runs it.
        case notChecked = "not_checked"
        /// Its script exceeds ``MidenWallet/NoteScriptBudget/cycles``.
        case tooManyCycles = "too_many_cycles"
        /// Its script exceeds ``MidenWallet/NoteScriptBudget/time``.
        case tooSlow = "too_slow"
        /// Its script reads what only the network knows. It runs only when the note is consumed.
        case needsNetwork = "needs_network"
    }

    /// Why a call that consumes all notes leaves a note out. It can be consumed by its id.
    public enum LeftOutReason: String, Hashable, Sendable, CaseIterable, Codable {
        /// It is an offer: consuming it pays for what it carries.
        case swap
        /// It is a payment to another account, and can be taken back.
        case reclaimable
        /// Its script may do something else than bring what the note carries.
        case otherScript = "other_script"
        /// A faucet runs code when an account takes what it carries: see ``InputNote/callbackFaucet``.
        case assetCallbacks = "asset_callbacks"
        /// It is not known whether the account can consume it: see ``InputNote/unverified``.
        case unverified
    }

    /// The note's id.
    public let id: NoteID
    /// The account that made the note, where that is known.
    public let sender: AccountID?
    /// Who can read the note.
    public let type: NoteType
    /// How far the note has come.
    public let state: State
    /// Whether the wallet has the proof that the note is on the chain.
    public let isAuthenticated: Bool
    /// What the note's script is.
    public let kind: NoteKind
    /// What the note offers and for what, where it is a swap.
    public let swap: SwapTerms?
    /// The tokens the note carries.
    public let fungibleAssets: [FungibleAsset]
    /// The unique tokens the note carries.
    public let nonFungibleAssets: [NonFungibleAsset]
    /// The accounts of this wallet that can consume the note now. Of a swap, those that can fill all of it or cancel it.
    public let consumableBy: [AccountID]
    /// The block from which on the note can be consumed, where it cannot yet.
    public let consumableAfterBlock: UInt32?
    /// The faucet whose code runs when an account takes what the note carries. Nil if there is none.
    public let callbackFaucet: AccountID?
    /// Why it is not known which accounts can consume the note. Nil if it is known.
    public let unverified: UnverifiedReason?
    /// Why a call that consumes all notes leaves the note out, although an account may be able to consume it. Nil if it
    /// does not.
    public let leftOut: LeftOutReason?

    /// Makes a description of a note. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - id: The note's id.
    ///   - sender: The account that made the note.
    ///   - type: Who can read the note.
    ///   - state: How far the note has come.
    ///   - isAuthenticated: Whether the proof that the note is on the chain is there.
    ///   - kind: What the note's script is.
    ///   - swap: What the note offers and for what, where it is a swap.
    ///   - fungibleAssets: The tokens the note carries.
    ///   - nonFungibleAssets: The unique tokens the note carries.
    ///   - consumableBy: The accounts that can consume the note now.
    ///   - consumableAfterBlock: The block from which on the note can be consumed.
    ///   - callbackFaucet: The faucet whose code runs when an account takes what the note carries.
    ///   - unverified: Why it is not known which accounts can consume the note.
    ///   - leftOut: Why a call that consumes all notes leaves the note out.
    public init(
        id: NoteID,
        sender: AccountID? = nil,
        type: NoteType,
        state: State,
        isAuthenticated: Bool,
        kind: NoteKind = .payment,
        swap: SwapTerms? = nil,
        fungibleAssets: [FungibleAsset] = [],
        nonFungibleAssets: [NonFungibleAsset] = [],
        consumableBy: [AccountID] = [],
        consumableAfterBlock: UInt32? = nil,
        callbackFaucet: AccountID? = nil,
        unverified: UnverifiedReason? = nil,
        leftOut: LeftOutReason? = nil
    ) {
        self.id = id
        self.sender = sender
        self.type = type
        self.state = state
        self.isAuthenticated = isAuthenticated
        self.kind = kind
        self.swap = swap
        self.fungibleAssets = fungibleAssets
        self.nonFungibleAssets = nonFungibleAssets
        self.consumableBy = consumableBy
        self.consumableAfterBlock = consumableAfterBlock
        self.callbackFaucet = callbackFaucet
        self.unverified = unverified
        self.leftOut = leftOut
    }

    /// Whether an account of this wallet can take what the note carries now, without paying for it: no swap is consumable
    /// so.
    public var isConsumable: Bool { !consumableBy.isEmpty && swap == nil }
}
