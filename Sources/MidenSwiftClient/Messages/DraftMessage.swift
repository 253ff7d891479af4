import Foundation

/// A transaction that is not made yet, as it crosses. One of the members is there, and says of what kind it is.
struct DraftMessage: Codable, Sendable {
    struct Issue: Codable, Sendable {
        let recipientId: AccountID
        let amount: UInt64
        let noteType: NoteType

        enum CodingKeys: String, CodingKey {
            case recipientId = "recipient_id"
            case amount
            case noteType = "note_type"
        }
    }

    struct Fill: Codable, Sendable {
        let noteId: NoteID
        let amount: UInt64?

        enum CodingKeys: String, CodingKey {
            case noteId = "note_id"
            case amount
        }
    }

    var send: [PaymentMessage]?
    var consume: [NoteID]?
    var custom: CustomTransactionMessage?
    var serialized: Data?
    var issue: Issue?
    var burn: PaymentMessage.AmountMessage?
    var swap: SwapMessage?
    var fillSwap: Fill?
    var cancelSwap: NoteID?

    enum CodingKeys: String, CodingKey {
        case send, consume, custom, serialized, issue, burn, swap
        case fillSwap = "fill_swap"
        case cancelSwap = "cancel_swap"
    }

    init(_ draft: TransactionDraft) {
        switch draft {
        case .send(let payments):
            send = payments.map(PaymentMessage.init)
        case .consume(let noteIds):
            consume = noteIds
        case .custom(let transaction):
            custom = CustomTransactionMessage(transaction)
        case .serialized(let request):
            serialized = request.bytes
        case .mint(let recipientId, let amount, let noteType):
            issue = Issue(recipientId: recipientId, amount: amount.baseUnits, noteType: noteType)
        case .burn(let faucetId, let amount):
            burn = PaymentMessage.AmountMessage(faucetId: faucetId, amount: amount.baseUnits)
        case .swap(let offer):
            swap = SwapMessage(offer)
        case .fillSwap(let noteId, let amount):
            fillSwap = Fill(noteId: noteId, amount: amount?.baseUnits)
        case .cancelSwap(let noteId):
            cancelSwap = noteId
        }
    }
}
