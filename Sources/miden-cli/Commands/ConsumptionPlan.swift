import MidenSwiftClient

/// What consuming would do, without doing it.
struct ConsumptionPlan {
    /// The notes of the transaction.
    private(set) var notes: [NoteID]
    /// What the transaction would do; nil where there is none to make.
    private(set) var summary: TransactionSummary?
    /// How many notes are left for further transactions.
    private(set) var furtherCount = 0
    /// The notes that hold back the others.
    private(set) var failures: [ConsumedNotes.Failure] = []

    /// The transaction that takes in the notes that were named.
    init(notes: [NoteID], summary: TransactionSummary) {
        self.notes = notes
        self.summary = summary
    }

    /// The first transaction that takes in all an account can consume, with as many notes as one may.
    init(of account: AccountID, from wallet: MidenWallet, _ known: [InputNote], atMost: Int) async throws {
        let consumable = known.filter { $0.consumableBy.contains(account) && Self.isIncome($0, of: account) }
        notes = consumable.prefix(atMost).map(\.id)
        furtherCount = consumable.count - notes.count
        guard !notes.isEmpty else {
            return
        }
        do {
            summary = try await wallet.preview(.consume(notes), accountId: account)
        } catch let error as MidenError where error.kind == .insufficientFee && furtherCount > 0 {
            // The one that brings what fees are paid in may be among the others.
            guard let paying = try await Self.paying(consumable, of: account, in: wallet, atMost: atMost) else {
                throw error
            }
            (notes, summary) = (paying.consumedNotes, paying)
        } catch let error as MidenError where error.code == .transactionSubmission && notes.count > 1 {
            try await leaveOut(of: account, in: wallet, because: error)
        }
    }

    /// The plan as what would come of it.
    var consumed: ConsumedNotes {
        ConsumedNotes(transactionIds: [], noteIds: notes, failures: failures)
    }

    /// Whether a note is one of those that are consumed unnamed. What the account has sent itself under conditions is one
    /// too, and is not in the plan: it looks like a payment to somebody else that can be taken back.
    private static func isIncome(_ note: InputNote, of account: AccountID) -> Bool {
        switch note.kind {
        case .payment, .burn: true
        case .conditionalPayment: note.sender != account
        case .swap, .partialSwap, .other: false
        }
    }

    /// A first transaction whose notes bring the fee; nil where there is none. The library begins with those, too.
    private static func paying(
        _ notes: [InputNote],
        of account: AccountID,
        in wallet: MidenWallet,
        atMost: Int
    ) async throws -> TransactionSummary? {
        for faucet in Set(notes.flatMap(\.fungibleAssets).map(\.faucetId)) {
            let carriers = notes.filter { $0.fungibleAssets.contains { $0.faucetId == faucet } }
            let others = notes.filter { !carriers.contains($0) }
            do {
                let first = (carriers + others).prefix(atMost).map(\.id)
                return try await wallet.preview(.consume(first), accountId: account)
            } catch let error as MidenError where error.kind == .insufficientFee {
                continue
            }
        }
        return nil
    }

    /// Goes on without the notes that are to blame for a failure.
    private mutating func leaveOut(
        of account: AccountID,
        in wallet: MidenWallet,
        because error: MidenError
    ) async throws {
        for note in notes {
            do {
                _ = try await wallet.preview(.consume([note]), accountId: account)
            } catch let error as MidenError where error.code == .transactionSubmission {
                failures.append(ConsumedNotes.Failure(noteId: note, error: error))
            }
        }
        let blamed = Set(failures.map(\.noteId))
        guard !blamed.isEmpty, blamed.count < notes.count else {
            throw error
        }
        notes.removeAll(where: blamed.contains)
        summary = try await wallet.preview(.consume(notes), accountId: account)
    }
}
