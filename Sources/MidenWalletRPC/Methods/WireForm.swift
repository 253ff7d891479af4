/// The forms of texts in messages.
package enum WireForm {
    /// 64 lower-case hexadecimal digits.
    package static func isToken(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { digits.contains($0) || lowerAToF.contains($0) }
    }

    /// 128 bits as 32 lower-case hexadecimal digits.
    package static func isCallID(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { digits.contains($0) || lowerAToF.contains($0) }
    }

    /// The id of a note or of a transaction, or a nullifier: `0x` and 64 lower-case hexadecimal digits.
    package static func isHash(_ text: String) -> Bool {
        text.hasPrefix("0x") && isToken(String(text.dropFirst(2)))
    }

    /// `<prefix>1…` in lower case, with routing parameters after `_` if there are any. The checksum is not verified: an
    /// address is compared with that of the session.
    package static func isAddress(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "_"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let separator = parts[0].firstIndex(of: UInt8(ascii: "1")) else { return false }
        let prefix = parts[0][..<separator]
        let rest = parts[0][separator...].dropFirst()
        return (1...16).contains(prefix.count) && prefix.allSatisfy { lowerLetters.contains($0) }
            && (6...90).contains(rest.count) && rest.allSatisfy(isBech32)
            && parts.dropFirst().allSatisfy { !$0.isEmpty && $0.allSatisfy(isBech32) }
    }

    /// 16 to 64 letters and digits of ASCII.
    package static func isNonce(_ text: String) -> Bool {
        (16...64).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                digits.contains($0) || lowerLetters.contains($0)
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
            }
    }

    /// `2026-11-25T09:30:00Z`. Whether there is such a day is not looked at.
    package static func isTime(_ text: String) -> Bool {
        let pattern = Array("0000-00-00T00:00:00Z".utf8)
        return text.utf8.count == pattern.count
            && zip(text.utf8, pattern).allSatisfy { $1 == UInt8(ascii: "0") ? digits.contains($0) : $0 == $1 }
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    private static let lowerLetters = UInt8(ascii: "a")...UInt8(ascii: "z")
    private static let lowerAToF = UInt8(ascii: "a")...UInt8(ascii: "f")

    private static func isBech32(_ byte: UInt8) -> Bool {
        (lowerLetters.contains(byte) || digits.contains(byte))
            && ![UInt8(ascii: "1"), UInt8(ascii: "b"), UInt8(ascii: "i"), UInt8(ascii: "o")].contains(byte)
    }
}
