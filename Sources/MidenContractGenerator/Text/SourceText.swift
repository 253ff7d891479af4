/// Text of a package as Swift source. What goes in is any text; what comes out is a comment or a literal and nothing
/// else, and looks like what it is.
enum SourceText {
    /// A documentation comment, wrapped at 120 columns.
    ///
    /// The text is Markdown. It stays prose: what DocC would read as a field, a heading, a code block or a directive is
    /// escaped. At most 60 lines come out; a last sentence says if the rest is cut.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - indent: How deep the comment is nested: four columns each. It counts for the width alone.
    /// - Returns: Lines that begin with `///`, without the indentation. There are none if the text has no words.
    static func comment(_ text: String, indent: Int) -> [String] {
        CommentBlock.comment(CommentBlock.blocks(of: text), indent: indent, maximumLines: 60)
    }

    /// A string literal on one line, with its quotes, that has the text as its value.
    ///
    /// Swift refuses an escape of U+FDD0 to U+FDEF, which are no characters: the value has the escape as text there.
    static func literal(_ text: String) -> String {
        var literal = "\""
        var followsLetter = false
        for scalar in text.unicodeScalars {
            let visible = HarmlessText.visible(scalar, followsLetter: &followsLetter)
            switch scalar {
            case "\\": literal += "\\\\"
            case "\"": literal += "\\\""
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case _ where (0xFDD0...0xFDEF).contains(scalar.value): literal += "\\" + visible
            default: literal += visible
            }
        }
        return literal + "\""
    }

    /// A text on one line that may stand in backticks in a comment, or in a comment of its own line: without line breaks
    /// and backticks, and cut behind 1,000 characters. The backticks are the caller's.
    static func inline(_ text: String) -> String {
        var line = ""
        var length = 0
        var isSpaced = false
        var followsLetter = false
        for scalar in text.unicodeScalars {
            if HarmlessText.breaksLine(scalar) || scalar == " " || scalar == "\t" {
                isSpaced = length > 0
                followsLetter = false
                continue
            }
            if length >= 1_000 { return line + "…" }
            let visible = HarmlessText.visible(scalar, followsLetter: &followsLetter)
            let word = scalar == "`" ? HarmlessText.escape(scalar) : visible
            line += isSpaced ? " " + word : word
            length += word.unicodeScalars.count + (isSpaced ? 1 : 0)
            isSpaced = false
        }
        return line
    }
}
