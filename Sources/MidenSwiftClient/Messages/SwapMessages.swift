internal import CMidenSwiftClient

/// What is offered, and for what.
struct SwapMessage: Codable, Sendable {
    /// One of the two is there.
    struct Asset: Codable, Sendable {
        var fungible: PaymentMessage.AmountMessage?
        var nonFungible: NonFungibleAssetMessage?

        enum CodingKeys: String, CodingKey {
            case fungible
            case nonFungible = "non_fungible"
        }

        init(_ asset: SwapAsset) {
            switch asset {
            case .fungible(let faucetId, let amount):
                fungible = PaymentMessage.AmountMessage(faucetId: faucetId, amount: amount.baseUnits)
            case .nonFungible(let unique):
                nonFungible = NonFungibleAssetMessage(faucetId: unique.faucetId, asset: unique.asset)
            }
        }
    }

    let offered: Asset
    let requested: Asset
    let isPartial: Bool
    let minimumFill: UInt64?
    let noteType: NoteType
    let paybackType: NoteType

    enum CodingKeys: String, CodingKey {
        case offered, requested
        case isPartial = "is_partial"
        case minimumFill = "minimum_fill"
        case noteType = "note_type"
        case paybackType = "payback_type"
    }

    init(_ offer: SwapOffer) {
        offered = Asset(offer.offered)
        requested = Asset(offer.requested)
        isPartial = offer.isPartial
        minimumFill = offer.minimumFill?.baseUnits
        noteType = offer.noteType
        paybackType = offer.paybackType
    }
}

/// What a note offers, and for what.
struct SwapTermsMessage: Codable, Sendable {
    let offered: AssetsMessage
    let requested: AssetsMessage
    let creator: AccountID?
    let paybackType: NoteType
    let isPartial: Bool
    let minimumFill: UInt64?

    enum CodingKeys: String, CodingKey {
        case offered, requested, creator
        case paybackType = "payback_type"
        case isPartial = "is_partial"
        case minimumFill = "minimum_fill"
    }
}

extension SwapTerms {
    init(_ message: SwapTermsMessage) {
        self.init(
            offered: TransactionSummary.Assets(message.offered),
            requested: TransactionSummary.Assets(message.requested),
            creator: message.creator,
            paybackType: message.paybackType,
            isPartial: message.isPartial,
            minimumFill: message.minimumFill
        )
    }
}

/// Asks for the swaps that are open.
struct GetSwapsRequest: BareRequest {
    typealias Reply = GetSwapsReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_SWAPS) }
}

/// The swaps that are open.
struct GetSwapsReply: Codable, Sendable {
    struct Entry: Codable, Sendable {
        let noteId: NoteID
        let sender: AccountID?
        let noteType: NoteType
        let state: InputNote.State
        let ownAccountId: AccountID?
        let terms: SwapTermsMessage

        enum CodingKeys: String, CodingKey {
            case noteId = "note_id"
            case sender
            case noteType = "note_type"
            case state
            case ownAccountId = "own_account_id"
            case terms
        }
    }

    let swaps: [Entry]
}

extension OpenSwap {
    init(_ entry: GetSwapsReply.Entry) {
        self.init(
            id: entry.noteId,
            sender: entry.sender,
            noteType: entry.noteType,
            state: entry.state,
            ownAccountId: entry.ownAccountId,
            terms: SwapTerms(entry.terms)
        )
    }
}
