/// A paragraph, list item or field of a documentation comment: words, that lines are made of.
struct CommentBlock {
    /// Whether an empty line is before it.
    var followsEmptyLine = false
    /// What the first line begins with, as it is: `- Parameter amount:` of a field. Empty for text of a package.
    var lead = ""
    /// The words, with what is not seen in them written as escapes. The first one of a list item is its marker.
    var words: [String]
    /// How far lines behind the first one are indented: under the text of a list item.
    var hangingIndent = 0

    /// The longest word that stays whole, in code points. The rest of a longer one is cut.
    private static let maximumWord = 200

    /// The paragraphs and list items of a text. Lines of a paragraph are joined; spaces at their beginning do not count.
    ///
    /// - Parameter text: Any text.
    /// - Returns: The blocks. There is none if the text has no words.
    static func blocks(of text: String) -> [CommentBlock] {
        var blocks: [CommentBlock] = []
        var followsEmptyLine = false
        var isInBlock = false
        for line in HarmlessText.lines(of: text) {
            let words = words(of: line)
            guard let first = words.first else {
                followsEmptyLine = true
                isInBlock = false
                continue
            }
            let isItem = MarkdownLine.listMarker(of: first[...]) != nil
            let isHeading = first.unicodeScalars.allSatisfy { $0 == "#" }
            if isInBlock, !isItem, !isHeading {
                blocks[blocks.count - 1].words += words
            } else {
                blocks.append(
                    CommentBlock(
                        followsEmptyLine: followsEmptyLine || isHeading,
                        words: words,
                        hangingIndent: isItem ? first.unicodeScalars.count + 1 : 0
                    )
                )
            }
            followsEmptyLine = isHeading
            isInBlock = !isHeading
        }
        return blocks
    }

    /// The words of a text as one paragraph, whatever lines it has.
    static func words(of text: String) -> [String] {
        HarmlessText.lines(of: text).flatMap { words(of: $0) }
    }

    /// The comment that blocks make, with a sentence at its end if it does not fit.
    ///
    /// - Parameters:
    ///   - blocks: The blocks.
    ///   - indent: How deep the comment is nested: four columns each.
    ///   - maximumLines: How many lines there are at most; 3 or more.
    /// - Returns: Lines that begin with `///`, without the indentation.
    static func comment(_ blocks: [CommentBlock], indent: Int, maximumLines: Int) -> [String] {
        var lines: [String] = []
        for block in blocks {
            if block.followsEmptyLine, !lines.isEmpty { lines.append("///") }
            // One line more than there may be shows that something is cut.
            lines += block.lines(indent: indent, maximumLines: maximumLines + 1)
            if lines.count > maximumLines {
                lines.removeSubrange((maximumLines - 2)...)
                while lines.last == "///" { lines.removeLast() }
                return lines + ["///", "/// The rest of this text is left out."]
            }
        }
        return lines
    }

    /// The block as lines of a comment.
    ///
    /// - Parameters:
    ///   - indent: How deep the comment is nested: four columns each.
    ///   - maximumLines: How many lines to make at most; the rest is cut.
    /// - Returns: Lines that begin with `///`, without the indentation. None is over 120 columns but by a longer word.
    func lines(indent: Int, maximumLines: Int) -> [String] {
        let columns = min(max(indent, 0), 15) * 4
        // One column is kept for a `\` at the beginning of the line.
        let width = 120 - columns - "/// ".count - 1
        var lines: [String] = []
        var line = lead
        for word in words {
            let isFirst = lines.isEmpty
            let length = line.unicodeScalars.count + 1 + word.unicodeScalars.count + (isFirst ? 0 : hangingIndent)
            if !line.isEmpty, length > width {
                lines.append(finished(line, isFirst: isFirst))
                if lines.count == maximumLines { return lines }
                line = ""
            }
            line += line.isEmpty ? word : " " + word
        }
        return line.isEmpty ? lines : lines + [finished(line, isFirst: lines.isEmpty)]
    }

    /// Whether a code point begins a reference, a tag, or the address of a link, if another one is behind it.
    private static func beginsMarkup(_ scalar: Unicode.Scalar, before next: Unicode.Scalar) -> Bool {
        let isLetter = next.isASCII && next.properties.isAlphabetic
        return switch scalar {
        case "&": next == "#" || isLetter
        case "<": isLetter || ["/", "!", "?"].contains(next)
        case "]": next == "(" || next == "["
        default: false
        }
    }

    private func finished(_ line: String, isFirst: Bool) -> String {
        guard isFirst else {
            return "/// " + String(repeating: " ", count: hangingIndent) + MarkdownLine.escapedContinuation(line[...])
        }
        return "/// " + (lead.isEmpty ? MarkdownLine.escaped(line[...]) : line)
    }

    /// The words of a line: what is between spaces. A `\` is before character references of HTML (`&#82;`), which would
    /// hide what a line begins with, before its tags, and in links and pictures: a viewer that loads a picture would tell its
    /// author that somebody reads this.
    private static func words(of line: Substring.UnicodeScalarView) -> [String] {
        line.split { $0 == " " || $0 == "\t" }.map { scalars in
            var word = ""
            var length = 0
            var followsLetter = false
            for (index, scalar) in zip(scalars.indices, scalars) {
                var visible = HarmlessText.visible(scalar, followsLetter: &followsLetter)
                if let next = scalars[index...].dropFirst().first, beginsMarkup(scalar, before: next) {
                    visible = "\\" + visible
                }
                length += visible.unicodeScalars.count
                if length > maximumWord { return word + "…" }
                word += visible
            }
            return word
        }
    }
}
