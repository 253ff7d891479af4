/// Random bytes as hexadecimal digits.
package enum RandomHex {
    /// Two lower-case digits for each byte, out of the system's source of randomness.
    package static func digits(bytes count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in
            let byte = UInt8.random(in: .min ... .max, using: &generator)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
