import MidenTestSupport

/// Random types, as descriptions have them.
struct FuzzTypes {
    /// A type of a parameter, a result or a field.
    static func type(depth: Int = 0, using random: inout SeededGenerator) -> DocumentValue {
        let kind = Int.random(in: 0..<10, using: &random)
        switch kind {
        case 0 where depth < 3:
            let length = UInt64.random(in: 0...6, using: &random)
            let element = type(depth: depth + 1, using: &random)
            return .object(["kind": .text("array"), "element": element, "length": .number(length)])
        case 1...2 where depth < 3:
            let fields = names(Int.random(in: 0...4, using: &random), using: &random).map { name in
                DocumentValue.object(["name": .text(name), "type": type(depth: depth + 1, using: &random)])
            }
            return named(["kind": .text("struct"), "fields": .array(fields)], using: &random)
        case 3 where depth < 3:
            let count = Int.random(in: 0...3, using: &random)
            let elements = (0..<count).map { _ in type(depth: depth + 1, using: &random) }
            return named(["kind": .text("tuple"), "elements": .array(elements)], using: &random)
        case 4:
            var enumeration = enumeration(using: &random)
            if Bool.random(using: &random) { enumeration["module"] = .text("::fuzz::" + "m") }
            return enumeration
        default: return .object(["kind": .text(FuzzTexts.pick(plain, using: &random))])
        }
    }

    private static func enumeration(using random: inout SeededGenerator) -> DocumentValue {
        let discriminants: [(String, String)] = [
            ("u8", "255"), ("i8", "128"), ("u16", "65535"), ("u32", "4294967295"), ("u64", "18446744073709551615"),
            ("u128", "340282366920938463463374607431768211455"), ("felt", "18446744069414584320"), ("bool", "1"),
        ]
        let (discriminant, largest) = FuzzTexts.pick(discriminants, using: &random)
        let count = discriminant == "bool" ? 1 : Int.random(in: 1...6, using: &random)
        let variants = names(count, using: &random).enumerated().map { index, name in
            DocumentValue.object([
                "name": .text(name),
                "value": .text(index == 0 ? largest : String(index - 1)),
            ])
        }
        return .object([
            "kind": .text("enum"), "name": .text(FuzzTexts.name(using: &random)),
            "discriminant": .object(["kind": .text(discriminant)]), "variants": .array(variants),
        ])
    }

    private static func named(
        _ members: [String: DocumentValue],
        using random: inout SeededGenerator
    ) -> DocumentValue {
        var type = DocumentValue.object(members)
        if Bool.random(using: &random) {
            type["name"] = .text(FuzzTexts.name(using: &random))
            type["module"] = .text("::fuzz::" + FuzzTexts.name(using: &random))
        }
        return type
    }

    /// Names that differ, as the fields of a type do.
    static func names(_ count: Int, using random: inout SeededGenerator) -> [String] {
        var names: [String] = []
        while names.count < count {
            let name = FuzzTexts.name(using: &random)
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    private static let plain = [
        "felt", "word", "bool", "i8", "i16", "i32", "i64", "i128", "u8", "u16", "u32", "u64", "u128", "u256",
    ]
}
