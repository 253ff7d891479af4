import MidenSwiftClient

/// The first digits of an id, which stand for the one thing of the wallet whose id begins so.
enum IDPrefix {
    /// How many ids are named where several begin so.
    private static let shown = 3

    /// Whether a text can be the beginning of an id.
    static func isOne(_ text: String) -> Bool {
        let digits = text.dropFirst(2)
        return text.hasPrefix("0x") && !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    /// The one of some ids that begins with a text; nil where none does.
    ///
    /// - Parameters:
    ///   - text: What was written.
    ///   - ids: The ids.
    ///   - code: The class of the error where several begin so.
    ///   - things: What has these ids, as a sentence calls several of them.
    /// - Returns: The id.
    /// - Throws: An error that names some where several begin so.
    static func only<ID: HexIdentifier>(
        _ text: String,
        of ids: some Collection<ID>,
        code: MidenError.Code,
        things: String
    ) throws -> ID? {
        let found = Set(ids.filter { $0.hex.hasPrefix(text.lowercased()) })
        guard found.count > 1 else {
            return found.first
        }
        let named = found.map(\.hex).sorted().prefix(shown).joined(separator: ", ")
        let rest = found.count > shown ? " and \(found.count - shown) more" : ""
        throw MidenError(
            code: code,
            kind: "id_unclear",
            message:
                "The ids of several \(things) of this wallet begin with \(text): \(named)\(rest). Give more digits."
        )
    }
}

extension NoteID {
    /// Reads the id of a note: the whole of it, or the beginning of one that the wallet has.
    init(named text: String, in wallet: MidenWallet) async throws {
        self = try await Self.named([text], in: wallet)[0]
    }

    /// Reads ids of notes. The wallet is asked for its notes only where an id is not whole.
    static func named(_ texts: [String], in wallet: MidenWallet) async throws -> [NoteID] {
        try await ids(texts, things: "notes") {
            let recorded = try await wallet.getEveryNote(NoteQuery()).map(\.noteId)
            return try await recorded + wallet.getInputNotes().notes.map(\.id)
        }
    }
}

extension TransactionID {
    /// Reads the id of a transaction: the whole of it, or the beginning of one of the wallet's. The wallet is asked for its
    /// transactions only where the id is not whole.
    init(named text: String, in wallet: MidenWallet) async throws {
        let found = try await Self.ids([text], things: "transactions") {
            try await wallet.getEveryTransaction(TransactionQuery()).map(\.id)
        }
        self = found[0]
    }
}

extension HexIdentifier {
    /// Reads ids, each as a whole or as the beginning of one that is known. What is neither is refused as a whole id is.
    fileprivate static func ids(
        _ texts: [String],
        things: String,
        known: () async throws -> [Self]
    ) async throws -> [Self] {
        var read: [Self]?
        var ids: [Self] = []
        for text in texts {
            do {
                ids.append(try Self(text))
            } catch let noID as MidenError where IDPrefix.isOne(text) {
                let all: [Self]
                if let read {
                    all = read
                } else {
                    all = try await known()
                }
                read = all
                guard let id = try IDPrefix.only(text, of: all, code: noID.code, things: things) else {
                    throw noID
                }
                ids.append(id)
            }
        }
        return ids
    }
}
