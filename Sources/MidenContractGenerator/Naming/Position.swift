/// Where a name stands in Swift source.
enum Position: CaseIterable {
    /// A method, where it is declared and where it is called on a value.
    case method
    /// A property, where it is declared and where it is read.
    case property
    /// A case of an enum, where it is declared and where it is used.
    case enumCase
    /// A type, where it is declared and where it is used.
    case type
    /// A parameter where it is declared, with or without another label before it, and the label of an argument.
    case label
    /// A parameter where it is used in an expression.
    case variable
}

extension String {
    /// The name as Swift takes it in a position: with backticks, or a `_` behind it, if it is a keyword there.
    ///
    /// The string is an identifier as `Naming` makes them.
    ///
    /// - Parameter position: Where the name stands.
    /// - Returns: The name with what it needs there.
    func spelled(as position: Position) -> String {
        switch position {
        case .method:
            quoted(if: Keywords.reserved)
        case .property, .enumCase:
            quoted(if: Keywords.reserved, Keywords.metatypes)
        case .type:
            Keywords.notTypes.contains(self) ? self + "_" : quoted(if: Keywords.reserved, Keywords.typeModifiers)
        case .label:
            Keywords.notParameters.contains(self) ? self + "_" : self
        case .variable:
            Keywords.notParameters.contains(self)
                ? self + "_" : quoted(if: Keywords.reserved, Keywords.expressionModifiers)
        }
    }

    private func quoted(if words: Set<String>...) -> String {
        words.contains { $0.contains(self) } ? "`\(self)`" : self
    }
}
