extension Interface.Procedure {
    /// Whether the package says what it takes and returns.
    var isTyped: Bool { signature != nil && obstacle?.kind != "no_signature" }

    /// Why no Swift method can call it, as a sentence without its name: nil if one can. It has the role `account`.
    var callObstacle: String? {
        switch obstacle?.kind {
        case nil, "no_signature": return typeObstacle
        case "convention":
            let convention = SourceText.inline(obstacle?.convention ?? "")
            return "it has the calling convention `\(convention)`, and only code in its own context calls it"
        case "unsupported_type":
            let type = SourceText.inline(obstacle?.name ?? "")
            return Self.obstacle(ofType: type, reason: ValueType.reason(obstacle?.reason ?? ""))
        case "too_many_felts":
            return """
                it takes \(obstacle?.inputs ?? 0) and returns \(obstacle?.outputs ?? 0) elements, and a call passes at most 16 \
                each way
                """
        case "not_a_method": return "it is not marked `@account_procedure`, and no account lets others call it"
        case let kind?: return "this version does not know the obstacle “\(SourceText.inline(kind))”"
        }
    }

    private var typeObstacle: String? {
        guard let signature, isTyped else { return nil }
        for type in signature.parameters.map(\.type) + signature.results {
            if let reason = type.obstacle {
                return Self.obstacle(ofType: SourceText.inline(type.source), reason: reason)
            }
        }
        return nil
    }

    private static func obstacle(ofType type: String, reason: String) -> String {
        "it takes or returns a value of the type `\(type)`, which no call can pass: \(reason)"
    }

    /// The procedure as its source declares it: `get_entry(number: u32) -> Entry`.
    var declaration: String {
        guard let signature, isTyped else { return name }
        let parameters = signature.parameters.map { ($0.name.map { "\($0): " } ?? "") + $0.type.source }
        let results = signature.results.map(\.source)
        let result =
            switch results.count {
            case 0: ""
            case 1: " -> \(results[0])"
            default: " -> (\(results.joined(separator: ", ")))"
            }
        return "\(name)(\(parameters.joined(separator: ", ")))\(result)"
    }
}
