import Foundation

extension String {
    /// The text in backticks, for documentation and errors.
    var asCode: String { "`\(SourceText.inline(self))`" }

    /// The text with a full stop, if it has no end.
    var asSentence: String {
        let text = trimmingCharacters(in: .whitespacesAndNewlines)
        guard let last = text.unicodeScalars.last, !".!?:…".unicodeScalars.contains(last) else { return text }
        return text + "."
    }
}
