/// A payment, as it crosses.
struct PaymentMessage: Codable, Sendable {
    struct AmountMessage: Codable, Sendable {
        let faucetId: AccountID
        let amount: UInt64

        enum CodingKeys: String, CodingKey {
            case faucetId = "faucet_id"
            case amount
        }
    }

    let recipientId: AccountID
    let fungibleAssets: [AmountMessage]
    /// Left out where there are none.
    let nonFungibleAssets: [NonFungibleAssetMessage]?
    let noteType: NoteType
    let reclaimHeight: UInt32?
    let timelockHeight: UInt32?

    enum CodingKeys: String, CodingKey {
        case recipientId = "recipient_id"
        case fungibleAssets = "fungible_assets"
        case nonFungibleAssets = "non_fungible_assets"
        case noteType = "note_type"
        case reclaimHeight = "reclaim_height"
        case timelockHeight = "timelock_height"
    }

    init(_ payment: Payment) {
        recipientId = payment.recipientId
        fungibleAssets = payment.fungibleAssets.map { AmountMessage(faucetId: $0.faucetId, amount: $0.amount) }
        let unique = payment.nonFungibleAssets.map {
            NonFungibleAssetMessage(faucetId: $0.faucetId, asset: $0.asset)
        }
        nonFungibleAssets = unique.isEmpty ? nil : unique
        noteType = payment.noteType
        reclaimHeight = payment.reclaimHeight
        timelockHeight = payment.timelockHeight
    }
}
