/// A text that storage keeps as one element. The core has the alphabet and the numbers.
///
/// In a ``ContractValue`` it is the digits of its element, which a parameter or a field of type `felt` takes and so
/// does the type of storage. Elsewhere it is the text. No such text has digits, so each form is known when it is read.
struct ElementText: Hashable, Sendable {
    let text: String
    private let element: Felt

    /// - Parameters:
    ///   - text: The text.
    ///   - type: The type of storage.
    /// - Throws: ``MidenError/Kind/invalidValue`` if it is no text of the type.
    init(_ text: String, as type: ContractType) throws {
        guard !text.utf8.contains(where: Self.isDigit),
            let element = try ContractValue.text(text).felts(of: type).first
        else {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidValue,
                message: "“\(text.shortened)” cannot be used: it has digits."
            )
        }
        self.init(text: text, element: element)
    }

    /// - Parameters:
    ///   - decoder: A decoder at the text, at the number of the element or at its digits.
    ///   - type: The type of storage.
    /// - Throws: `DecodingError` if there is none.
    init(from decoder: any Decoder, as type: ContractType) throws {
        let container = try decoder.singleValueContainer()
        do {
            if let text = try? container.decode(String.self), !(text.utf8.first.map(Self.isDigit) ?? false) {
                try self.init(text, as: type)
            } else {
                let element = try Felt(try container.decode(UInt64.self))
                self.init(text: try ContractValue(felts: [element], of: type).decoded(), element: element)
            }
        } catch let error as MidenError {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.message)
        }
    }

    private init(text: String, element: Felt) {
        self.text = text
        self.element = element
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoder.writesContractValue ? element.description : text)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
