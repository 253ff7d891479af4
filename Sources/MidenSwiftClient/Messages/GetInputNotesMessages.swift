internal import CMidenSwiftClient

/// Lists notes: those of one account, or those of all.
struct GetInputNotesRequest: Request, Codable {
    typealias Reply = GetInputNotesReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_INPUT_NOTES) }

    let accountId: AccountID?

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
    }
}

/// The notes.
struct GetInputNotesReply: Codable, Sendable {
    struct Entry: Codable, Sendable {
        let noteId: NoteID
        let sender: AccountID?
        let noteType: NoteType
        let state: InputNote.State
        let isAuthenticated: Bool
        let kind: NoteKind
        let swap: SwapTermsMessage?
        let fungibleAssets: [FungibleAssetMessage]
        let nonFungibleAssets: [NonFungibleAssetMessage]
        let consumableBy: [AccountID]
        let consumableAfterBlock: UInt32?
        let callbackFaucetId: AccountID?
        let unverified: InputNote.UnverifiedReason?
        let leftOut: InputNote.LeftOutReason?

        enum CodingKeys: String, CodingKey {
            case noteId = "note_id"
            case sender
            case noteType = "note_type"
            case state
            case isAuthenticated = "is_authenticated"
            case kind, swap
            case fungibleAssets = "fungible_assets"
            case nonFungibleAssets = "non_fungible_assets"
            case consumableBy = "consumable_by"
            case consumableAfterBlock = "consumable_after_block"
            case callbackFaucetId = "callback_faucet_id"
            case unverified
            case leftOut = "left_out"
        }
    }

    let notes: [Entry]
}

extension InputNotesResult {
    init(_ reply: GetInputNotesReply) {
        self.init(notes: reply.notes.map(InputNote.init))
    }
}

extension InputNote {
    init(_ entry: GetInputNotesReply.Entry) {
        self.init(
            id: entry.noteId,
            sender: entry.sender,
            type: entry.noteType,
            state: entry.state,
            isAuthenticated: entry.isAuthenticated,
            kind: entry.kind,
            swap: entry.swap.map(SwapTerms.init),
            fungibleAssets: entry.fungibleAssets.map(FungibleAsset.init),
            nonFungibleAssets: entry.nonFungibleAssets.map(NonFungibleAsset.init),
            consumableBy: entry.consumableBy,
            consumableAfterBlock: entry.consumableAfterBlock,
            callbackFaucet: entry.callbackFaucetId,
            unverified: entry.unverified,
            leftOut: entry.leftOut
        )
    }
}
