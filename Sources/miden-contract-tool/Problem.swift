/// What is wrong with an input, as editors understand it: `PATH:LINE:COLUMN: error: TEXT`, or `PATH: error: TEXT`.
struct Problem: Error, CustomStringConvertible {
    let description: String

    /// A problem of a whole file.
    init(in path: String, _ text: String) {
        description = "\(path): error: \(text)"
    }

    /// A problem whose text begins with its place, and with `error: `.
    init(placed description: String) {
        self.description = description
    }
}

extension String {
    /// The text without line breaks and without characters that steer a terminal: each is written as its number.
    var onOneLine: String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
                result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
