/// The documentation of a procedure by Miden's convention, in its sections.
struct ProcedureSections {
    /// What is kept: the parameters of `Where:`, and the conditions of `Panics if:`.
    enum Section {
        case parameters
        case panics
        case other
    }

    /// The paragraphs before the first section. Their lines end with LF.
    private(set) var summary: [String] = []
    private var entries: [(section: Section, text: String)] = []

    /// Reads documentation.
    ///
    /// - Parameter text: Any text.
    init(_ text: String) {
        var section: Section?
        var paragraph: [String] = []
        var isOpen = false
        var itemIndent = 0
        for scalars in HarmlessText.lines(of: text) {
            let indent = scalars.prefix(while: Self.isSpace).count
            let line = Substring(scalars.dropFirst(indent))
            if let heading = Self.heading(line) {
                section = heading.section
                isOpen = !heading.rest.isEmpty
                itemIndent = .max
                if isOpen { entries.append((heading.section, String(heading.rest))) }
            } else if line.isEmpty {
                isOpen = false
                if !paragraph.isEmpty { summary.append(paragraph.joined(separator: "\n")) }
                paragraph = []
            } else if let section {
                if let marker = MarkdownLine.listMarker(of: line), indent <= itemIndent {
                    itemIndent = indent
                    entries.append((section, String(line.unicodeScalars.dropFirst(marker.unicodeScalars.count))))
                    isOpen = true
                } else if isOpen {
                    entries[entries.count - 1].text += " " + line
                } else if itemIndent == .max {
                    entries.append((section, String(line)))
                    isOpen = true
                }
            } else {
                paragraph.append(String(line))
            }
        }
        if !paragraph.isEmpty { summary.append(paragraph.joined(separator: "\n")) }
    }

    /// The list items of the sections of a kind, each on one line.
    func entries(of section: Section) -> [String] {
        entries.filter { $0.section == section && !$0.text.isEmpty }.map(\.text)
    }

    private static let headings: [(String, Section)] = [
        ("inputs:", .other), ("outputs:", .other), ("invocation:", .other), ("where:", .parameters),
        ("panics if:", .panics),
        ("panics:", .panics),
    ]

    /// The section that a line begins, with what else is on the line.
    private static func heading(_ line: Substring) -> (section: Section, rest: Substring)? {
        let start = String(line.unicodeScalars.prefix(12)).lowercased()
        return headings.first { start.hasPrefix($0.0) }.map { heading in
            let rest = line.unicodeScalars.dropFirst(heading.0.count).drop(while: isSpace)
            return (heading.1, Substring(rest))
        }
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t"
    }
}
