import Foundation

/// Checks that a text is one value in JSON, before anything is decoded.
///
/// Foundation's decoder takes other encodings than UTF-8, does not look at what it is not asked for, and has limits of its
/// own.
package struct JSONScanner {
    /// What a text may be.
    package struct Limits: Sendable {
        /// The largest size in bytes.
        let largestSize: Int
        /// How deep the text may be nested. Its outermost object counts as 1.
        let deepestNesting: Int
        /// Whether an object cannot have two members of one name, at any level.
        let refusesRepeatedNames: Bool

        package init(largestSize: Int, deepestNesting: Int, refusesRepeatedNames: Bool) {
            self.largestSize = largestSize
            self.deepestNesting = deepestNesting
            self.refusesRepeatedNames = refusesRepeatedNames
        }

        /// Those of a message of a page.
        static let message = Limits(
            largestSize: JSONText.largestSize,
            deepestNesting: JSONText.deepestNesting,
            refusesRepeatedNames: false
        )
    }

    /// What is wrong with a text.
    package enum Flaw: Error, Hashable, Sendable {
        /// It is larger than the limit.
        case tooLarge
        /// It is not UTF-8, not one value in JSON, or a name has half a surrogate pair where names cannot be repeated.
        case notJSON
        /// It is nested deeper than the limit.
        case tooDeep
        /// An object has two members of this name.
        case repeatedName(String)
    }

    private let bytes: [UInt8]
    private let limits: Limits
    private var position = 0

    private init(_ data: Data, _ limits: Limits) {
        bytes = [UInt8](data)
        self.limits = limits
    }

    /// Checks a text, and finds the members of its outermost object.
    ///
    /// - Parameter data: The text in UTF-8.
    /// - Returns: The values by their names, nil if the text is not an object. Of a name that is repeated the last one
    ///   counts, as in JavaScript.
    /// - Throws: ``RPCError`` if the text is too large, not UTF-8, not one value in JSON, or nested too deep.
    static func scan(_ data: Data) throws(RPCError) -> [String: JSONText]? {
        do {
            guard let found = try members(of: data, .message) else { return nil }
            return Dictionary(found.map { ($0.name, $0.value) }) { _, last in last }
        } catch .tooLarge {
            throw .payloadTooLarge
        } catch {
            throw .parse
        }
    }

    /// Checks a text, and finds the members of its outermost object.
    ///
    /// - Parameters:
    ///   - data: The text in UTF-8.
    ///   - limits: What it may be.
    /// - Returns: The members in their order, nil if the text is not an object. A name with half a surrogate pair is left out.
    /// - Throws: ``Flaw``.
    package static func members(
        of data: Data,
        _ limits: Limits
    ) throws(Flaw) -> [(name: String, value: JSONText)]? {
        try scan(data, limits, first: "{") { scanner, found throws(Flaw) in
            try scanner.object(depth: 1) { name, value in found.append((name, value)) }
        }.map { [bytes = [UInt8](data)] ranges in
            ranges.compactMap { name, value in
                string(bytes[name]).map { ($0, JSONText(trusted: Data(bytes[value]))) }
            }
        }
    }

    /// Checks a text, and finds the elements of its outermost list.
    ///
    /// - Parameters:
    ///   - data: The text in UTF-8.
    ///   - limits: What it may be.
    /// - Returns: The elements in their order, nil if the text is not a list.
    /// - Throws: ``Flaw``.
    package static func elements(of data: Data, _ limits: Limits) throws(Flaw) -> [JSONText]? {
        try scan(data, limits, first: "[") { scanner, found throws(Flaw) in
            try scanner.list(depth: 1) { found.append((0..<0, $0)) }
        }.map { [bytes = [UInt8](data)] ranges in
            ranges.map { JSONText(trusted: Data(bytes[$0.value])) }
        }
    }

    private typealias Part = (name: Range<Int>, value: Range<Int>)

    /// Checks a text.
    ///
    /// - Returns: What `parts` finds in the text if it begins with `first`, nil if it does not.
    private static func scan(
        _ data: Data,
        _ limits: Limits,
        first: Unicode.Scalar,
        parts: (inout JSONScanner, inout [Part]) throws(Flaw) -> Void
    ) throws(Flaw) -> [Part]? {
        guard data.count <= limits.largestSize else { throw .tooLarge }
        var scanner = JSONScanner(data, limits)
        guard String(bytes: scanner.bytes, encoding: .utf8) != nil else { throw .notJSON }
        scanner.skipWhitespace()
        var found: [Part]?
        if scanner.next == UInt8(ascii: first) {
            var ranges: [Part] = []
            try parts(&scanner, &ranges)
            found = ranges
        } else {
            try scanner.value(depth: 0)
        }
        scanner.skipWhitespace()
        guard scanner.position == scanner.bytes.count else { throw .notJSON }
        return found
    }

    static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
    }

    // MARK: - Values

    private mutating func value(depth: Int) throws(Flaw) {
        switch next {
        case UInt8(ascii: "{"): try object(depth: depth + 1) { _, _ in }
        case UInt8(ascii: "["): try list(depth: depth + 1) { _ in }
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: try number()
        }
    }

    /// A string without its quotes and escapes. A decoder for each would take a second if a message has 100,000 names.
    ///
    /// - Parameter literal: The string as a text that was checked has it.
    /// - Returns: What it stands for, nil if it has half a surrogate pair.
    static func string(_ literal: some BidirectionalCollection<UInt8>) -> String? {
        let raw = String(decoding: literal.dropFirst().dropLast(), as: UTF8.self)
        guard raw.utf8.contains(UInt8(ascii: "\\")) else { return raw }
        var units: [UInt16] = []
        var rest = raw.utf16.makeIterator()
        while let unit = rest.next() {
            guard unit == 0x5c, let escape = rest.next().flatMap(Unicode.Scalar.init) else {
                units.append(unit)
                continue
            }
            switch escape {
            case "u": units.append((0..<4).reduce(0) { value, _ in value << 4 | hexDigit(rest.next()) })
            case "b": units.append(0x08)
            case "f": units.append(0x0c)
            case "n": units.append(0x0a)
            case "r": units.append(0x0d)
            case "t": units.append(0x09)
            default: units.append(UInt16(truncatingIfNeeded: escape.value))
            }
        }
        let text = String(decoding: units, as: UTF16.self)
        return text.utf16.elementsEqual(units) ? text : nil
    }

    private static func hexDigit(_ unit: UInt16?) -> UInt16 {
        unit.flatMap(Unicode.Scalar.init).flatMap { Character($0).hexDigitValue }.map(UInt16.init) ?? 0
    }

    private mutating func object(depth: Int, member: (Range<Int>, Range<Int>) -> Void) throws(Flaw) {
        guard depth <= limits.deepestNesting else { throw .tooDeep }
        position += 1
        skipWhitespace()
        if take("}") { return }
        var names: Set<[UInt8]> = []
        while true {
            let nameStart = position
            try string()
            let name = nameStart..<position
            if limits.refusesRepeatedNames {
                guard let text = Self.string(bytes[name]) else { throw .notJSON }
                guard names.insert(Array(text.utf8)).inserted else { throw .repeatedName(text) }
            }
            skipWhitespace()
            guard take(":") else { throw .notJSON }
            skipWhitespace()
            let valueStart = position
            try value(depth: depth)
            member(name, valueStart..<position)
            skipWhitespace()
            if take("}") { return }
            guard take(",") else { throw .notJSON }
            skipWhitespace()
        }
    }

    private mutating func list(depth: Int, element: (Range<Int>) -> Void) throws(Flaw) {
        guard depth <= limits.deepestNesting else { throw .tooDeep }
        position += 1
        skipWhitespace()
        if take("]") { return }
        while true {
            let start = position
            try value(depth: depth)
            element(start..<position)
            skipWhitespace()
            if take("]") { return }
            guard take(",") else { throw .notJSON }
            skipWhitespace()
        }
    }

    private mutating func string() throws(Flaw) {
        guard take("\"") else { throw .notJSON }
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return
            case UInt8(ascii: "\\"): try escape()
            case ..<0x20: throw .notJSON
            default: break
            }
        }
        throw .notJSON
    }

    private mutating func escape() throws(Flaw) {
        guard let byte = next else { throw .notJSON }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            break
        case UInt8(ascii: "u"):
            for _ in 0..<4 {
                guard let digit = next, Character(Unicode.Scalar(digit)).isHexDigit else { throw .notJSON }
                position += 1
            }
        default: throw .notJSON
        }
    }

    private mutating func number() throws(Flaw) {
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
    }

    private mutating func digits() throws(Flaw) {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw .notJSON }
    }

    private mutating func word(_ word: StaticString) throws(Flaw) {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count, bytes[position..<end].elementsEqual("\(word)".utf8) else { throw .notJSON }
        position = end
    }

    // MARK: - Bytes

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipWhitespace() {
        while let byte = next, Self.isWhitespace(byte) { position += 1 }
    }
}
