/// An asset as procedures take and return it.
///
/// ```swift
/// let call = try wallet.receiveAsset(.fungible(FungibleAsset(faucetId: faucet, amount: 5)))
/// ```
public enum Asset: FeltCodable, Hashable {
    /// An amount of a token, in base units. Symbol and decimals are not part of the elements: they are nil after
    /// reading.
    case fungible(FungibleAsset)
    /// The two words of an asset that is not an amount of a token, as the protocol has them. Words that are an amount
    /// are read as ``fungible(_:)``. Whether there is such an asset is not checked.
    case nonFungible(id: Word, value: Word)

    /// The type of the values.
    public static var contractType: ContractType { .asset }

    private enum CodingKeys: String, CodingKey {
        /// The Rust compiler calls the first word `key`.
        case id, key, value
    }

    /// Reads an asset.
    ///
    /// - Parameter decoder: A decoder at an object, of an amount or of the words `id` and `value`.
    /// - Throws: `DecodingError` if there is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard container.contains(.value) else {
            self = .fungible(try FungibleAsset(from: decoder))
            return
        }
        self = .nonFungible(
            id: try container.decode(Word.self, forKey: container.contains(.key) ? .key : .id),
            value: try container.decode(Word.self, forKey: .value)
        )
    }

    /// Writes the asset as a ``FungibleAsset``, or as an object of the words `id` and `value`.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .fungible(let asset):
            try asset.encode(to: encoder)
        case .nonFungible(let id, let value):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(value, forKey: .value)
        }
    }
}
