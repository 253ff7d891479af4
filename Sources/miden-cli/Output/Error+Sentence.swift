extension Error {
    /// What went wrong, for people: the text that a decoder has for it without the names of its types.
    var sentence: String {
        guard let error = self as? DecodingError else {
            return String(describing: self)
        }
        switch error {
        case .dataCorrupted(let context):
            return Self.sentence(context, or: "It is not JSON.")
        case .keyNotFound(let key, let context):
            return "“\(key.stringValue)” is missing\(Self.place(context))."
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return "The value\(Self.place(context)) has the wrong type."
        @unknown default:
            return "It is not JSON of the expected form."
        }
    }

    private static func sentence(_ context: DecodingError.Context, or other: String) -> String {
        context.codingPath.isEmpty ? other : "The value\(place(context)) is wrong: \(context.debugDescription)"
    }

    private static func place(_ context: DecodingError.Context) -> String {
        let path = context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
        return path.isEmpty ? "" : " at “\(path.joined(separator: "."))”"
    }
}
