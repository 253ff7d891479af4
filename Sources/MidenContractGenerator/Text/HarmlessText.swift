/// What a reader or a compiler would take for something else in a text, and how it is written instead.
enum HarmlessText {
    /// Whether a code point breaks a line, for Swift or for an editor: LF, VT, FF, CR, NEL, and the separators of lines and
    /// of paragraphs.
    static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// The lines of a text, broken wherever Swift or an editor breaks one. CR with LF makes an empty line more.
    static func lines(of text: String) -> [Substring.UnicodeScalarView] {
        text.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: breaksLine)
    }

    /// The code point as text that is safe in a comment: itself, or `\u{202E}` if it is a control, is not seen, changes the
    /// direction of text, or has no meaning. So is an accent that has no letter before it: it would change the space,
    /// quote or backtick there.
    ///
    /// - Parameters:
    ///   - scalar: The code point.
    ///   - followsLetter: Whether a letter, or a letter with accents, is before it. False at the beginning of a text; it
    ///     is set for the next code point.
    /// - Returns: The text.
    static func visible(_ scalar: Unicode.Scalar, followsLetter: inout Bool) -> String {
        if scalar.isASCII {
            followsLetter = Naming.isWordScalar(scalar)
            return isHidden(scalar) ? escape(scalar) : String(scalar)
        }
        if isHidden(scalar) {
            followsLetter = false
            return escape(scalar)
        }
        if isMark(scalar) { return followsLetter ? String(scalar) : escape(scalar) }
        followsLetter = scalar.properties.isAlphabetic
        return String(scalar)
    }

    /// The code point as an escape of Swift, such as `\u{202E}`.
    static func escape(_ scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }

    /// The newest Unicode of which every system that the generator runs on has the data. What came later counts as
    /// unassigned everywhere, so that the same text is the same comment on each machine.
    private static let knownUnicode = (major: 14, minor: 0)

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isGraphemeExtend { return true }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        let properties = scalar.properties
        guard let age = properties.age, age <= knownUnicode else { return true }
        if properties.isDefaultIgnorableCodePoint { return true }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
        default: false
        }
    }
}
