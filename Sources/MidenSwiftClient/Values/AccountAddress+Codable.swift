extension AccountAddress: Codable {
    /// Reads an address of any network from its text. ``init(_:on:)`` refuses one of another network.
    ///
    /// - Parameter decoder: A decoder at a string.
    /// - Throws: `DecodingError` if there is none, or the text is not the address of an account.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            self.init(
                accountId: try ParseAddressRequest(address: text, network: nil).result().accountId,
                text: String(text.filter { !$0.isWhitespace })
            )
        } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.localizedDescription)
        }
    }

    /// Writes the address as its text.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
