import MidenSwiftClient

extension String {
    /// The lines of a text that somebody else has written, each after a mark, so that none of them is taken for the command's.
    var quoted: String {
        split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
            .map { "  | \(String($0).onOneLine)" }
            .joined(separator: "\n")
    }

    /// The beginning of a text that may be very long. By scalars, since a single character can be as long as the text.
    func shortened(to limit: Int) -> String {
        guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
            return self
        }
        return String(unicodeScalars[..<end]) + "…"
    }
}
