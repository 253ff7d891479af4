/// One line of Markdown within a documentation comment, kept from changing the structure of the comment.
///
/// Everything here counts in code points: a `Character` may join the end of a marker with what follows it.
enum MarkdownLine {
    /// The line with a `\` before what would begin a field, heading, code block, quotation, directive or the like.
    ///
    /// List items stay list items, unless DocC would read them as a field (`- Returns:`) or as a note (`- Warning:`).
    ///
    /// - Parameter line: The line, without spaces at its beginning.
    /// - Returns: The line, with one character more at most.
    static func escaped(_ line: Substring) -> String {
        var rest = line
        while let marker = listMarker(of: rest) {
            let item = Substring(rest.unicodeScalars.dropFirst(marker.unicodeScalars.count))
            if isRule(rest) || isField(item) { return line.prefix(upTo: rest.startIndex) + escapedStart(of: rest) }
            rest = item
        }
        return line.prefix(upTo: rest.startIndex) + (changesStructure(rest) ? escapedStart(of: rest) : String(rest))
    }

    /// The line as the continuation of a paragraph: no list begins there either.
    ///
    /// - Parameter line: The line, without spaces at its beginning.
    /// - Returns: The line, with one character more at most.
    static func escapedContinuation(_ line: Substring) -> String {
        listMarker(of: line) != nil || changesStructure(line) ? escapedStart(of: line) : String(line)
    }

    /// The marker of a list item with the spaces behind it, such as `- ` or `12. `; nil if the line is none.
    static func listMarker(of line: Substring) -> String? {
        let scalars = line.unicodeScalars
        let digits = scalars.prefix(10).prefix(while: isDigit).count
        let end = scalars.dropFirst(digits).first
        switch end {
        case "-", "*", "+": guard digits == 0 else { return nil }
        case ".", ")": guard (1...9).contains(digits) else { return nil }
        default: return nil
        }
        let marker = scalars.prefix(digits + 1)
        let spaces = scalars.dropFirst(digits + 1).prefix { $0 == " " }
        let isAlone = scalars.index(after: marker.index(before: marker.endIndex)) == scalars.endIndex
        return spaces.isEmpty && !isAlone ? nil : String(marker) + String(spaces)
    }

    /// What `HarmlessText` writes, and no command of Doxygen like `\param` is.
    private static let escapeStart = "\\u{".unicodeScalars

    private static func changesStructure(_ line: Substring) -> Bool {
        let scalars = line.unicodeScalars
        switch scalars.first {
        case "#", ">", "<", "|", "@": return true
        case "[": return scalars.contains(":")
        case "`": return scalars.starts(with: "```".unicodeScalars)
        case "~": return scalars.starts(with: "~~~".unicodeScalars)
        case "\\":
            let isCommand = scalars.dropFirst().first?.properties.isAlphabetic == true
            return isCommand && !scalars.starts(with: escapeStart)
        default: return isRule(line)
        }
    }

    /// Whether a line is of one character of rules and underlines alone: `---` is a rule, or makes a heading.
    private static func isRule(_ line: Substring) -> Bool {
        switch line.unicodeScalars.first {
        case let first? where ["-", "=", "*", "_"].contains(first):
            line.unicodeScalars.allSatisfy { $0 == first || $0 == " " }
        default: false
        }
    }

    private static func escapedStart(of line: Substring) -> String {
        // In `1.`, a `\` before a digit would be seen, and one before the dot is not.
        let digits = line.unicodeScalars.prefix(while: isDigit)
        return String(digits) + "\\" + String(line.unicodeScalars.dropFirst(digits.count))
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar)
    }

    /// Whether the text of a list item begins with a word that DocC takes for a field or for the kind of a note.
    private static func isField(_ item: Substring) -> Bool {
        let word = item.unicodeScalars.prefix { $0.isASCII && $0.properties.isAlphabetic }
        return item.unicodeScalars.contains(":") && fields.contains(String(word).lowercased())
    }

    /// In lower case: DocC compares without case.
    private static let fields: Set<String> = [
        "attention", "author", "authors", "bug", "complexity", "copyright", "date", "dictionarykey", "dictionarykeys",
        "experiment", "httpbody", "httpparameter", "httpparameters", "httpresponse", "httpresponses", "important",
        "invariant", "keyword", "localizationkey", "mutatingvariant", "nonmutatingvariant", "note", "parameter",
        "parameters", "possiblevalue", "possiblevalues", "postcondition", "precondition", "recommended",
        "recommendedover", "remark", "requires", "return", "returns", "seealso", "since", "tag", "throw", "throws",
        "tip", "todo", "version", "warning",
    ]
}
