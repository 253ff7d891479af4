/// A lexer for the Swift of generated files. It knows nothing of how they are made.
struct SwiftTokens: Sequence {
    /// What no generated file may have.
    struct Problem: Error, CustomStringConvertible {
        let line: Int
        let what: String

        var description: String { "line \(line): \(what)" }
    }

    /// The tokens outside of comments. A literal of text is a token without its content.
    let tokens: [String]

    /// Divides a file.
    ///
    /// - Parameter source: The file.
    /// - Throws: ``Problem`` if a comment or a literal does not end, or if there is a character that editors do not show.
    init(_ source: String) throws {
        var reader = Reader(source)
        while let token = try reader.next() {
            reader.tokens.append(token)
        }
        tokens = reader.tokens
    }

    func makeIterator() -> IndexingIterator<[String]> { tokens.makeIterator() }

    private struct Reader {
        var tokens: [String] = []
        private let scalars: [Unicode.Scalar]
        private var index = 0
        private var line = 1

        init(_ source: String) {
            scalars = Array(source.unicodeScalars)
        }

        /// The next token outside of comments; nil at the end.
        mutating func next() throws -> String? {
            while let scalar = try current() {
                switch scalar {
                case " ", "\n": try advance()
                case "/" where peek() == "/":
                    while let scalar = try current(), scalar != "\n" { try advance() }
                case "/" where peek() == "*": throw problem("a comment that ends in its line or a later one")
                case "\"": return try literal()
                case "#": throw problem("a `#`, which only raw literals and directives have")
                case "`": return try quotedName()
                case _ where Self.isName(scalar):
                    var name = ""
                    while let scalar = try current(), Self.isName(scalar) {
                        name.unicodeScalars.append(scalar)
                        try advance()
                    }
                    return name
                case _ where scalar.isASCII:
                    try advance()
                    return String(scalar)
                default: throw problem("U+\(String(scalar.value, radix: 16)) outside of comments and literals")
                }
            }
            return nil
        }

        private static func isName(_ scalar: Unicode.Scalar) -> Bool {
            scalar == "_" || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
                || ("0"..."9").contains(scalar)
        }

        private mutating func literal() throws -> String {
            let isLong = peek() == "\"" && peek(2) == "\""
            let quotes = isLong ? 3 : 1
            for _ in 0..<quotes { try advance() }
            while let scalar = try current() {
                switch scalar {
                case "\"" where !isLong || (peek() == "\"" && peek(2) == "\""):
                    for _ in 0..<quotes { try advance() }
                    return isLong ? "\"\"\"" : "\"\""
                case "\n" where !isLong: throw problem("a literal that does not end")
                // A name of a numbered slot is the one thing that is interpolated.
                case "\\" where peek() == "(" && !(peek(2) == "$" && peek(3) == "0" && peek(4) == ")"):
                    throw problem("an interpolation")
                case "\\":
                    try advance()
                    try advance()
                default: try advance()
                }
            }
            throw problem("a literal that does not end")
        }

        private mutating func quotedName() throws -> String {
            var name = "`"
            try advance()
            while let scalar = try current(), Self.isName(scalar) {
                name.unicodeScalars.append(scalar)
                try advance()
            }
            guard try current() == "`", name.count > 1 else { throw problem("a name in backticks that is none") }
            try advance()
            return name + "`"
        }

        private func peek(_ distance: Int = 1) -> Unicode.Scalar? {
            index + distance < scalars.count ? scalars[index + distance] : nil
        }

        private func current() throws -> Unicode.Scalar? {
            guard index < scalars.count else { return nil }
            let scalar = scalars[index]
            switch scalar.properties.generalCategory {
            case .control where scalar != "\n", .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
                throw problem("U+\(String(scalar.value, radix: 16)), which nobody sees")
            default: return scalar
            }
        }

        private mutating func advance() throws {
            if try current() == "\n" { line += 1 }
            index += 1
        }

        private func problem(_ what: String) -> Problem { Problem(line: line, what: what) }
    }
}
