import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// The members of a request text as they are written.
struct RequestMembers: Encodable {
    private struct Requester: Encodable {
        let name: String
        let key: Data
        let origin: String?
    }

    private struct Links: Encodable {
        let success: String?
        let failure: String?
    }

    private struct Payment: Encodable {
        let recipientAddress: String
        let faucetId: String
        let amount: String
        let noteType: NoteType
        let recallBlocks: Int?
    }

    private struct Note: Encodable {
        let noteId: NoteID
        let noteBytes: Data?
    }

    private struct Call: Encodable {
        struct Advice: Encodable {
            let key: Word
            let values: [String]
        }

        let procedure: Word
        let arguments: [String]?
        let advice: [Advice]?
        let foreignAccounts: [String]?
    }

    private struct Encoded: Encodable {
        let transactionRequest: Data
        let importNotes: [Data]?
    }

    private enum Transaction: Encodable {
        case payment(Payment)
        case note(Note)
        case call(Call)
        case encoded(Encoded)

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .payment(let payment): try payment.encode(to: encoder)
            case .note(let note): try note.encode(to: encoder)
            case .call(let call): try call.encode(to: encoder)
            case .encoded(let encoded): try encoded.encode(to: encoder)
            }
        }
    }

    private let version = 1
    private let id: RequestID
    private let issuedAt: Int
    private let expiresAt: Int
    private let action: RequestAction
    private let network: WalletNetwork?
    private let requester: Requester
    private let receiptKey: Data
    private let returnLinks: Links?
    private let address: String?
    private let message: String?
    private let transactions: [Transaction]?
    private let maximumFee: String?
    private let order: AppRequest.Order?

    init(_ request: AppRequest) throws {
        id = request.id
        issuedAt = Int(request.issuedAt.timeIntervalSince1970)
        expiresAt = Int(request.expiresAt.timeIntervalSince1970)
        action = request.action
        network = request.network
        requester = Requester(
            name: request.requester.name,
            key: request.requester.key,
            origin: request.requester.origin
        )
        receiptKey = request.receiptKey
        returnLinks = request.returnLinks.map { Links(success: $0.success, failure: $0.failure) }
        address = request.address
        message = request.message
        transactions = try Self.transactions(of: request)
        maximumFee = request.maximumFee.map { String($0) }
        order = request.order == .submitted ? nil : request.order
    }

    private static func transactions(of request: AppRequest) throws -> [Transaction]? {
        func address(of accountID: AccountID, _ place: String) throws -> String {
            try RequestAddress.text(of: accountID, on: request.network, place)
        }
        return switch request.content {
        case .connectWallet, .connectWalletAndSignMessage, .signMessage: nil
        case .sendCoin(let payments):
            try payments.enumerated().map { index, payment in
                .payment(
                    Payment(
                        recipientAddress: try address(
                            of: payment.recipientID,
                            "transactions[\(index)].recipientAddress"
                        ),
                        faucetId: try address(of: payment.faucetID, "transactions[\(index)].faucetId"),
                        amount: String(payment.baseUnits),
                        noteType: payment.noteType,
                        recallBlocks: payment.recallBlocks
                    )
                )
            }
        case .consumeNote(let notes):
            notes.map { .note(Note(noteId: $0.noteID, noteBytes: $0.noteBytes)) }
        case .executeContract(let calls):
            try calls.enumerated().map { index, call in
                .call(
                    Call(
                        procedure: call.procedure,
                        arguments: call.arguments.map(\.description).nonEmpty,
                        advice: call.advice.map {
                            Call.Advice(key: $0.key, values: $0.values.map(\.description))
                        }.nonEmpty,
                        foreignAccounts: try call.foreignAccountIDs.map {
                            try address(of: $0, "transactions[\(index)].foreignAccounts")
                        }.nonEmpty
                    )
                )
            }
        case .executeContractWithEncoded(let encoded):
            encoded.map {
                .encoded(
                    Encoded(transactionRequest: $0.transactionRequest, importNotes: $0.importNotes.nonEmpty)
                )
            }
        }
    }
}

extension Array {
    /// The list, nil if it is empty: such members are left out.
    fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}
