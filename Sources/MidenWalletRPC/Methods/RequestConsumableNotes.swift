/// The result of `miden_requestConsumableNotes`.
public struct RequestConsumableNotesResult: Codable, Hashable, Sendable {
    /// The notes that the account can consume now.
    public let consumableNotes: [InputNoteDetails]

    /// Makes the result.
    ///
    /// - Parameter consumableNotes: The notes that the account can consume now.
    public init(consumableNotes: [InputNoteDetails]) {
        self.consumableNotes = consumableNotes
    }
}
