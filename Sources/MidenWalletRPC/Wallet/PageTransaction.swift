import MidenSwiftClient

/// A note that a page asks to consume.
public struct PageNote: Hashable, Sendable {
    /// The note's id.
    public let id: NoteID
    /// What the file of the page says of the note. Nil if the wallet has the note.
    public let file: NoteFileDescription?
}

/// A transaction that a page made, as far as it can be read without an execution.
public struct PageTransaction: Hashable, Sendable {
    /// What can be read in the request.
    public let description: SerializedTransactionRequest.Description
    /// Whether the request is read wholly: it has no script, its notes are standard, and it reads no other account. If not, show
    /// that it may do anything, and that it has to be simulated before it can be approved.
    public let isReadable: Bool
    /// The address that receives, as the page claims. It need not be true.
    public let claimedRecipient: String?
    /// The notes that the wallet takes in if the user approves, as their files say.
    public let importedNotes: [NoteFileDescription]
}

extension SerializedTransactionRequest.Description {
    /// Whether it tells all that the transaction does.
    var isReadable: Bool {
        script == nil && foreignAccountIds.isEmpty && consumedNotes.allSatisfy(\.isStandard)
    }

    /// What it shows.
    var shown: ShownEffects { ShownEffects(assetsIn: consumedNotes.map(\.assets), notes: createdNotes) }
}
