extension SignatureScheme: FeltCodable {
    /// The type of the values: a type of storage, of one element.
    public static var contractType: ContractType { .storage("miden::standards::auth::scheme") }

    /// Reads a scheme.
    ///
    /// - Parameter decoder: A decoder at the text. In a ``ContractValue`` it is the one that storage schemas have, such as
    ///   `EcdsaK256Keccak`.
    /// - Throws: `DecodingError` if there is none, or one of no scheme.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let isValue = decoder is ContractValueDecoder
        guard let scheme = Self.allCases.first(where: { text == (isValue ? $0.schemaText : $0.rawValue) }) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "There is no signature scheme \(text.shortened)."
            )
        }
        self = scheme
    }

    /// Writes the text. In a ``ContractValue`` it is the one that storage schemas have.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoder.writesContractValue ? schemaText : rawValue)
    }

    private var schemaText: String {
        switch self {
        case .ecdsaK256Keccak: "EcdsaK256Keccak"
        case .falcon512Poseidon2: "Falcon512Poseidon2"
        }
    }
}
