extension Unicode.Scalar {
    /// Whether a character neither breaks the line nor controls how the text around it is shown.
    package var isPlain: Bool {
        switch value {
        case 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false
        default: properties.generalCategory != .control
        }
    }

    /// Whether the user sees that the character is there: it is plain, has a width and a meaning, and is not blank. White space
    /// counts as visible: it is seen between other characters.
    fileprivate var isVisible: Bool {
        guard isPlain, !isBlank, !properties.isDefaultIgnorableCodePoint else { return false }
        return switch properties.generalCategory {
        case .format, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }

    /// Whether it is shown as nothing although Unicode counts it as a symbol or a mark: the blank Braille pattern, the object
    /// replacement character, the filler of Khitan and the null note head of music.
    private var isBlank: Bool {
        switch value {
        case 0x2800, 0xFFFC, 0x13441, 0x13442, 0x16FE4, 0x1D159: true
        default: false
        }
    }

    fileprivate var isCombiningMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}

extension StringProtocol {
    /// The characters of the text that people see, without white space: what they compare.
    package var seen: String {
        let scalars = unicodeScalars.filter { $0.isVisible && !$0.properties.isWhitespace }
        return String(String.UnicodeScalarView(scalars))
    }
}

extension String {
    /// What a text ends with that is cut.
    package static let cutMark = " … (cut)"
    /// How many combining marks in a row are shown as they are. More of them cover the lines above and below.
    private static let mostCombiningMarks = 4

    /// The text of a page on one line, as it is shown to the user. Control and bidirectional characters, characters that
    /// are not seen, and combining marks at the beginning or of a long row are written as `\u{202E}`. So is white space if
    /// there is nothing else.
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
        let isWhiteSpace = unicodeScalars.allSatisfy(\.properties.isWhitespace)
        for scalar in unicodeScalars {
            marks = scalar.isCombiningMark ? marks + 1 : 0
            if scalar.isVisible && !isWhiteSpace && marks <= Self.mostCombiningMarks {
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

    /// The same of a text that the user signs, which is never cut: the end of it is signed too.
    package var shownInFull: String { shown(atMost: .max) }
}
