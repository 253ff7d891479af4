// Initial storage from Swift values.

extension ContractInterface.Slot {
    /// The slot of a new account with a value in it.
    ///
    /// ```swift
    /// let slot = try interface.slot("tutorials::ledger::count").initial(UInt32(3))
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value. By ``StorageCoding/schema`` an element that it does not encode has the default of the schema.
    ///   - coding: How the value is kept.
    /// - Returns: The slot.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` and the name of the slot and
    ///   the element, if the slot is a map, or if the value has more than four elements or is not of the form that the
    ///   package declares.
    public func initial(
        _ value: some FeltCodable,
        coding: StorageCoding = .schema
    ) throws -> InitialStorageSlot {
        guard case .value(let form) = content else {
            throw ContractInterface.WordForm.refusal(name, "the slot is a map, and one value was given")
        }
        return InitialStorageSlot(name, value: try form.word(of: value, coding: coding, in: name))
    }

    /// The slot of a new account with a map in it.
    ///
    /// - Parameters:
    ///   - entries: The entries of the map.
    ///   - keys: How the keys are kept.
    ///   - values: How the values are kept.
    /// - Returns: The slot, with the entries in the order of the elements of their keys.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` and the name of the slot, the
    ///   key and the element, if the slot is no map, or if a key or a value has more than four elements or is not of the
    ///   form that the package declares.
    public func initial<Key: FeltCodable & Hashable, Value: FeltCodable>(
        _ entries: [Key: Value],
        keys: StorageCoding = .schema,
        values: StorageCoding = .schema
    ) throws -> InitialStorageSlot {
        guard case .map(let keyForm, let valueForm) = content else {
            throw ContractInterface.WordForm.refusal(name, "the slot is a value, and a map was given")
        }
        let words = try entries.map { key, value in
            try MidenError.naming("The key \(String(describing: key).shortened)") {
                StorageSlot.MapEntry(
                    key: try keyForm.word(of: key, coding: keys, in: name),
                    value: try valueForm.word(of: value, coding: values, in: name)
                )
            }
        }
        let sorted = words.sorted { $0.key.elements.lexicographicallyPrecedes($1.key.elements) }
        return InitialStorageSlot(name, entries: sorted)
    }
}

extension ContractInterface {
    /// Slots of a new account that together are an array: the first value is for the first slot.
    ///
    /// - Parameters:
    ///   - names: The whole names of the slots.
    ///   - values: The values, at most as many as there are slots. A slot without a value has the default of the schema, or is
    ///     zero if there is none and it is made of numbers alone.
    ///   - coding: How the values are kept.
    /// - Returns: The slots, in the order of their names. Those that have the default of the schema are among them.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/undeclaredSlot`` if the package does not
    ///   declare a slot, or ``MidenError/Kind/invalidValue`` if there are more values than slots, or if a slot has
    ///   neither a value nor a default, and what ``Slot/initial(_:coding:)`` throws.
    public func slots(
        _ names: [String],
        values: [some FeltCodable],
        coding: StorageCoding = .schema
    ) throws -> [InitialStorageSlot] {
        let given =
            "\(values.count == 1 ? "1 value was" : "\(values.count) values were") given for "
            + (names.count == 1 ? "1 slot" : "\(names.count) slots")
        guard values.count <= names.count else {
            throw WordForm.refusal(names.first ?? "The array", given)
        }
        let slots = try names.map { try slot($0) }
        let written = try zip(slots, values).map { try $0.initial($1, coding: coding) }
        let defaults = try slots.dropFirst(values.count).map { slot in
            guard case .value(let form) = slot.content else {
                throw WordForm.refusal(slot.name, "the slot is a map, and not a part of an array")
            }
            guard let word = try form.defaultWord(in: slot.name) ?? form.zeroOfNumbers else {
                throw WordForm.refusal(slot.name, "\(given), and the schema has no default for this one")
            }
            return InitialStorageSlot(slot.name, value: word)
        }
        return written + defaults
    }
}
