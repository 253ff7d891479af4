// Types of the protocol. The core knows them by their names and structures.

extension Felt: FeltCodable {
    /// The type of the values.
    public static var contractType: ContractType { .felt }
}

extension Word: FeltCodable {
    /// The type of the values.
    public static var contractType: ContractType { .word }
}

extension AccountID: FeltCodable {
    /// The type of the values, with the suffix first as in assembly. ``PrefixFirstAccountID`` has the other order.
    public static var contractType: ContractType { .accountID }
}

/// The id of an account as procedures that the Rust compiler made take it: with the prefix first.
public struct PrefixFirstAccountID: Hashable, FeltCodable {
    /// The type of the values.
    public static var contractType: ContractType { .prefixFirstAccountID }

    /// The id.
    public let id: AccountID

    /// Makes a value of an id.
    ///
    /// - Parameter id: The id.
    public init(_ id: AccountID) {
        self.id = id
    }

    /// Reads an id from its text.
    ///
    /// - Parameter decoder: A decoder at a string.
    /// - Throws: `DecodingError` if there is none, or one that does not have the shape of an id.
    public init(from decoder: any Decoder) throws {
        id = try AccountID(from: decoder)
    }

    /// Writes the id as its text.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        try id.encode(to: encoder)
    }
}

extension NoteType: FeltCodable {
    /// The type of the values.
    public static var contractType: ContractType { .noteType }
}

/// A fungible asset as procedures have it. Symbol and decimals are not part of one: they are not written, and nil after
/// reading.
extension FungibleAsset: FeltCodable {
    private enum CodingKeys: String, CodingKey {
        case faucetId = "faucet_id"
        case amount
    }

    /// The type of the values.
    public static var contractType: ContractType { .asset }

    /// Reads an amount of a faucet.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if there is none. A non-fungible asset is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            faucetId: try container.decode(AccountID.self, forKey: .faucetId),
            amount: try container.decode(UInt64.self, forKey: .amount)
        )
    }

    /// Writes the faucet and the amount in base units.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(faucetId, forKey: .faucetId)
        try container.encode(amount, forKey: .amount)
    }
}
