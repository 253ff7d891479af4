extension Unicode.Scalar {
    /// Whether a character neither breaks the line nor controls how the text around it is shown.
    package var isPlain: Bool {
        switch value {
        case 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false
        default: properties.generalCategory != .control
        }
    }

    /// Whether the user sees that the character is there: it is plain, has a width and a meaning.
    fileprivate var isVisible: Bool {
        guard isPlain, !properties.isDefaultIgnorableCodePoint else { return false }
        return switch properties.generalCategory {
        case .format, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }

    fileprivate var isCombiningMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}

extension String {
    /// What a text ends with that is cut.
    package static let cutMark = " … (cut)"
    /// How many combining marks in a row are shown as they are. More of them cover the lines above and below.
    private static let mostCombiningMarks = 4

    /// The text of a page on one line, as it is shown to the user. Control and bidirectional characters, characters that
    /// are not seen, and combining marks at the beginning or of a long row are written as `\u{202E}`.
    ///
    /// - Parameter longest: The most code points of what is shown, at least those of ``cutMark``. A longer text ends with
    ///   ``cutMark``.
    /// - Returns: What to show. It is shown as it is if it is passed again with the same limit.
    package func shown(atMost longest: Int) -> String {
        let room = longest - Self.cutMark.unicodeScalars.count
        var shown: [Unicode.Scalar] = []
        // How many code points are kept if the text is cut: no escape is cut in two.
        var kept = 0
        // A mark at the beginning would combine with what the app shows before the text.
        var marks = Self.mostCombiningMarks
        for scalar in unicodeScalars {
            marks = scalar.isCombiningMark ? marks + 1 : 0
            if scalar.isVisible && marks <= Self.mostCombiningMarks {
                shown.append(scalar)
            } else {
                shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars
            }
            if shown.count > longest {
                return String(String.UnicodeScalarView(shown[..<kept])) + Self.cutMark
            }
            if shown.count <= room { kept = shown.count }
        }
        return String(String.UnicodeScalarView(shown))
    }
}
