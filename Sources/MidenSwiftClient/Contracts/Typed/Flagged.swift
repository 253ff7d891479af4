/// Two results, of which the first one says whether the second one means anything: `(i1, T)` of a procedure.
public struct Flagged<Value: Decodable & Sendable>: Decodable, Sendable {
    /// The second result; nil if the first one is false.
    public let value: Value?

    /// Makes one. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameter value: The value, or nil.
    public init(_ value: Value?) {
        self.value = value
    }

    /// Reads two results. The second one is not read if the first one is false.
    ///
    /// - Parameter decoder: A decoder at an array of `true` or `false` and a value.
    /// - Throws: `DecodingError` if there is none, or it has another number of elements.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        if let count = container.count, count != 2 {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "two results are expected, not \(count)"
            )
        }
        value = try container.decode(Bool.self) ? container.decode(Value.self) : nil
    }
}

extension Flagged: Equatable where Value: Equatable {}
extension Flagged: Hashable where Value: Hashable {}
