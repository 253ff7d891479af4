/// An expression of Swift, which is laid out as `swift format` does: on one line if it fits, else an argument on each.
indirect enum SourceExpression {
    case text(String)
    /// A call: what is called, and its arguments.
    case call(String, [SourceExpression])
    /// An array.
    case list([SourceExpression])
    /// An argument with its label.
    case labelled(String, SourceExpression)

    /// The longest line.
    static let lineLength = 120

    /// The expression on one line.
    var line: String {
        switch self {
        case .text(let text): text
        case .call(let called, let arguments): "\(called)(\(arguments.map(\.line).joined(separator: ", ")))"
        case .list(let elements): "[\(elements.map(\.line).joined(separator: ", "))]"
        case .labelled(let label, let expression): "\(label): \(expression.line)"
        }
    }

    /// The formatter keeps a column for the comma that an array may have at its end.
    private var longestLine: Int {
        switch self {
        case .list: Self.lineLength - 1
        case .labelled(_, let expression): expression.longestLine
        default: Self.lineLength
        }
    }

    /// The expression on lines.
    ///
    /// - Parameters:
    ///   - before: What is before it on its first line.
    ///   - after: What is after it on its last line.
    ///   - indent: By how many spaces the lines are indented where they come to stand. They are not indented here.
    /// - Returns: The lines.
    func lines(before: String = "", after: String = "", indent: Int) -> [String] {
        let line = before + self.line + after
        guard indent + line.count > longestLine else {
            return [line]
        }
        let (begin, parts, end, isList): (String, [SourceExpression], String, Bool)
        switch self {
        case .text: return [line]
        case .labelled(let label, let expression):
            return expression.lines(before: "\(before)\(label): ", after: after, indent: indent)
        case .call(let called, let arguments): (begin, parts, end, isList) = ("\(called)(", arguments, ")", false)
        case .list(let elements): (begin, parts, end, isList) = ("[", elements, "]", true)
        }
        guard !parts.isEmpty else {
            return [line]
        }
        var lines = SourceLines(lines: [before + begin])
        for (index, part) in parts.enumerated() {
            let comma = isList || index < parts.count - 1 ? "," : ""
            lines.add(part.lines(after: comma, indent: indent + 4), indent: 4)
        }
        lines.add(end + after)
        return lines.lines
    }
}
