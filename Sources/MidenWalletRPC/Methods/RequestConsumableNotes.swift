/// The parameters of `miden_requestConsumableNotes`.
public struct RequestConsumableNotesParameters: Codable, Hashable, Sendable {
    /// The account that the page believes it is connected to.
    public let address: String

    /// Makes the parameters.
    ///
    /// - Parameter address: The address of the account.
    public init(address: String) {
        self.address = address
    }

    /// Reads the parameters.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if there is no address.
    public init(from decoder: any Decoder) throws {
        address = try decoder.container(keyedBy: CodingKeys.self).decode(
            String.self,
            forKey: .address,
            "an address",
            where: WireForm.isAddress
        )
    }
}

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
