// What others have written must not steer a terminal or change how the text around it reads: names of tokens, errors of
// nodes, what is in notes.

extension String {
    /// Controls, formatting such as a change of direction, and characters without a meaning of their own are escaped as
    /// `\u{202E}`. Line breaks and tabs stay.
    package var neutralized: String {
        escaped { $0.isUnsafe && $0 != "\n" && $0 != "\t" }
    }

    /// The same with line breaks and tabs escaped, too.
    package var onOneLine: String {
        escaped(\.isUnsafe)
    }

    /// JSON in which the same characters are escaped as JSON has it, so that the values are what they were. Outside of
    /// texts there are none in JSON.
    package var neutralizedJSON: String {
        replacing(\.isUnsafe) { scalar in
            String(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        }
    }

    private func escaped(_ isEscaped: (Unicode.Scalar) -> Bool) -> String {
        replacing(isEscaped) { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }
    }

    private func replacing(
        _ isReplaced: (Unicode.Scalar) -> Bool,
        by text: (Unicode.Scalar) -> String
    ) -> String {
        guard unicodeScalars.contains(where: isReplaced) else {
            return self
        }
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if isReplaced(scalar) {
                result.append(contentsOf: text(scalar).unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}

extension Unicode.Scalar {
    fileprivate var isUnsafe: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
        default: false
        }
    }
}
