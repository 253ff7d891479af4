/// What a token calls itself, such as `MIDEN`, as faucets keep it: in one element.
public struct TokenSymbol: FeltCodable, Hashable, CustomStringConvertible {
    /// The type of the values: a type of storage. Procedures have it as an element, which takes the value, too.
    public static var contractType: ContractType { .storage("miden::standards::faucets::fungible::token_symbol") }

    private let symbol: ElementText

    /// The text.
    public var description: String { symbol.text }

    /// Checks a text. Needs no wallet and no network, and does not wait.
    ///
    /// - Parameter text: 1 to 12 letters from `A` to `Z`.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` if it is another
    ///   text.
    public init(_ text: String) throws {
        symbol = try ElementText(text, as: Self.contractType)
    }

    /// Reads a symbol.
    ///
    /// - Parameter decoder: A decoder at the text. In a ``ContractValue`` it can be the element, as a number or its
    ///   digits.
    /// - Throws: `DecodingError` if there is none, or one that is not the element of a symbol.
    public init(from decoder: any Decoder) throws {
        symbol = try ElementText(from: decoder, as: Self.contractType)
    }

    /// Writes the text. In a ``ContractValue`` there are the digits of the element, which procedures and storage take.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        try symbol.encode(to: encoder)
    }
}
