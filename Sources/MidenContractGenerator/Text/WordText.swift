/// Words and elements of the field as a description has them in text.
enum WordText {
    /// How many elements the field has.
    static let modulus: UInt64 = 0xffff_ffff_0000_0001

    /// The elements of a word in hexadecimal digits after `0x`. Each has its eight bytes with the least significant first.
    ///
    /// - Parameter text: The word.
    /// - Returns: The four elements, or nil if the text is no word.
    static func elements(of text: String) -> [UInt64]? {
        let digits = Array(text.utf8.dropFirst(2))
        guard text.hasPrefix("0x"), digits.count == 64 else { return nil }
        var elements: [UInt64] = []
        for start in stride(from: 0, to: 64, by: 16) {
            var element: UInt64 = 0
            for place in stride(from: 14, through: 0, by: -2) {
                guard let high = nibble(digits[start + place]), let low = nibble(digits[start + place + 1]) else {
                    return nil
                }
                element = element << 8 | high << 4 | low
            }
            guard element < modulus else { return nil }
            elements.append(element)
        }
        return elements
    }

    private static func nibble(_ digit: UInt8) -> UInt64? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(digit - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(digit - UInt8(ascii: "A")) + 10
        default: nil
        }
    }
}
