import Foundation

/// What a transaction does, as it crosses.
struct TransactionSummaryMessage: Codable, Sendable {
    struct Assets: Codable, Sendable {
        let fungibleAssets: [FungibleAssetMessage]
        let nonFungibleAssets: [NonFungibleAssetMessage]

        enum CodingKeys: String, CodingKey {
            case fungibleAssets = "fungible_assets"
            case nonFungibleAssets = "non_fungible_assets"
        }
    }

    struct CreatedNote: Codable, Sendable {
        let noteId: NoteID
        let noteType: NoteType
        let recipientId: AccountID?
        let reclaimHeight: UInt32?
        let timelockHeight: UInt32?
        let fungibleAssets: [FungibleAssetMessage]
        let nonFungibleAssets: [NonFungibleAssetMessage]

        enum CodingKeys: String, CodingKey {
            case noteId = "note_id"
            case noteType = "note_type"
            case recipientId = "recipient_id"
            case reclaimHeight = "reclaim_height"
            case timelockHeight = "timelock_height"
            case fungibleAssets = "fungible_assets"
            case nonFungibleAssets = "non_fungible_assets"
        }
    }

    let accountId: AccountID
    let consumedNotes: [NoteID]
    let createdNotes: [CreatedNote]
    let assetsIn: Assets
    let assetsOut: Assets
    let fee: FungibleAssetMessage?
    let remaining: [FungibleAssetMessage]
    let calls: CallsMessage?
    let changedSlots: [String]?
    let changesCode: Bool?
    let approval: ApprovalMessage?

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case consumedNotes = "consumed_notes"
        case createdNotes = "created_notes"
        case assetsIn = "assets_in"
        case assetsOut = "assets_out"
        case fee, remaining, calls
        case changedSlots = "changed_slots"
        case changesCode = "changes_code"
        case approval
    }
}

/// What to hand back with a request that the user approved, as it crosses.
struct ApprovalMessage: Codable, Sendable {
    let digest: Data
    let content: Data

    init(_ approval: TransactionApproval) {
        digest = approval.digest
        content = approval.content
    }
}

extension TransactionSummary {
    init(_ transaction: TransactionSummaryMessage) {
        self.init(
            accountId: transaction.accountId,
            consumedNotes: transaction.consumedNotes,
            createdNotes: transaction.createdNotes.map(CreatedNote.init),
            assetsIn: Assets(transaction.assetsIn),
            assetsOut: Assets(transaction.assetsOut),
            fee: transaction.fee.map(FungibleAsset.init),
            remaining: transaction.remaining.map(FungibleAsset.init),
            calls: Calls(transaction.calls),
            changedSlots: transaction.changedSlots ?? [],
            changesCode: transaction.changesCode ?? false,
            approval: transaction.approval.map(TransactionApproval.init)
        )
    }
}

extension TransactionSummary.CreatedNote {
    init(_ note: TransactionSummaryMessage.CreatedNote) {
        self.init(
            id: note.noteId,
            type: note.noteType,
            recipientId: note.recipientId,
            reclaimHeight: note.reclaimHeight,
            timelockHeight: note.timelockHeight,
            fungibleAssets: note.fungibleAssets.map(FungibleAsset.init),
            nonFungibleAssets: note.nonFungibleAssets.map(NonFungibleAsset.init)
        )
    }
}

extension TransactionSummary.Assets {
    init(_ assets: TransactionSummaryMessage.Assets) {
        self.init(
            fungible: assets.fungibleAssets.map(FungibleAsset.init),
            nonFungible: assets.nonFungibleAssets.map(NonFungibleAsset.init)
        )
    }
}

extension TransactionApproval {
    init(_ approval: ApprovalMessage) {
        self.init(digest: approval.digest, content: approval.content)
    }
}
