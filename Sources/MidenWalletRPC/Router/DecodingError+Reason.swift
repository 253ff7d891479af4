extension DecodingError {
    /// What is wrong with the parameters, as a sentence for the page's author. It may hold a part of what the page sent, so
    /// its length is limited.
    var reason: String {
        let reason =
            switch self {
            case .keyNotFound(let key, let context): "\(Self.path(context.codingPath + [key])) is missing"
            case .valueNotFound(_, let context), .typeMismatch(_, let context):
                "\(Self.path(context.codingPath)) has the wrong type"
            case .dataCorrupted(let context): "\(Self.path(context.codingPath)): \(context.debugDescription)"
            @unknown default: "The parameters cannot be read"
            }
        return String(reason.prefix(200))
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        (["params"] + keys.map { $0.intValue.map(String.init) ?? $0.stringValue }).joined(separator: ".")
    }
}
