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

extension FungibleAsset: FeltCodable {
    /// The type of the values. Symbol and decimals are not part of one: they are not written, and nil after reading. A
    /// non-fungible asset is none.
    public static var contractType: ContractType { .asset }
}

/// A fungible asset as procedures have it.
struct ContractAsset: Codable {
    let faucetId: AccountID
    let amount: UInt64

    enum CodingKeys: String, CodingKey {
        case faucetId = "faucet_id"
        case amount
    }
}

extension CodingUserInfoKey {
    /// Marks an encoder whose output becomes a ``ContractValue``.
    static let contractValue = CodingUserInfoKey(rawValue: "MidenSwiftClient.contractValue")
}

extension Encoder {
    /// Whether the output becomes a ``ContractValue``.
    var writesContractValue: Bool {
        CodingUserInfoKey.contractValue.map { userInfo[$0] != nil } ?? false
    }
}
