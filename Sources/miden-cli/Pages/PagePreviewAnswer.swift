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

        var text: String {
            let carried = assets.listed(with: uniqueAssets)
            let terms = [
                recipientId.map { "to \($0)" } ?? "to an account that only its script tells",
                reclaimHeight.map { "can be taken back from block \($0) on" },
                timelockHeight.map { "locked until block \($0)" },
            ]
            let list = terms.compactMap { $0 }.joined(separator: ", ")
            return "\(noteType.rawValue), \(list), with \(carried.isEmpty ? "nothing" : carried)"
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
    /// What it calls. For people.
    private let called: TransactionSummary.Calls
    /// What to approve it by, in hexadecimal digits. Nil if it cannot be approved as it is.
    @OrNull var digest: String?

    /// Makes the answer.
    ///
    /// - Parameters:
    ///   - preview: What was found out.
    ///   - sentence: What the page asks for.
    ///   - account: The account that pays.
    ///   - readable: What can be read of the transaction without an execution.
    ///   - prover: Who would prove it.
    init(
        _ preview: TransactionPreview,
        sentence: String,
        account: AccountID,
        readable: TransactionSummary,
        prover: MidenWallet.Prover
    ) {
        let summary: TransactionSummary?
        switch preview.effects {
        case .known(let known):
            effects = "known"
            summary = known
        case .notExecuted:
            effects = "not_executed"
            summary = readable
        case .impossible(let reason):
            effects = "impossible"
            self.reason = reason
            summary = nil
        }
        transaction = summary.map { DraftAnswer(sentence, account: account, preview: $0, prover: prover) }
        notes = (summary?.createdNotes ?? []).map(Note.init)
        consumedNoteIds = summary?.consumedNotes ?? []
        called = summary?.calls ?? .init()
        calls = called.procedures.map { CalledProcedureAnswer($0, of: account) }
        callsLeftOut = called.leftOutCount
        hasUnknownCalls = called.hasUnknown
        changedSlots = summary?.changedSlots ?? []
        changesCode = summary?.changesCode ?? false
        digest = preview.digest?.hexDigits
    }

    private enum CodingKeys: CodingKey {
        case effects, reason, transaction, notes, consumedNoteIds, calls, callsLeftOut, hasUnknownCalls, changedSlots,
            changesCode, digest
    }

    /// What people read.
    var text: String {
        guard let transaction else {
            return "It cannot be made now: \((reason ?? "").onOneLine)"
        }
        let facts =
            Self.facts("makes note", notes.map(\.text)) + Self.facts("consumes note", consumedNoteIds.map(\.hex))
            + called.facts
            + Self.facts("changes storage", changedSlots)
            + (changesCode ? [("changes code", "yes: the account does something else afterwards")] : [])
            + (effects == "not_executed" ? [("fee", "not known before it is executed")] : [])
        return facts.isEmpty ? transaction.text : "\(transaction.text)\n\(Table.facts(facts))"
    }

    private static func facts(_ name: String, _ values: [String]) -> [(name: String, value: String)] {
        values.enumerated().map { (name: $0.offset == 0 ? name : "", value: $0.element) }
    }
}

extension TransactionSummary {
    /// What can be read of a transaction that was not executed.
    init(
        readable account: AccountID,
        consumed: [NoteID] = [],
        assetsIn: [Assets] = [],
        notes: [CreatedNote] = [],
        calls: Calls = Calls()
    ) {
        self.init(
            accountId: account,
            consumedNotes: consumed,
            createdNotes: notes,
            assetsIn: Assets(
                fungible: assetsIn.flatMap(\.fungible),
                nonFungible: assetsIn.flatMap(\.nonFungible)
            ),
            assetsOut: Assets(
                fungible: notes.flatMap(\.fungibleAssets),
                nonFungible: notes.flatMap(\.nonFungibleAssets)
            ),
            calls: calls
        )
    }
}

extension Data {
    /// Two hexadecimal digits for each byte.
    var hexDigits: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
