/// How much of a note a note file holds.
public enum NoteFileContent: String, Sendable, Codable, CaseIterable {
    /// Its id alone: enough for a public note, whose details the network has.
    case id
    /// Its details, by which the receiver finds it on the chain. Also for a note that is in no block yet.
    case details
    /// All of it, with the proof that it is in a block.
    case detailsWithProof = "details_with_proof"
    /// The note alone, as SDKs write a `Note`. This is no note file: it cannot be imported.
    case note
}
