/// The documentation of a procedure, which by Miden's convention is about the stack (`Inputs:`, `Outputs:`, `Where:`,
/// `Panics if:`, `Invocation:`), as documentation of a Swift method.
struct ProcedureDocumentation {
    /// The paragraphs before the first section of the convention; all of them if it has none.
    var summary: [String]
    /// What `Where:` says of parameters, in the order of the parameters; those that it does not name are not here.
    var parameters: [(name: String, text: String)]
    /// The conditions of `Panics if:`.
    var panics: [String]

    /// The names of all parameters in the package.
    private let names: [String]

    /// Reads documentation.
    ///
    /// - Parameters:
    ///   - text: The text as the package has it.
    ///   - parameters: The names of the procedure's parameters in the package, in their order.
    init(_ text: String?, parameters: [String]) {
        let sections = ProcedureSections(text ?? "")
        let described = sections.entries(of: .parameters).compactMap(Self.parameter)
        summary = sections.summary
        self.parameters = parameters.compactMap { name in
            described.first { Self.isSame($0.name, name) }.map { (name: name, text: $0.text) }
        }
        panics = sections.entries(of: .panics)
        names = parameters
    }

    /// The whole comment of a method: at most 60 lines for up to 16 parameters.
    ///
    /// Parameters, result and errors have their fields if the comment is more than one paragraph: the format lint wants
    /// all of them then, and none otherwise.
    ///
    /// - Parameters:
    ///   - indent: How deep the comment is nested: four columns each.
    ///   - fallback: The text, as Markdown, if there is no documentation.
    ///   - labels: The names inside the Swift method of the parameters, by their names in the package. Fields are made for
    ///     these alone; empty for a property.
    ///   - returns: What the method returns, for its field; nil if it has none.
    ///   - throws: What the method throws, for its field; nil if it has none.
    /// - Returns: Lines that begin with `///`, without the indentation.
    func lines(
        indent: Int,
        fallback: String,
        labels: [String: String],
        returns: String? = nil,
        throws: String? = nil
    ) -> [String] {
        var blocks = CommentBlock.blocks(of: summary.joined(separator: "\n\n"))
        if blocks.isEmpty { blocks = CommentBlock.blocks(of: fallback) }
        if !panics.isEmpty {
            blocks.append(CommentBlock(followsEmptyLine: true, words: ["It", "fails", "if:"]))
            blocks += panics.flatMap { CommentBlock.blocks(of: "- " + $0) }
        }
        let isSummary = blocks.count == 1 && blocks[0].hangingIndent == 0
        let hasParameters = parameters.contains { labels[$0.name] != nil }
        if isSummary, !hasParameters { return CommentBlock.comment(blocks, indent: indent, maximumLines: 60) }

        let fields = parameterFields(labels) + [field("Returns", returns), field("Throws", `throws`)].compactMap { $0 }
        let fieldLines = fields.flatMap { $0.lines(indent: indent, maximumLines: 3) }
        let maximumLines = max(60 - fieldLines.count - 1, 3)
        let text = CommentBlock.comment(blocks, indent: indent, maximumLines: maximumLines)
        return fieldLines.isEmpty ? text : text + ["///"] + fieldLines
    }

    private func parameterFields(_ labels: [String: String]) -> [CommentBlock] {
        let fields = names.compactMap { name in
            labels[name].map { label in
                let text = parameters.first { $0.name == name }?.text ?? "The argument `\(SourceText.inline(name))`."
                return (label: label, words: CommentBlock.words(of: text))
            }
        }
        if fields.count == 1 {
            return fields.map { CommentBlock(lead: "- Parameter \($0.label):", words: $0.words, hangingIndent: 2) }
        }
        let heading = fields.isEmpty ? [] : [CommentBlock(lead: "- Parameters:", words: [])]
        return heading + fields.map { CommentBlock(lead: "  - \($0.label):", words: $0.words, hangingIndent: 4) }
    }

    private func field(_ name: String, _ text: String?) -> CommentBlock? {
        text.map { CommentBlock(lead: "- \(name):", words: CommentBlock.words(of: $0), hangingIndent: 2) }
    }

    /// The name and the text of `note_type is the type of the note.` or `note_type: The type of the note.`
    private static func parameter(_ entry: String) -> (name: String, text: String)? {
        let scalars = Substring(entry).unicodeScalars.drop { $0 == "`" }
        let name = scalars.prefix { Naming.isWordScalar($0) || $0 == "_" }
        let rest = Substring(scalars.dropFirst(name.count).drop { $0 == "`" || $0 == " " })
        guard !name.isEmpty, let verb = [": ", "is ", "are "].first(where: { rest.hasPrefix($0) }) else { return nil }
        let text = rest.dropFirst(verb.count).drop { $0 == " " }
        guard !CommentBlock.words(of: String(text)).isEmpty else { return nil }
        let word = text.prefix { $0 != " " }
        let isPlain = !word.isEmpty && word.allSatisfy { $0.isASCII && $0.isLetter }
        return (String(name), isPlain ? text.prefix(1).uppercased() + text.dropFirst() : String(text))
    }

    /// Whether two names are the same but for case and `-`: words of four elements are in upper case in `Where:`.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        one.lowercased() == other.lowercased().replacing("-", with: "_")
    }
}
