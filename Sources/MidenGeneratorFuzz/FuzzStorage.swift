import MidenTestSupport

/// Random slots, as descriptions have them.
struct FuzzStorage {
    /// A slot.
    static func slot(using random: inout SeededGenerator) -> DocumentValue {
        var slot = DocumentValue.object(["name": .text("fuzz::" + FuzzTexts.name(using: &random))])
        if Bool.random(using: &random) { slot["description"] = .text(FuzzTexts.text(using: &random)) }
        if Int.random(in: 0..<3, using: &random) == 0 {
            slot["kind"] = .text("map")
            slot["key"] = word(using: &random)
            slot["value"] = word(using: &random)
        } else {
            slot["kind"] = .text("value")
            slot["word"] = word(using: &random)
        }
        return slot
    }

    /// The form of a word.
    static func word(using random: inout SeededGenerator) -> DocumentValue {
        if Bool.random(using: &random) {
            let (type, defaults) = FuzzTexts.pick(wholes, using: &random)
            return .object(form("whole", type: type, defaults: defaults, using: &random))
        }
        let names = FuzzTypes.names(4, using: &random)
        let isNamed = (0..<4).map { _ in Bool.random(using: &random) }
        let elements = (0..<4).map { index in
            let (type, defaults) = FuzzTexts.pick(parts, using: &random)
            var element = DocumentValue.object(form(nil, type: type, defaults: defaults, using: &random))
            if type != "void", isNamed[index] {
                element["name"] = .text(names[index])
                if Bool.random(using: &random) { element["description"] = .text(FuzzTexts.text(using: &random)) }
            } else {
                // One that is always zero has neither a name nor a default.
                element = .object(["type": .text("void")])
            }
            return element
        }
        return .object(["kind": .text("elements"), "elements": .array(elements)])
    }

    private static func form(
        _ kind: String?,
        type: String,
        defaults: [String],
        using random: inout SeededGenerator
    ) -> [String: DocumentValue] {
        var form: [String: DocumentValue] = ["type": .text(type)]
        if let kind { form["kind"] = .text(kind) }
        if !defaults.isEmpty, Bool.random(using: &random) {
            form["default"] = .text(FuzzTexts.pick(defaults, using: &random))
        }
        return form
    }

    private static let parts: [(type: String, defaults: [String])] = [
        ("void", []), ("bool", ["true", "0"]), ("felt", ["0x0", "18446744069414584320", "1000000"]),
        ("u8", ["255"]), ("u16", ["0xffff"]), ("u32", ["4294967295"]),
        ("miden::standards::faucets::fungible::token_symbol", ["ABC"]),
        ("miden::standards::access::role_symbol", ["MINTER"]),
        ("miden::standards::auth::scheme", ["EcdsaK256Keccak", "Falcon512Poseidon2"]),
    ]
    private static let wholes =
        parts + [
            ("word", words), ("miden::standards::auth::pub_key", words),
        ]
    private static let words = [
        "0x" + String(repeating: "0", count: 64), "0x" + String(repeating: "0", count: 63) + "1",
        "0x" + String(repeating: "00000000ffffffff", count: 4),
    ]
}
