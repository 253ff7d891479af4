import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// What is known of a transaction that a page asks for, before the user decides.
struct PagePreviewAnswer: Encodable, Sendable {
    /// A note that the transaction makes.
    struct Note: Encodable, Sendable {
        let noteId: NoteID
        let noteType: NoteType
        @OrNull var recipientId: AccountID?
        @OrNull var reclaimHeight: UInt32?
        @OrNull var timelockHeight: UInt32?
        let assets: [AssetAnswer]
        let uniqueAssets: [UniqueAssetAnswer]

        init(_ note: TransactionSummary.CreatedNote) {
            noteId = note.id
            noteType = note.type
            recipientId = note.recipientId
            reclaimHeight = note.reclaimHeight
            timelockHeight = note.timelockHeight
            assets = note.fungibleAssets.map(AssetAnswer.init)
            uniqueAssets = note.nonFungibleAssets.map(UniqueAssetAnswer.init)
        }
    }

    /// `known`, `not_executed` or `impossible`.
    let effects: String
    /// Why it cannot be made.
    @OrNull var reason: String?
    /// What it does. Nil if it cannot be made. If it was not executed, what can be read of it, without its fee.
    @OrNull var transaction: DraftAnswer?
    let notes: [Note]
    let consumedNoteIds: [NoteID]
    /// The procedures that its script calls, at most 16, how many more there are, and whether it may call others.
    let calls: [CalledProcedureAnswer]
    let callsLeftOut: Int
    let hasUnknownCalls: Bool
    let changedSlots: [String]
    let changesCode: Bool
    /// What to warn the user of.
    let warnings: [String]
    /// What to approve it by, in hexadecimal digits. Nil if it cannot be approved as it is.
    @OrNull var digest: String?
    /// What it does. For people.
    private let lines: [QuestionDescription.Line]

    /// Reads what is known of the transaction of a question.
    ///
    /// - Parameters:
    ///   - preview: What was found out.
    ///   - sentence: What the page asks for.
    ///   - question: The question.
    ///   - prover: Who would prove it.
    /// - Throws: If it cannot be shown.
    init(
        _ preview: TransactionPreview,
        sentence: String,
        of question: ApprovalQuestion,
        prover: MidenWallet.Prover
    ) throws {
        var shown = QuestionLines { $0.hex }
        switch preview.effects {
        case .known(let known):
            try shown.add(known, askedOf: question.accountId)
            self.init("known", of: known, sentence: sentence, shown: shown, prover: prover, digest: preview.digest)
        case .notExecuted:
            let readable = question.readable
            try shown.add(readable, askedOf: question.accountId, isFeeKnown: false)
            self.init(
                "not_executed",
                of: readable,
                sentence: sentence,
                shown: shown,
                prover: prover,
                digest: preview.digest
            )
        case .impossible(let reason):
            self.init("impossible", because: reason, of: nil, sentence: sentence, shown: shown, prover: prover)
        }
    }

    /// Reads the transaction that a signature would authorise.
    ///
    /// - Parameters:
    ///   - signed: The transaction.
    ///   - account: The account that signs.
    /// - Throws: If it cannot be shown.
    init(_ signed: PayloadDescription.SignedTransaction, askedOf account: AccountID) throws {
        var shown = QuestionLines { $0.hex }
        try shown.add(signed, askedOf: account)
        self.init(
            "known",
            of: signed.summary,
            sentence: "The signature authorises this transaction.",
            shown: shown,
            prover: .local
        )
    }

    private init(
        _ effects: String,
        because reason: String? = nil,
        of summary: TransactionSummary?,
        sentence: String,
        shown: QuestionLines,
        prover: MidenWallet.Prover,
        digest: Data? = nil
    ) {
        self.effects = effects
        self.reason = reason
        transaction = summary.map { summary in
            DraftAnswer(sentence, account: summary.accountId, preview: summary, prover: prover)
        }
        notes = (summary?.createdNotes ?? []).map(Note.init)
        consumedNoteIds = summary?.consumedNotes ?? []
        let called = summary?.calls ?? TransactionSummary.Calls()
        calls =
            summary.map { summary in
                called.procedures.map { CalledProcedureAnswer($0, of: summary.accountId) }
            } ?? []
        callsLeftOut = called.leftOutCount
        hasUnknownCalls = called.hasUnknown
        changedSlots = summary?.changedSlots ?? []
        changesCode = summary?.changesCode ?? false
        warnings = shown.warnings
        self.digest = digest?.hexDigits
        lines = shown.lines
    }

    private enum CodingKeys: CodingKey {
        case effects, reason, transaction, notes, consumedNoteIds, calls, callsLeftOut, hasUnknownCalls, changedSlots,
            changesCode, warnings, digest
    }

    /// What people read.
    var text: String {
        guard let transaction else {
            return "It cannot be made now: \((reason ?? "").onOneLine)"
        }
        let facts = lines.map { (name: $0.name, value: $0.text) }
        let parts = [transaction.summary, Table.facts(facts)] + warnings.map { "Warning: \($0)" }
        return parts.joined(separator: "\n")
    }
}
