extension Sequence {
    /// The elements whose key an earlier element has, each behind the first one with that key.
    ///
    /// - Parameter key: The key of an element.
    /// - Returns: The pairs, in the order of the later elements.
    package func repeats<Key: Hashable>(by key: (Element) -> Key) -> [(first: Element, again: Element)] {
        var known: [Key: Element] = [:]
        return compactMap { element in
            if let first = known[key(element)] { return (first, element) }
            known[key(element)] = element
            return nil
        }
    }
}
