import Foundation
import MidenSwiftClient

/// What the user approved, in a form that can be kept.
package struct TransactionWork: Codable, Hashable, Sendable {
    /// What is made.
    package enum Draft: Codable, Hashable, Sendable {
        case send(to: AccountID, faucetId: AccountID, baseUnits: UInt64, noteType: NoteType, reclaimHeight: UInt32?)
        case consume(NoteID)
        case serialized(Data)
        /// A procedure of the account. No page asks for it.
        case call(ProcedureCallDraft)
    }

    /// What is made.
    package let draft: Draft
    /// Note files that the wallet takes in before.
    package var noteFiles: [Data] = []
    /// What it is limited to.
    package var limit: Limit

    /// What a transaction is limited to.
    package enum Limit: Codable, Hashable, Sendable {
        /// What a preview showed.
        case approval(TransactionApproval)
        /// What could be read without an execution.
        case shown(ShownEffects)
    }

    /// The same for the wallet.
    package var transactionDraft: TransactionDraft { draft.transactionDraft }
}

extension TransactionWork.Draft {
    /// The same for the wallet.
    package var transactionDraft: TransactionDraft {
        switch self {
        case .send: .send([payment].compactMap { $0 })
        case .consume(let noteId): .consume([noteId])
        case .serialized(let bytes): .serialized(SerializedTransactionRequest(bytes))
        case .call(let call): .custom(call.transaction)
        }
    }

    /// The payment that is made; nil if it is something else.
    package var payment: Payment? {
        guard case .send(let recipient, let faucetId, let baseUnits, let noteType, let reclaimHeight) = self else {
            return nil
        }
        return Payment(
            to: recipient,
            faucetId: faucetId,
            amount: Amount(baseUnits),
            noteType: noteType,
            reclaimHeight: reclaimHeight
        )
    }
}

/// A call of one procedure of the account that makes the transaction.
package struct ProcedureCallDraft: Codable, Hashable, Sendable {
    /// The root of the procedure.
    package let procedure: Word
    /// What is on the stack when it begins, the top first.
    package let arguments: [Felt]
    /// Entries of the advice map.
    package let advice: [AdviceEntry]
    /// Accounts that it reads besides its own.
    package let foreignAccountIDs: [AccountID]

    /// Makes a call.
    package init(procedure: Word, arguments: [Felt], advice: [AdviceEntry], foreignAccountIDs: [AccountID]) {
        self.procedure = procedure
        self.arguments = arguments
        self.advice = advice
        self.foreignAccountIDs = foreignAccountIDs
    }

    /// The same for the wallet.
    var transaction: CustomTransaction {
        CustomTransaction(
            script: .call(procedure, arguments: arguments),
            advice: advice,
            foreignAccounts: foreignAccountIDs
        )
    }
}
