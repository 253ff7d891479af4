extension String {
    /// How many letters have to be inserted, removed or replaced to make another text of this one.
    ///
    /// - Parameter other: The other text.
    /// - Returns: The number of letters.
    package func editDistance(to other: String) -> Int {
        let second = Array(other)
        var row = Array(0...second.count)
        for (line, letter) in enumerated() {
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
