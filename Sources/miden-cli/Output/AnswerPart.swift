import MidenSwiftClient

/// An object in the JSON of an answer, whose names are known before there is one: what `--field` takes does not depend
/// on what an answer happens to hold.
///
/// The names are the type's `CodingKeys`, which it therefore spells out.
protocol AnswerPart: Encodable, Sendable {
    associatedtype CodingKeys: CodingKey & CaseIterable & Hashable

    /// The names under which there are further objects, or lists of them. There are none by default.
    static var parts: [CodingKeys: any AnswerPart.Type] { get }
}

extension AnswerPart {
    static var parts: [CodingKeys: any AnswerPart.Type] { [:] }

    /// The names of all values in the object and in those below it, as the JSON has them.
    static func valueNames() throws -> Set<String> {
        let below = try parts.values.map { try $0.valueNames() }
        return try below.reduce(into: JSONTree(AnswerJSON.text(Names<Self>())).names) { $0.formUnion($1) }
    }
}

/// The names of an object's own values, without the values: written by what writes the answer, so that they are spelled
/// the same.
private struct Names<Part: AnswerPart>: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Part.CodingKeys.self)
        for key in Part.CodingKeys.allCases where Part.parts[key] == nil {
            try container.encodeNil(forKey: key)
        }
    }
}
