import Foundation
import MidenRequests

extension Data {
    /// Reads the value of an option: hexadecimal digits in any case, with or without `0x`. Nil if they are not as many bytes.
    init?(hexOption text: String, count: Int) {
        let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
        self.init(hexDigits: digits.lowercased())
        guard self.count == count else { return nil }
    }
}
