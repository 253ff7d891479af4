import Foundation

/// Checks that a text is one value in JSON, before anything is decoded.
///
/// Foundation's decoder takes other encodings than UTF-8, does not look at what it is not asked for, and has limits of its
/// own.
struct JSONScanner {
    private let bytes: [UInt8]
    private var position = 0

    private init(_ data: Data) {
        bytes = [UInt8](data)
    }

    /// Checks a text, and finds the members of its outermost object.
    ///
    /// - Parameter data: The text in UTF-8.
    /// - Returns: The values by their names, nil if the text is not an object. Of a name that is repeated the last one
    ///   counts, as in JavaScript.
    /// - Throws: ``RPCError`` if the text is too large, not UTF-8, not one value in JSON, or nested too deep.
    static func scan(_ data: Data) throws(RPCError) -> [String: JSONText]? {
        guard data.count <= JSONText.largestSize else { throw .payloadTooLarge }
        var scanner = JSONScanner(data)
        guard String(bytes: scanner.bytes, encoding: .utf8) != nil else { throw .parse }
        scanner.skipWhitespace()
        var members: [String: JSONText]?
        if scanner.next == UInt8(ascii: "{") {
            members = try scanner.outermostObject()
        } else {
            try scanner.value(depth: 0)
        }
        scanner.skipWhitespace()
        guard scanner.position == scanner.bytes.count else { throw .parse }
        return members
    }

    static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
    }

    // MARK: - Values

    private mutating func value(depth: Int) throws(RPCError) {
        switch next {
        case UInt8(ascii: "{"): try object(depth: depth + 1) { _, _ in }
        case UInt8(ascii: "["): try list(depth: depth + 1)
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: try number()
        }
    }

    private mutating func outermostObject() throws(RPCError) -> [String: JSONText] {
        var ranges: [(name: Range<Int>, value: Range<Int>)] = []
        try object(depth: 1) { ranges.append(($0, $1)) }
        var members: [String: JSONText] = [:]
        for range in ranges {
            guard let name = Self.string(bytes[range.name]) else { continue }
            members[name] = text(range.value)
        }
        return members
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

    private func text(_ range: Range<Int>) -> JSONText {
        JSONText(trusted: Data(bytes[range]))
    }

    private mutating func object(depth: Int, member: (Range<Int>, Range<Int>) -> Void) throws(RPCError) {
        guard depth <= JSONText.deepestNesting else { throw .parse }
        position += 1
        skipWhitespace()
        if take("}") { return }
        while true {
            let nameStart = position
            try string()
            let name = nameStart..<position
            skipWhitespace()
            guard take(":") else { throw .parse }
            skipWhitespace()
            let valueStart = position
            try value(depth: depth)
            member(name, valueStart..<position)
            skipWhitespace()
            if take("}") { return }
            guard take(",") else { throw .parse }
            skipWhitespace()
        }
    }

    private mutating func list(depth: Int) throws(RPCError) {
        guard depth <= JSONText.deepestNesting else { throw .parse }
        position += 1
        skipWhitespace()
        if take("]") { return }
        while true {
            try value(depth: depth)
            skipWhitespace()
            if take("]") { return }
            guard take(",") else { throw .parse }
            skipWhitespace()
        }
    }

    private mutating func string() throws(RPCError) {
        guard take("\"") else { throw .parse }
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return
            case UInt8(ascii: "\\"): try escape()
            case ..<0x20: throw .parse
            default: break
            }
        }
        throw .parse
    }

    private mutating func escape() throws(RPCError) {
        guard let byte = next else { throw .parse }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            break
        case UInt8(ascii: "u"):
            for _ in 0..<4 {
                guard let digit = next, Character(Unicode.Scalar(digit)).isHexDigit else { throw .parse }
                position += 1
            }
        default: throw .parse
        }
    }

    private mutating func number() throws(RPCError) {
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
    }

    private mutating func digits() throws(RPCError) {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw .parse }
    }

    private mutating func word(_ word: StaticString) throws(RPCError) {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count, bytes[position..<end].elementsEqual("\(word)".utf8) else { throw .parse }
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
