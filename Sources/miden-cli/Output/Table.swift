import MidenSwiftClient

/// Aligned columns for people.
///
/// Columns are two spaces apart and as wide as their widest cell. A table whose titles are all empty has no line of
/// titles. No line ends with spaces, and the last column is not filled up with them.
struct Table {
    /// A column's title, and the side its cells are aligned to.
    struct Column {
        enum Side {
            case left, right
        }

        let title: String
        let side: Side

        static func left(_ title: String) -> Column { Column(title: title, side: .left) }
        static func right(_ title: String) -> Column { Column(title: title, side: .right) }
    }

    let columns: [Column]
    let rows: [[String]]

    /// The lines, without a line break at the end.
    var text: String {
        lines.joined(separator: "\n")
    }

    /// The line of the titles, if there are any, and one line for each row.
    var lines: [String] {
        let titles = columns.map(\.title)
        // A cell may be what somebody else has written, and is one line whatever that is.
        let rows = rows.map { $0.map(\.onOneLine) }
        let lines = titles.allSatisfy(\.isEmpty) ? rows : [titles] + rows
        // A cell at the end of its line is not filled up: one long cell would make every line as long.
        let widths = columns.enumerated().map { index, column in
            column.side == .left && index == columns.count - 1
                ? 0 : lines.map { $0.indices.contains(index) ? $0[index].count : 0 }.max() ?? 0
        }
        return lines.map { cells in
            zip(cells, zip(columns, widths))
                .map { cell, layout in Self.padded(cell, to: layout.1, side: layout.0.side) }
                .joined(separator: "  ")
                .trimmingSpacesAtEnd
        }
    }

    /// Names and what they stand for, one a line.
    static func facts(_ facts: [(name: String, value: String)]) -> String {
        Table(columns: [.left(""), .left("")], rows: facts.map { [$0.name, $0.value] }).text
    }

    private static func padded(_ cell: String, to width: Int, side: Column.Side) -> String {
        let padding = String(repeating: " ", count: max(0, width - cell.count))
        return side == .left ? cell + padding : padding + cell
    }
}

extension String {
    fileprivate var trimmingSpacesAtEnd: String {
        // By bytes: a step back over a character can be as long as the text, which may consist of combining marks.
        let spaces = utf8.reversed().prefix { $0 == UInt8(ascii: " ") }.count
        return String(decoding: utf8.dropLast(spaces), as: UTF8.self)
    }
}
