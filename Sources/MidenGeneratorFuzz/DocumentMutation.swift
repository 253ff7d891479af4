import MidenTestSupport

/// Changes of a document. They stay within what the core lets through: a name has ASCII letters, digits and `_-./:@`, and
/// what documents something is any text.
struct DocumentMutation {
    private(set) var document: DocumentValue

    init(_ document: DocumentValue) {
        self.document = document
    }

    /// Changes something.
    mutating func change(using random: inout SeededGenerator) {
        switch Int.random(in: 0..<12, using: &random) {
        case 0...2: changeText(using: &random)
        case 3...5: changeName(using: &random)
        case 6: changeType(using: &random)
        case 7: changeProcedure(using: &random)
        case 8: changeStorage(using: &random)
        case 9: addConstant(using: &random)
        case 10: addType(using: &random)
        default: changeConfiguration(using: &random)
        }
    }

    // MARK: - Texts and names

    private mutating func changeText(using random: inout SeededGenerator) {
        let text = DocumentValue.text(FuzzTexts.text(using: &random))
        // Many places have no documentation yet.
        let list = FuzzTexts.pick(["procedures", "types", "constants", ""], using: &random)
        if let index = index(of: list, using: &random) {
            var elements = document["interface"]?[list]?.elements ?? []
            elements[index]["documentation"] = text
            document["interface"]?[list]?.elements = elements
        } else if list.isEmpty {
            document["interface"]?["documentation"] = text
        }
        exchange(one: DocumentTexts.contain, using: &random) { _, _ in text }
    }

    private mutating func changeName(using random: inout SeededGenerator) {
        let name = FuzzTexts.name(using: &random)
        let isName: ([String], DocumentValue) -> Bool = { keys, value in
            guard value.text != nil, keys.first == "interface", keys.count > 2 else { return false }
            // Procedures have their names in their paths, too.
            return keys.last == "name" && keys.dropFirst() != ["procedures", "name"] || keys.last == "module"
        }
        exchange(one: isName, using: &random) { keys, _ in
            .text(keys.last == "module" || keys.suffix(2) == ["slots", "name"] ? "::fuzz::\(name)" : name)
        }
    }

    /// Exchanges one of the values that fulfil a condition.
    private mutating func exchange(
        one isMeant: ([String], DocumentValue) -> Bool,
        using random: inout SeededGenerator,
        with new: ([String], DocumentValue) -> DocumentValue
    ) {
        var count = 0
        _ = document.mapped { keys, value in
            if isMeant(keys, value) { count += 1 }
            return nil
        }
        guard count > 0 else { return }
        var left = Int.random(in: 0..<count, using: &random)
        document = document.mapped { keys, value in
            guard isMeant(keys, value) else { return nil }
            defer { left -= 1 }
            return left == 0 ? new(keys, value) : nil
        }
    }

    // MARK: - Types and procedures

    private mutating func changeType(using random: inout SeededGenerator) {
        let type = FuzzTypes.type(using: &random)
        let isType: ([String], DocumentValue) -> Bool = { keys, value in
            guard keys.first == "interface", value["kind"] != nil else { return false }
            return keys.last == "type" || keys.suffix(2) == ["signature", "results"]
        }
        exchange(one: isType, using: &random) { _, _ in type }
    }

    private mutating func changeProcedure(using random: inout SeededGenerator) {
        var procedures = document["interface"]?["procedures"]?.elements ?? []
        guard let index = index(of: "procedures", using: &random) else { return }
        var procedure = procedures[index]
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            let name = FuzzTexts.name(using: &random)
            procedure["name"] = .text(name)
            procedure["path"] = .text("::fuzz::\"\(name)\"")
        case 1: procedure["attributes"] = .array([.text("view"), .text(FuzzTexts.name(using: &random))])
        case 2:
            let parameters = FuzzTypes.names(Int.random(in: 0...5, using: &random), using: &random).map { name in
                var parameter = DocumentValue.object(["type": FuzzTypes.type(using: &random)])
                if Int.random(in: 0..<4, using: &random) > 0 { parameter["name"] = .text(name) }
                return parameter
            }
            let results = (0..<Int.random(in: 0...3, using: &random)).map { _ in FuzzTypes.type(using: &random) }
            procedure["signature"] = .object([
                "convention": .text("component-model"), "parameters": .array(parameters), "results": .array(results),
            ])
            procedure["obstacle"] = nil
            procedure["role"] = .text("account")
        case 3:
            procedure["obstacle"] = .object([
                "kind": .text(FuzzTexts.pick(obstacles, using: &random)), "name": .text(FuzzTexts.name(using: &random)),
                "convention": .text(FuzzTexts.text(using: &random)), "reason": .text(FuzzTexts.text(using: &random)),
                "inputs": .number(17), "outputs": .number(0),
            ])
        default:
            let paths = (0..<Int.random(in: 1...8, using: &random)).map { _ in
                DocumentValue.text("::fuzz::" + FuzzTexts.name(using: &random))
            }
            procedure["same_code"] = .array(paths)
            procedure["same_code_left_out"] = .number(3)
        }
        procedures[index] = procedure
        document["interface"]?["procedures"]?.elements = procedures
    }

    private let obstacles = [
        "no_signature", "convention", "unsupported_type", "too_many_felts", "not_a_method", "of_a_later_version",
    ]

    private mutating func addType(using random: inout SeededGenerator) {
        var type = FuzzTypes.type(using: &random)
        let name = DocumentValue.text(FuzzTexts.name(using: &random))
        if type["name"] != nil { type["name"] = name }
        let exported = DocumentValue.object([
            "name": name, "module": .text("::fuzz"), "is_exported": .bool(true), "type": type,
        ])
        document["interface"]?["types"]?.elements.append(exported)
    }

    // MARK: - Storage, constants and configuration

    private mutating func changeStorage(using random: inout SeededGenerator) {
        if document["interface"]?["component"] == nil {
            document["interface"]?["component"] = .object([
                "name": .text("fuzz"), "description": .text(FuzzTexts.text(using: &random)), "version": .text("1.0.0"),
                "slots": .array([]),
            ])
        }
        var slots = document["interface"]?["component"]?["slots"]?.elements ?? []
        if slots.isEmpty || Bool.random(using: &random) {
            slots.append(FuzzStorage.slot(using: &random))
        } else {
            var slot = FuzzStorage.slot(using: &random)
            let index = Int.random(in: 0..<slots.count, using: &random)
            slot["name"] = slots[index]["name"]
            slots[index] = slot
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            // Numbered slots of one form become an array.
            let slot = FuzzStorage.slot(using: &random)
            for number in 0..<Int.random(in: 2...12, using: &random) {
                var numbered = slot
                numbered["name"] = .text("\(slot["name"]?.text ?? "fuzz::slot")_\(number)")
                slots.append(numbered)
            }
        }
        document["interface"]?["component"]?["slots"]?.elements = slots
    }

    private mutating func addConstant(using random: inout SeededGenerator) {
        let text = DocumentValue.text(FuzzTexts.text(using: &random))
        let values: [DocumentValue] = [
            .object(["kind": .text("number"), "value": .text("18446744069414584320")]),
            .object(["kind": .text("word"), "value": .text("0x" + String(repeating: "01", count: 32))]),
            .object(["kind": .text("text"), "value": text]),
            .object(["kind": .text("word_of_text"), "text": text]),
            .object(["kind": .text("event_of_text"), "text": text]),
        ]
        let constant = DocumentValue.object([
            "path": .text("::fuzz::\(FuzzTexts.name(using: &random))"),
            "value": FuzzTexts.pick(values, using: &random),
        ])
        document["interface"]?["constants"]?.elements.append(constant)
    }

    private mutating func changeConfiguration(using random: inout SeededGenerator) {
        document["configuration"]?["access"] = .text(FuzzTexts.pick(["internal", "package", "public"], using: &random))
        let paths = document["interface"]?["procedures"]?.elements.compactMap { $0["path"] } ?? []
        document["configuration"]?["reads"] = .array(paths.filter { _ in Bool.random(using: &random) })
    }

    /// The index of one of the elements of a part of the interface; nil if there is none.
    private func index(of part: String, using random: inout SeededGenerator) -> Int? {
        let count = document["interface"]?[part]?.elements.count ?? 0
        return count == 0 ? nil : Int.random(in: 0..<count, using: &random)
    }
}
