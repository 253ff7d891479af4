// Values of storage by the schema of a package.

extension ContractInterface {
    /// The storage slot of a name.
    ///
    /// - Parameter name: Its whole name.
    /// - Returns: The slot.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/undeclaredSlot`` if the package declares
    ///   none of that name.
    public func slot(_ name: String) throws -> Slot {
        if let slot = component?.slots.first(where: { $0.name == name }) {
            return slot
        }
        let names = (component?.slots ?? []).map(\.name.shortened).joined(separator: ", ")
        throw MidenError(
            code: .invalidParameter,
            kind: .undeclaredSlot,
            message: """
                The package \(self.name.shortened) declares no storage slot \(name.shortened). \
                \(names.isEmpty ? "It declares none." : "It declares: \(names).")
                """
        )
    }

    /// The storage of a new account, from values by the names of slots. Elements that are not given have the defaults of the
    /// schema, and so have slots that are not given.
    ///
    /// ```swift
    /// let storage = try interface.initialStorage(["tutorials::counter::config": ["limit": 5, "symbol": "MIDEN"]])
    /// let account = try await wallet.createAccount(components: [package], storage: storage)
    /// ```
    ///
    /// - Parameter values: The values. That of a map is an array of objects with `key` and `value`.
    /// - Returns: The slots, in the order of their names.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/undeclaredSlot`` or
    ///   ``MidenError/Kind/invalidValue``.
    public func initialStorage(_ values: [String: ContractValue]) throws -> [InitialStorageSlot] {
        try values.sorted { $0.key < $1.key }.map { name, value in
            switch try slot(name).content {
            case .value(let form):
                return InitialStorageSlot(name, value: try form.word(of: value, in: name))
            case .map(let key, let form):
                guard case .array(let entries) = value else {
                    throw WordForm.refusal(name, "an array of objects with key and value is expected")
                }
                return InitialStorageSlot(
                    name,
                    entries: try entries.map { entry in
                        guard case .object(let fields) = entry, fields.count == 2,
                            let written = fields["key"], let content = fields["value"]
                        else {
                            throw WordForm.refusal(name, "each entry is an object with key and value")
                        }
                        return StorageSlot.MapEntry(
                            key: try key.word(of: written, in: name),
                            value: try form.word(of: content, in: name)
                        )
                    }
                )
            }
        }
    }
}

extension ContractInterface.Slot {
    /// The value of what is in the slot of an account. That of a map is an array of objects with `key` and `value`. An entry that
    /// is not of the form that the package declares has `error`, a text, in place of `value`. Its `key` is the word as hex if
    /// the key cannot be read either.
    ///
    /// - Parameter slot: What is in it. The entries of a map are there if they were asked for.
    /// - Returns: The value.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` if it is none of the form
    ///   that the package declares, or the entries of the map were not asked for.
    public func value(of slot: StorageSlot) throws -> ContractValue {
        switch (content, slot.content) {
        case (.value(let form), .value(let word)):
            return try form.value(of: word)
        case (.map(let key, let form), .map(_, let entries?)):
            return .array(
                entries.map { entry in
                    var fields: [String: ContractValue] = ["key": .text(entry.key.hex)]
                    do {
                        fields["key"] = try key.value(of: entry.key)
                        fields["value"] = try form.value(of: entry.value)
                    } catch {
                        fields["error"] = .text((error as? MidenError)?.message ?? "\(error)")
                    }
                    return .object(fields)
                }
            )
        case (.map, .map):
            throw ContractInterface.WordForm.refusal(name, "the entries of the map were not asked for")
        case (.value, .map), (.map, .value):
            throw ContractInterface.WordForm.refusal(name, "the account has a slot of another form under this name")
        }
    }
}

extension ContractInterface.WordForm {
    /// The value of a word: of one type, or an object of the elements that have names.
    ///
    /// - Parameter word: The word.
    /// - Returns: The value.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` if it is not of this form.
    public func value(of word: Word) throws -> ContractValue {
        switch self {
        case .whole(let type, _):
            return try ContractValue(felts: word.elements, of: .storage(type))
        case .elements(let elements):
            var fields: [String: ContractValue] = [:]
            for (element, felt) in zip(elements, word.elements) {
                let value = try ContractValue(felts: [felt], of: .storage(element.type))
                if let name = element.name {
                    fields[name] = value
                }
            }
            return .object(fields)
        }
    }

    /// The word of a value. Elements that are not given have their defaults.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - place: What the value is of, for errors.
    /// - Returns: The word.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue``.
    func word(of value: ContractValue, in place: String) throws -> Word {
        switch self {
        case .whole(let type, _):
            return try Self.word(of: Self.felts(of: value, type: type, in: place), in: place)
        case .elements(let elements):
            guard case .object(var fields) = value else {
                throw Self.refusal(place, "an object of the elements is expected")
            }
            var felts: [Felt] = []
            for element in elements {
                guard let name = element.name else {
                    felts.append(0)
                    continue
                }
                if let given = fields.removeValue(forKey: name) {
                    felts += try Self.felts(of: given, type: element.type, in: place + "." + name)
                } else if let text = element.default {
                    let value = Self.value(ofDefault: text, type: element.type)
                    felts += try Self.felts(of: value, type: element.type, in: place + "." + name)
                } else {
                    throw Self.refusal(place + "." + name, "the element is missing, and has no default")
                }
            }
            if let unknown = fields.keys.min() {
                throw Self.refusal(place + "." + unknown, "there is no such element")
            }
            return try Self.word(of: felts, in: place)
        }
    }

    /// A description of somebody else's can name more elements than a word has.
    private static func word(of felts: [Felt], in place: String) throws -> Word {
        guard felts.count <= 4 else { throw refusal(place, "a word has four elements") }
        return Word(felts)
    }

    private static func felts(of value: ContractValue, type: String, in place: String) throws -> [Felt] {
        do {
            return try value.felts(of: .storage(type))
        } catch let error as MidenError {
            throw MidenError(code: error.code, kind: error.kind, message: "\(place.shortened): \(error.message)")
        }
    }

    /// Schemas have defaults as text.
    static func value(ofDefault text: String, type: String) -> ContractValue {
        switch (type, text) {
        case ("word", _), ("miden::standards::auth::pub_key", _): return .text(text)
        case ("bool", "true"), ("bool", "1"): return true
        case ("bool", "false"), ("bool", "0"): return false
        default: break
        }
        if text.hasPrefix("0x"), let number = try? Felt(text) {
            return ContractValue(number.value)
        }
        return .text(text)
    }

    static func refusal(_ place: String, _ reason: String) -> MidenError {
        MidenError(code: .invalidParameter, kind: .invalidValue, message: "\(place.shortened): \(reason).")
    }
}
