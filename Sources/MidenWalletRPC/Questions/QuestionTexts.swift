import Foundation
import MidenSwiftClient

/// The texts of a ``QuestionDescription``. What a stranger chose, such as the symbol of a token, is escaped.
struct QuestionTexts {
    /// The longest text of a line that a stranger chose, in characters.
    private static let longestText = 256

    let network: MidenWallet.Network
    private(set) var kind = ""
    private(set) var title = ""
    private(set) var lines: [QuestionDescription.Line] = []
    private(set) var warnings: [String] = []

    init(network: MidenWallet.Network) {
        self.network = network
    }

    mutating func add(_ question: ApprovalQuestion, _ preview: TransactionPreview?) throws {
        switch question.content {
        case .unlock:
            (kind, title) = ("unlock", "Unlock the wallet")
        case .connect(let privateData, let allowed):
            (kind, title) = ("connect", "Connect the account to this site")
            add("Reads without asking", privateData == .automatic ? Self.names(of: allowed) : "nothing")
        case .assets:
            (kind, title) = ("assets", "Tell this site what the account owns")
        case .notes:
            (kind, title) = ("notes", "Tell this site the notes of the account, private ones too")
        case .importNote(let file):
            (kind, title) = ("importNote", "Take a note of this site into the wallet")
            try add(file)
        case .signPayloads:
            (kind, title) = ("signPayloads", "Sign bytes of this site")
            warnings.append(ApprovalQuestion.payloadWarning)
            for payload in try question.describePayloads() { try add(payload) }
        case .signMessage(let text):
            (kind, title) = ("signMessage", "Sign a text of this site")
            add("Text", text)
        case .signIn(let text):
            (kind, title) = ("signIn", "Sign in to this site")
            add("Text", text)
        case .send(let payment, _):
            (kind, title) = ("send", "Pay")
            add("Pays to", try address(payment.recipientId))
            add("Note", payment.noteType.rawValue)
            if let height = payment.reclaimHeight { add("Can be taken back from block", String(height)) }
        case .consume(let note, _):
            (kind, title) = ("consume", "Consume a note")
            add("Note", note.id.hex)
            if let file = note.file { try add(file) }
        case .transaction(let page, _):
            (kind, title) = ("transaction", "Execute a transaction of this site")
            try add(page)
        }
        if let preview { try add(preview, of: question.content) }
    }

    // MARK: - Transactions

    private mutating func add(_ preview: TransactionPreview, of content: ApprovalQuestion.Content) throws {
        switch preview.effects {
        case .known(let summary):
            try add("Receives", summary.assetsIn)
            for note in summary.createdNotes { try add(note) }
            try add("Pays in total, without the fee", summary.assetsOut)
            add("Fee", try summary.fee.map(text) ?? "none")
            for slot in summary.changedSlots { add("Writes the storage slot", slot.shown(atMost: Self.longestText)) }
            if summary.changesCode { warnings.append("The transaction gives the account code.") }
        case .notExecuted:
            add("Fee", "not known before the transaction is executed")
            if preview.digest == nil {
                warnings.append("What it does is known only if it is executed. Simulate it before you approve it.")
            }
        case .impossible(let reason):
            if case .send(let payment, _) = content {
                for asset in payment.fungibleAssets { add("Pays", try text(asset)) }
            }
            warnings.append("The transaction cannot be made now: \(reason.shown(atMost: 1024))")
        }
    }

    private mutating func add(_ page: PageTransaction) throws {
        if let recipient = page.claimedRecipient {
            add("Recipient", recipient.shown(atMost: Self.longestText), isClaim: true)
        }
        for note in page.description.consumedNotes {
            add("Consumes the note", note.id.hex)
            try add("Receives", note.assets)
        }
        for note in page.description.createdNotes { try add(note) }
        if let script = page.description.script { add("Runs the script", script) }
        for called in page.description.calls.texts { add("Calls", called.shown(atMost: 1024)) }
        for account in page.description.foreignAccountIds { add("Reads the account", try address(account)) }
        for note in page.importedNotes { try add(note) }
        if !page.isReadable { warnings.append("It may do anything with the account.") }
    }

    private mutating func add(_ note: TransactionSummary.CreatedNote) throws {
        let recipient = try note.recipientId.map(address) ?? "anybody, by the rules of the note"
        add("Makes a \(note.type.rawValue) note for", recipient)
        try add("with", TransactionSummary.Assets(fungible: note.fungibleAssets, nonFungible: note.nonFungibleAssets))
        if let height = note.reclaimHeight { add("which can be taken back from block", String(height)) }
        if let height = note.timelockHeight { add("which is locked until block", String(height)) }
    }

    // MARK: - Notes and payloads

    private mutating func add(_ file: NoteFileDescription) throws {
        if let id = file.noteId { add("Note of the file", id.hex, isClaim: true) }
        if let sender = file.sender { add("Sender", try address(sender), isClaim: true) }
        if let assets = file.assets { try add("Carries", assets, isClaim: true) }
    }

    private mutating func add(_ payload: PayloadDescription) throws {
        switch payload.content {
        case .text: add("Payload", "a text")
        case .word: add("Payload", "a word, which may be a transaction")
        case .blind: add("Payload", "a commitment, which may be a transaction")
        case .arbitrary(let count, let isTransaction):
            add("Payload", "\(count) numbers" + (isTransaction ? ", which have the form of a transaction" : ""))
        case .transaction(let transaction):
            add("Payload", "a transaction of \(try address(transaction.summary.accountId))")
            try add("Receives", transaction.summary.assetsIn)
            for note in transaction.summary.createdNotes { try add(note) }
            add("Fee", try transaction.summary.fee.map(text) ?? "none")
            if !transaction.addsUp { warnings.append("The assets of the transaction do not add up.") }
        }
    }

    // MARK: - Values

    private mutating func add(_ name: String, _ assets: TransactionSummary.Assets, isClaim: Bool = false) throws {
        for asset in assets.fungible { add(name, try text(asset), isClaim: isClaim) }
        for asset in assets.nonFungible {
            add(name, "the token \(asset.asset) of \(try address(asset.faucetId))", isClaim: isClaim)
        }
    }

    private mutating func add(_ name: String, _ text: String, isClaim: Bool = false) {
        lines.append(QuestionDescription.Line(name: name, text: text, isClaim: isClaim))
    }

    /// The amount with its faucet: anybody can issue a token of any symbol.
    private func text(_ asset: FungibleAsset) throws -> String {
        let amount = asset.formatted.shown(atMost: Self.longestText)
        let decimals = asset.decimals == nil ? ", whose decimals are not known" : ""
        return "\(amount) of the faucet \(try address(asset.faucetId))\(decimals)"
    }

    private func address(_ accountId: AccountID) throws -> String {
        try AccountAddress(accountId, on: network).text
    }

    private static func names(of data: AllowedPrivateData) -> String {
        let known: [(AllowedPrivateData, String)] = [(.assets, "assets"), (.notes, "notes"), (.storage, "storage")]
        let names = known.filter { data.contains($0.0) }.map(\.1)
        return names.isEmpty ? "nothing" : names.joined(separator: ", ")
    }
}
