extension String {
    /// The last part of a path, without quotes.
    var lastPart: String {
        path.last.filter { $0 != "\"" }
    }

    /// A path without its last part.
    var module: String { path.module }

    private var path: (module: String, last: String) {
        // The parts of a path can have single colons in quotes.
        let characters = Array(utf8)
        var index = characters.count - 1
        while index > 0, characters[index] != UInt8(ascii: ":") || characters[index - 1] != UInt8(ascii: ":") {
            index -= 1
        }
        guard index > 0 else { return ("", self) }
        return (
            String(decoding: characters[..<(index - 1)], as: UTF8.self),
            String(decoding: characters[(index + 1)...], as: UTF8.self)
        )
    }
}
