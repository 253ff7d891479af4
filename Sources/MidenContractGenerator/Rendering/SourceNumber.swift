/// Numbers of a package as Swift source.
enum SourceNumber {
    /// Digits in groups of three: `1_553_820`. Anything but decimal digits is zero.
    static func text(_ digits: String) -> String {
        let isNumber =
            !digits.isEmpty && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let significant = isNumber ? String(digits.drop { $0 == "0" }) : ""
        guard significant.count > 4 else { return significant.isEmpty ? "0" : significant }
        var grouped = ""
        for (index, digit) in significant.enumerated() {
            if index > 0, (significant.count - index).isMultiple(of: 3) { grouped.append("_") }
            grouped.append(digit)
        }
        return grouped
    }
}
