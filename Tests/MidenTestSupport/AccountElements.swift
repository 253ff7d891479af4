/// The two field elements of an account id.
package struct AccountElements: Sendable {
    /// The first 8 bytes of the id.
    package let prefix: UInt64
    /// The other 7 bytes, with a zero byte behind them.
    package let suffix: UInt64

    /// Reads an id. Nil if the text is none.
    ///
    /// - Parameter hex: The id in hexadecimal.
    package init?(hex: String) {
        let digits = hex.dropFirst(2)
        guard digits.count == 30, let prefix = UInt64(digits.prefix(16), radix: 16),
            let suffix = UInt64(digits.dropFirst(16), radix: 16)
        else {
            return nil
        }
        self.prefix = prefix
        self.suffix = suffix << 8
    }

    /// The elements as commands take them: the suffix and the prefix.
    package var texts: [String] { [String(suffix), String(prefix)] }

    /// The tag of notes for the account: the first 14 bits of the prefix.
    package var noteTag: UInt64 { (prefix >> 32) & 0xFFFC_0000 }
}
