/// Names that nobody guesses, from the system's random numbers.
enum RandomText {
    /// 128 random bits in hexadecimal digits.
    static func make() -> String {
        (0..<16).map { _ in
            let digits = String(UInt8.random(in: .min ... .max), radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }
        .joined()
    }
}
