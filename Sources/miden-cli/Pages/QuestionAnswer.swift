import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// A question of a page: a text for people, and an object in JSON. What the page says is a claim, and is marked as one.
struct QuestionAnswer: Encodable, Sendable {
    /// What the bytes to sign are.
    struct Payload: Encodable, Sendable {
        let kind: String
        let mayAuthoriseTransaction: Bool
        @OrNull var elementCount: Int?
        /// The transaction that the signature authorises, as the previews of other questions show theirs.
        @OrNull var preview: PagePreviewAnswer?
        /// Whether it is one of another account than that of the question.
        @OrNull var isOfAnotherAccount: Bool?
        /// By how much it increases the nonce. A text: JavaScript rounds numbers of this size.
        @OrNull var nonceIncrement: String?
        /// The block that it refers to.
        @OrNull var blockNumber: UInt32?
        /// After how many blocks it expires; 0 if it does not.
        @OrNull var expirationDelta: UInt16?
        /// Whether its assets add up. The network takes no transaction whose assets do not.
        @OrNull var addsUp: Bool?
        /// What people read.
        let text: String

        private enum CodingKeys: CodingKey {
            case kind, mayAuthoriseTransaction, elementCount, preview, isOfAnotherAccount, nonceIncrement, blockNumber
            case expirationDelta, addsUp
        }
    }

    /// What a file says of a note.
    struct NoteClaim: Encodable, Sendable {
        @OrNull var noteId: NoteID?
        @OrNull var senderId: AccountID?
        @OrNull var noteType: NoteType?
        @OrNull var assets: TransactionAnswer.Assets?

        init(_ file: NoteFileDescription) {
            noteId = file.noteId
            senderId = file.sender
            noteType = file.type
            assets = file.assets.map(TransactionAnswer.Assets.init)
        }

        var text: String {
            let parts = [
                noteId.map(\.hex) ?? "id not told", noteType?.rawValue, senderId.map { "from \($0)" },
                assets.map { $0.listed.isEmpty ? "with nothing" : "with \($0.listed)" } ?? "content not told",
            ]
            return parts.compactMap { $0 }.joined(separator: ", ")
        }
    }

    let id: String
    /// What the page asks for, in one word.
    let asks: String
    @OrNull var origin: String?
    /// What the page calls itself.
    @OrNull var claimedName: String?
    let accountId: AccountID
    let address: String
    let network: String
    /// What the page would read without another question.
    let readsSilently: [String]
    /// The text to sign.
    @OrNull var text: String?
    let payloads: [Payload]
    /// The notes that the wallet would take in.
    let notesTakenIn: [NoteClaim]
    /// The address that receives, as the page says.
    @OrNull var claimedRecipient: String?
    let warnings: [String]
    @OrNull var preview: PagePreviewAnswer?
    let canBeSimulated: Bool
    /// What to approve a transaction by. Nil for other questions, and for a transaction that cannot be approved as it is.
    @OrNull var digest: String?

    /// What the page asks for, as a sentence.
    private let sentence: String
    /// Whether it is approved by a digest.
    let isTransaction: Bool

    private enum CodingKeys: CodingKey {
        case id, asks, origin, claimedName, accountId, address, network, readsSilently, text, payloads, notesTakenIn
        case claimedRecipient, warnings, preview, canBeSimulated, digest
    }

    /// Whether a yes does what the page asks for. Not so of a transaction that has to be simulated first, or cannot be made.
    var canBeApproved: Bool { !isTransaction || digest != nil }

    /// What people read: who asks, for what, and what comes of it.
    var shown: String {
        let who: [(name: String, value: String)] =
            [("origin", origin ?? "the Safari extension of this wallet")]
            + (claimedName.map { [("calls itself", "“\($0)”, which is its own claim")] } ?? [])
            + [("account", "\(accountId) (\(address))"), ("network", network)]
        let claims =
            (claimedRecipient.map { [("recipient, it claims", $0)] } ?? [])
            + notesTakenIn.map { ("note, it claims", $0.text) }
        let parts =
            [sentence, Table.facts(who + claims)]
            + (text.map { ["It signs this text:", $0.quoted] } ?? [])
            + payloads.map(\.text)
            + (preview.map { [$0.text] } ?? [])
            + warnings.map { "Warning: \($0)" }
        return parts.joined(separator: "\n")
    }

    /// The same question after a simulation.
    func simulated(_ preview: PagePreviewAnswer) -> Self {
        var copy = self
        copy.preview = preview
        copy.digest = preview.digest
        return copy
    }
}

extension QuestionAnswer {
    /// Reads a question.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - preview: What the transaction does, if it asks for one.
    ///   - warnings: What may be a mistake.
    /// - Throws: If a payload cannot be shown.
    init(_ question: ApprovalQuestion, preview: PagePreviewAnswer?, warnings: [String]) throws {
        id = question.id.uuidString.lowercased()
        origin = question.origin
        claimedName = question.appName
        accountId = question.accountId
        address = question.address
        network = question.network.rawValue
        canBeSimulated = question.canBeSimulated
        digest = question.digest?.hexDigits
        self.preview = preview
        sentence = question.content.sentence
        var warnings = warnings
        var readsSilently: [String] = []
        var payloads: [Payload] = []
        var notesTakenIn: [NoteClaim] = []
        var isTransaction = false
        switch question.content {
        case .unlock: asks = "unlock"
        case .connect(let permission, let allowed):
            asks = "connect"
            readsSilently = permission == .automatic ? allowed.names : []
        case .assets: asks = "assets"
        case .notes: asks = "notes"
        case .importNote(let file):
            asks = "import_note"
            notesTakenIn = [NoteClaim(file)]
        case .signPayloads:
            asks = "sign_payloads"
            payloads = try question.describePayloads().enumerated().map { index, payload in
                try Payload(payload, number: index + 1, account: question.accountId)
            }
            warnings.append(ApprovalQuestion.payloadWarning)
        case .signMessage(let text):
            asks = "sign_message"
            self.text = text
        case .signIn(let text):
            asks = "sign_in"
            self.text = text
        case .send:
            asks = "send"
            isTransaction = true
        case .consume(let note, _):
            asks = "consume"
            notesTakenIn = note.file.map { [NoteClaim($0)] } ?? []
            isTransaction = true
        case .transaction(let transaction, _):
            asks = "transaction"
            claimedRecipient = transaction.claimedRecipient?.onOneLine
            notesTakenIn = transaction.importedNotes.map(NoteClaim.init)
            isTransaction = true
            if !transaction.isReadable {
                warnings.append("The page's own code may do anything. Only a simulation tells what it does now.")
            }
        }
        self.warnings = warnings
        self.readsSilently = readsSilently
        self.payloads = payloads
        self.notesTakenIn = notesTakenIn
        self.isTransaction = isTransaction
    }
}

extension QuestionAnswer.Payload {
    /// Reads what a signature would authorise.
    ///
    /// - Parameters:
    ///   - payload: What is signed.
    ///   - number: Its number among the payloads, from 1 on.
    ///   - account: The account that signs.
    /// - Throws: If it cannot be shown.
    init(_ payload: PayloadDescription, number: Int, account: AccountID) throws {
        let what: String
        mayAuthoriseTransaction = payload.mayAuthoriseTransaction
        switch payload.content {
        case .text:
            kind = "text"
            what = "a text, which is no transaction"
        case .word:
            kind = "word"
            what = "a word, which does not tell what it stands for"
        case .blind:
            kind = "blind"
            what = "a commitment, which does not tell what it stands for"
        case .arbitrary(let count, let isTransaction):
            kind = "arbitrary"
            elementCount = count
            what =
                "\(count.counted("number"))"
                + (isTransaction ? ", which may be a transaction and do not tell what it does" : "")
        case .transaction(let signed):
            kind = "transaction"
            let shown = try PagePreviewAnswer(signed, askedOf: account)
            preview = shown
            isOfAnotherAccount = signed.summary.accountId != account
            nonceIncrement = String(signed.nonceIncrement)
            blockNumber = signed.blockNumber
            expirationDelta = signed.expirationDelta
            addsUp = signed.addsUp
            what = "a transaction\n\(shown.text)"
        }
        text = "Payload \(number): \(what)"
    }
}

extension ApprovalQuestion.Content {
    /// What the page asks for.
    fileprivate var sentence: String {
        switch self {
        case .unlock: "A page asks to use this wallet, which is locked."
        case .connect(.automatic, let allowed) where !allowed.names.isEmpty:
            "A page asks to connect: for the account's address, and to read at any time without asking: "
                + allowed.names.joined(separator: ", ") + "."
        case .connect: "A page asks to connect: for the account's address and public key."
        case .assets: "A page asks what the account owns."
        case .notes: "A page asks for the account's notes, private ones too."
        case .importNote: "A page hands over a note for the wallet to keep."
        case .signPayloads(let payloads): "A page asks to sign \(payloads.count.counted("payload"))."
        case .signMessage: "A page asks to sign a text."
        case .signIn: "A page asks for a sign-in: its server recognises the account by it."
        case .send: "A page asks for a payment."
        case .consume: "A page asks to consume a note."
        case .transaction: "A page asks for a transaction that it made."
        }
    }
}

extension AllowedPrivateData {
    /// Of what there are names.
    var names: [String] {
        [(.assets, "assets"), (.notes, "notes"), (.storage, "storage")]
            .filter { (data: Self, _: String) in contains(data) }.map(\.1)
    }
}
