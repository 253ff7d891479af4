/// The id of an account, or none: an owner that was renounced is zero in both elements.
public struct OptionalAccountID: FeltCodable, Hashable {
    /// The type of the values, with the suffix first as in assembly.
    public static var contractType: ContractType { .accountID }

    private enum CodingKeys: String, CodingKey {
        case suffix, prefix
    }

    /// The id, if there is one.
    public let id: AccountID?

    /// Makes a value.
    ///
    /// - Parameter id: The id, or nil.
    public init(_ id: AccountID?) {
        self.id = id
    }

    /// Reads an id, or none.
    ///
    /// - Parameter decoder: A decoder at the text of an id, at `null`, or at an object of two elements that are zero.
    /// - Throws: `DecodingError` if there is none of them. Other elements that are no id are refused.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: CodingKeys.self) {
            let suffix = try container.decode(Felt.self, forKey: .suffix)
            let prefix = try container.decode(Felt.self, forKey: .prefix)
            guard suffix == 0, prefix == 0 else {
                throw DecodingError.dataCorrupted(
                    .init(
                        codingPath: decoder.codingPath,
                        debugDescription:
                            "the elements \(suffix) and \(prefix) are neither the id of an account nor zero"
                    )
                )
            }
            id = nil
        } else {
            let container = try decoder.singleValueContainer()
            id = container.decodeNil() ? nil : try container.decode(AccountID.self)
        }
    }

    /// Writes the text of the id, or `null`. In a ``ContractValue`` two zeros stand for nil.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        if id == nil, encoder.writesContractValue {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(Felt(integerLiteral: 0), forKey: .suffix)
            try container.encode(Felt(integerLiteral: 0), forKey: .prefix)
            return
        }
        var container = encoder.singleValueContainer()
        try container.encode(id)
    }
}
