/// Lines of Swift source.
struct SourceLines {
    /// The lines, without line ends.
    var lines: [String] = []

    /// Adds a line.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - indent: By how many spaces it is indented further. An empty line stays empty.
    mutating func add(_ line: String, indent: Int = 0) {
        lines.append(line.isEmpty ? "" : String(repeating: " ", count: indent) + line)
    }

    /// Adds lines.
    ///
    /// - Parameters:
    ///   - lines: The lines.
    ///   - indent: By how many spaces they are indented further.
    mutating func add(_ lines: [String], indent: Int = 0) {
        for line in lines {
            add(line, indent: indent)
        }
    }
}
