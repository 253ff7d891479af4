/// What becomes one property of `Storage`: a slot, or the slots `x_0` to `x_n` of one form.
struct SlotGroup {
    /// The name of the slot, or that of an array without the numbers and the underscore before them.
    let name: String
    /// The slots, in the order of their numbers. One, if this is no array.
    let slots: [Slot]

    /// Whether these are the slots of an array.
    var isArray: Bool { slots.count > 1 }

    /// The parts of the name.
    var path: [Substring] { name.split(separator: ":") }

    /// What the documentation says of it.
    ///
    /// Slots of an array have one description, with their numbers at its end or without.
    var documentation: String {
        let descriptions = slots.map { $0.description ?? "" }
        guard let first = descriptions.first, !first.isEmpty else { return unnamedDocumentation }
        guard isArray, Set(descriptions).count > 1 else { return first.asSentence }
        let last = slots.count - 1
        guard first.hasSuffix("0") else { return unnamedDocumentation }
        let common = first.dropLast()
        let isNumbered = descriptions.enumerated().allSatisfy { $0.element == "\(common)\($0.offset)" }
        return isNumbered ? "\(common)0 to \(last)." : unnamedDocumentation
    }

    private var unnamedDocumentation: String {
        isArray
            ? "The storage slots \("\(name)_0".asCode) to \("\(name)_\(slots.count - 1)".asCode)."
            : "The storage slot \(name.asCode)."
    }

    /// The groups of slots. Their order depends on the names of slots alone.
    ///
    /// - Throws: `GeneratorError` if two slots have one name.
    static func groups(of slots: [Slot]) throws(GeneratorError) -> [SlotGroup] {
        let sorted = slots.sorted { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) }
        for (slot, next) in zip(sorted, sorted.dropFirst()) where slot.name == next.name {
            throw GeneratorError("Two storage slots have the name \(slot.name.asCode).")
        }
        var numbered: [String: [Int: Slot]] = [:]
        for slot in sorted {
            guard let (base, number) = Self.numbered(slot.name) else { continue }
            numbered[base, default: [:]][number] = slot
        }
        let arrays = numbered.compactMapValues(Self.array)
        var groups: [SlotGroup] = []
        for slot in sorted {
            guard let (base, number) = Self.numbered(slot.name), let array = arrays[base] else {
                groups.append(SlotGroup(name: slot.name, slots: [slot]))
                continue
            }
            if number == 0 {
                groups.append(SlotGroup(name: base, slots: array))
            }
        }
        return groups
    }

    /// The slots of an array by their numbers, if they are one: from zero, without a gap, and of one form.
    private static func array(_ slots: [Int: Slot]) -> [Slot]? {
        let ordered = slots.sorted { $0.key < $1.key }
        guard ordered.count > 1, ordered.enumerated().allSatisfy({ $0.offset == $0.element.key }),
            let first = ordered.first?.value.content, case .value(let form) = first,
            ordered.allSatisfy({ entry in
                guard case .value(let other) = entry.value.content else { return false }
                return form.isSame(as: other)
            })
        else { return nil }
        return ordered.map(\.value)
    }

    /// The parts of a name that ends with a number.
    private static func numbered(_ name: String) -> (base: String, number: Int)? {
        guard let underscore = name.lastIndex(of: "_") else { return nil }
        let base = name[..<underscore]
        let digits = name[name.index(after: underscore)...]
        guard let last = base.last, last != ":", let number = Int(digits), String(number) == digits, number >= 0 else {
            return nil
        }
        return (String(base), number)
    }
}

extension WordForm {
    /// Whether another form has the same types, names and defaults. Descriptions may differ.
    fileprivate func isSame(as other: WordForm) -> Bool {
        switch (self, other) {
        case (.whole(let type, let text), .whole(let otherType, let otherText)):
            type == otherType && text == otherText
        case (.elements(let elements), .elements(let others)):
            elements.count == others.count
                && zip(elements, others).allSatisfy {
                    $0.name == $1.name && $0.type == $1.type && $0.default == $1.default
                }
        default: false
        }
    }
}
