extension Unicode.Scalar {
    /// Whether a character neither breaks the line nor controls how the text around it is shown.
    var isPlain: Bool {
        switch value {
        case 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false
        default: properties.generalCategory != .control
        }
    }
}

extension String {
    /// The text on one line, with control and bidirectional characters as `\u{202E}`.
    var escaped: String {
        unicodeScalars.map { scalar in
            scalar.isPlain ? String(scalar) : "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }.joined()
    }
}
