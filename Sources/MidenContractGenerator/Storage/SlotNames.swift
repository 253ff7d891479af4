/// The names that slots have in Swift: from the last part of their paths, and from more of it if that is not unique.
enum SlotNames {
    /// What `Storage` and `InitialStorage` have besides slots, and what their conformances need.
    private static let reserved: Set<String> = ["contract", "hashValue", "reader", "self"]

    /// How many parts of the paths of slots their names have.
    ///
    /// - Parameter paths: The paths.
    /// - Returns: The numbers of parts, in the order of the paths.
    /// - Throws: `GeneratorError` with both paths if two get the same name from their whole paths, or one a reserved name.
    static func lengths(for paths: [[Substring]]) throws(GeneratorError) -> [Int] {
        var lengths = paths.map { _ in 1 }
        while true {
            let names = zip(paths, lengths).map { Naming.member(text(of: $0, length: $1)) }
            var indices: [String: [Int]] = [:]
            for (index, name) in names.enumerated() {
                indices[name, default: []].append(index)
            }
            let refused = indices.filter { $0.value.count > 1 || reserved.contains($0.key) }
            let unclear = refused.values.flatMap { $0 }.sorted()
            guard let first = unclear.first else { return lengths }
            guard unclear.contains(where: { lengths[$0] < paths[$0].count }) else {
                throw refusal(of: names[first], paths: (indices[names[first]] ?? []).map { paths[$0] })
            }
            for index in unclear where lengths[index] < paths[index].count {
                lengths[index] += 1
            }
        }
    }

    /// The text that a name is made of.
    static func text(of path: [Substring], length: Int) -> String {
        path.suffix(length).joined(separator: "_")
    }

    private static func refusal(of name: String, paths: [[Substring]]) -> GeneratorError {
        let slots = paths.prefix(2).map { $0.joined(separator: "::").asCode }.joined(separator: " and ")
        let rest =
            paths.count > 1
            ? "are both \(name.asCode) in Swift. Rename one of them in the source."
            : "is \(name.asCode) in Swift, a name that generated code has itself. Rename it in the source."
        return GeneratorError("The storage slot\(paths.count > 1 ? "s" : "") \(slots) \(rest)")
    }
}
