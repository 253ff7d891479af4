import Foundation
import MidenSwiftClient

/// The texts of a question. What a stranger chose, such as the symbol of a token, is escaped.
package struct QuestionTexts {
    private(set) var kind = ""
    private(set) var title = ""
    private var content: QuestionLines

    /// Makes texts without content.
    ///
    /// - Parameter network: The network of the wallet, whose addresses are shown.
    package init(network: MidenWallet.Network) {
        content = QuestionLines { try AccountAddress($0, on: network).text }
    }

    /// What is shown.
    package var lines: [QuestionDescription.Line] { content.lines }
    /// What to warn the user of, each once.
    package var warnings: [String] { content.warnings }

    /// Adds a line.
    ///
    /// - Parameters:
    ///   - name: What it is, such as `Pays`.
    ///   - text: What it says. What a stranger chose in it is escaped already.
    ///   - isClaim: Whether only a stranger states it.
    package mutating func add(_ name: String, _ text: String, isClaim: Bool = false) {
        content.add(name, text, isClaim: isClaim)
    }

    /// Adds a warning, unless it is there.
    package mutating func warn(_ warning: String) {
        content.warn(warning)
    }

    /// Adds what is asked.
    ///
    /// - Parameters:
    ///   - asked: What is asked.
    ///   - accountId: The account that it is asked of.
    ///   - preview: What is shown of its transaction; nil if it is of none.
    /// - Throws: What the wallet throws if an address or a payload cannot be shown.
    package mutating func add(
        _ asked: ApprovalQuestion.Content,
        askedOf accountId: AccountID,
        _ preview: TransactionPreview?
    ) throws {
        switch asked {
        case .unlock:
            (kind, title) = ("unlock", "Unlock the wallet")
        case .connect(let privateData, let allowed):
            (kind, title) = ("connect", "Connect the account to this site")
            content.add("Reads without asking", privateData == .automatic ? Self.names(of: allowed) : "nothing")
        case .assets:
            (kind, title) = ("assets", "Tell this site what the account owns")
        case .notes:
            (kind, title) = ("notes", "Tell this site the notes of the account, private ones too")
        case .importNote(let file):
            (kind, title) = ("importNote", "Take a note of this site into the wallet")
            try add(file)
        case .signPayloads(let payloads):
            (kind, title) = ("signPayloads", "Sign bytes of this site")
            content.warn(ApprovalQuestion.payloadWarning)
            for payload in payloads { try add(try payload.described(), askedOf: accountId) }
        case .signMessage(let text):
            (kind, title) = ("signMessage", "Sign a text of this site")
            content.add("Text", text)
        case .signIn(let text):
            (kind, title) = ("signIn", "Sign in to this site")
            content.add("Text", text)
        case .send(let payment, _):
            (kind, title) = ("send", "Pay")
            content.add("Pays to", try content.named(payment.recipientId))
            content.add("Note", payment.noteType.rawValue)
            if let height = payment.reclaimHeight { content.add("Can be taken back from block", String(height)) }
        case .consume(let note, _):
            (kind, title) = ("consume", "Consume a note")
            content.add("Note", note.id.hex)
            if let file = note.file { try add(file) }
        case .transaction(let page, _):
            (kind, title) = ("transaction", "Execute a transaction of this site")
            try add(page)
        }
        if let preview { try add(preview, of: asked, askedOf: accountId) }
    }

    // MARK: - Transactions

    private static let simulationWarning =
        "What it does is known only if it is executed. Simulate it before you approve it."

    private mutating func add(
        _ preview: TransactionPreview,
        of asked: ApprovalQuestion.Content,
        askedOf accountId: AccountID
    ) throws {
        switch preview.effects {
        case .known(let summary):
            try content.add(summary, askedOf: accountId)
        case .notExecuted:
            try content.add(asked.readable(of: accountId), askedOf: accountId, isFeeKnown: false)
            if preview.digest == nil {
                content.warn(Self.simulationWarning)
            }
        case .impossible(let reason):
            if case .send(let payment, _) = asked {
                for asset in payment.fungibleAssets { content.add("Pays", try content.text(asset)) }
            }
            warnOfImpossibility(reason)
        }
    }

    /// Adds a call of a procedure of the account, which is approved after a simulation alone.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - accountId: The account that makes the transaction.
    ///   - preview: What is shown of its transaction.
    /// - Throws: What naming an account throws.
    package mutating func add(
        _ call: ProcedureCallDraft,
        askedOf accountId: AccountID,
        _ preview: TransactionPreview
    ) throws {
        content.add("Calls the procedure", call.procedure.hex)
        if !call.arguments.isEmpty {
            content.add("With", call.arguments.map(\.description).joined(separator: ", "))
        }
        if !call.advice.isEmpty { content.add("Entries of the advice map", String(call.advice.count)) }
        for account in call.foreignAccountIDs { content.add("Reads the account", try content.named(account)) }
        switch preview.effects {
        case .known(let summary): try content.add(summary, askedOf: accountId)
        case .notExecuted:
            content.add("Changes the account", try content.named(accountId))
            content.warn(Self.simulationWarning)
        case .impossible(let reason): warnOfImpossibility(reason)
        }
    }

    private mutating func warnOfImpossibility(_ reason: String) {
        content.warn("The transaction cannot be made now: \(reason.shown(atMost: 1024))")
    }

    /// What the transaction does is added with its preview.
    private mutating func add(_ page: PageTransaction) throws {
        if let recipient = page.claimedRecipient {
            content.add("Recipient", recipient.shown(atMost: QuestionLines.longestText), isClaim: true)
        }
        if let script = page.description.script { content.add("Runs the script", script) }
        for account in page.description.foreignAccountIds {
            content.add("Reads the account", try content.named(account))
        }
        for note in page.importedNotes { try add(note) }
        if !page.isReadable { content.warn("It may do anything with the account.") }
    }

    // MARK: - Notes and payloads

    private mutating func add(_ file: NoteFileDescription) throws {
        if let id = file.noteId { content.add("Note of the file", id.hex, isClaim: true) }
        if let sender = file.sender { content.add("Sender", try content.named(sender), isClaim: true) }
        if let assets = file.assets { try content.add("Carries", assets, isClaim: true) }
    }

    private mutating func add(_ payload: PayloadDescription, askedOf accountId: AccountID) throws {
        switch payload.content {
        case .text: content.add("Payload", "a text")
        case .word: content.add("Payload", "a word, which may be a transaction")
        case .blind: content.add("Payload", "a commitment, which may be a transaction")
        case .arbitrary(let count, let isTransaction):
            let form = isTransaction ? ", which have the form of a transaction" : ""
            content.add("Payload", "\(count) numbers\(form)")
        case .transaction(let transaction):
            content.add("Payload", "a transaction")
            try content.add(transaction, askedOf: accountId)
        }
    }

    private static func names(of data: AllowedPrivateData) -> String {
        let known: [(AllowedPrivateData, String)] = [(.assets, "assets"), (.notes, "notes"), (.storage, "storage")]
        let names = known.filter { data.contains($0.0) }.map(\.1)
        return names.isEmpty ? "nothing" : names.joined(separator: ", ")
    }
}
