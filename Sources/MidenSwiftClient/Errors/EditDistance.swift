extension String {
    /// How many bytes of UTF-8 are compared. The time grows with the square, and a stranger can choose the texts.
    private static let mostCompared = 64

    /// How many bytes have to be inserted, removed or replaced to make another text of this one. Only the beginnings of long
    /// texts count.
    ///
    /// - Parameter other: The other text.
    /// - Returns: The number of bytes.
    package func editDistance(to other: String) -> Int {
        let second = Array(other.utf8.prefix(Self.mostCompared))
        var row = Array(0...second.count)
        for (line, letter) in utf8.prefix(Self.mostCompared).enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in second.indices {
                let replaced = diagonal + (letter == second[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[second.count]
    }
}
