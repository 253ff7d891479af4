/// The part of Swift's lexer that texts of a package can reach: comments of one line and literals of one line. It knows
/// nothing of how the generator makes them.
enum SwiftLexer {
    /// The lines of source that consists of `//` comments and spaces alone; nil if there is anything else in it.
    static func comments(in source: String) -> [String]? {
        var comments: [String] = []
        var rest = source.unicodeScalars[...]
        while let first = rest.first {
            if first == " " || first == "\n" {
                rest.removeFirst()
                continue
            }
            guard rest.starts(with: "//".unicodeScalars) else { return nil }
            let comment = rest.prefix { $0 != "\n" && $0 != "\r" }
            guard !comment.contains("\0") else { return nil }
            comments.append(String(comment))
            rest = rest.dropFirst(comment.count)
        }
        return comments
    }

    /// The value of the string literal that the whole source is; nil if it is anything else.
    static func value(ofLiteral source: String) -> String? {
        var value = String.UnicodeScalarView()
        var rest = source.unicodeScalars[...]
        guard rest.popFirst() == "\"" else { return nil }
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"": return rest.isEmpty ? String(value) : nil
            case "\n", "\r", "\0": return nil
            case "\\":
                switch rest.popFirst() {
                case "n": value.append("\n")
                case "r": value.append("\r")
                case "t": value.append("\t")
                case "0": value.append("\0")
                case "\\": value.append("\\")
                case "\"": value.append("\"")
                case "u":
                    guard rest.popFirst() == "{" else { return nil }
                    let digits = String(rest.prefix { $0 != "}" })
                    rest = rest.dropFirst(digits.unicodeScalars.count)
                    guard rest.popFirst() == "}", (1...8).contains(digits.count),
                        let number = UInt32(digits, radix: 16), !(0xFDD0...0xFDEF).contains(number),
                        let escaped = Unicode.Scalar(number)
                    else { return nil }
                    value.append(escaped)
                default: return nil
                }
            default: value.append(scalar)
            }
        }
        return nil
    }
}
