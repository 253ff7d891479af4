import MidenSwiftClient

/// The interface of a contract for people.
struct InterfaceText {
    private let interface: ContractInterface

    init(_ interface: ContractInterface) {
        self.interface = interface
    }

    /// The text, without a line break at the end.
    var text: String {
        [title, procedures, types, constants, slots, errors].compactMap(\.self).joined(separator: "\n\n")
    }

    private var title: String {
        let name = [interface.name, interface.version].filter { !$0.isEmpty }.joined(separator: " ").onOneLine
        return ([name] + [interface.documentation?.neutralized].compactMap(\.self)).joined(separator: "\n")
    }

    private var procedures: String? {
        guard !interface.procedures.isEmpty else {
            return nil
        }
        return interface.procedures.map { procedure in
            let signature = procedure.signature?.text ?? ""
            let facts: [(name: String, value: String?)] = [
                ("  path", procedure.path), ("  root", procedure.root.hex), ("  role", procedure.role.rawValue),
                ("  same code", procedure.sameCode?.joined(separator: ", ")),
                ("  no call", procedure.role == .account ? procedure.obstacle?.text : nil),
                ("  about", procedure.documentation),
            ]
            let known = facts.compactMap { fact in fact.value.map { (fact.name, $0) } }
            return "\(procedure.name)\(signature)".onOneLine + "\n" + Table.facts(known)
        }.joined(separator: "\n\n")
    }

    private var types: String? {
        table(
            "TYPE",
            "STRUCTURE",
            interface.types.map { type in
                [type.module.map { "\($0)::\(type.name)" } ?? type.name, type.type.structureText]
            }
        )
    }

    private var constants: String? {
        table("CONSTANT", "VALUE", interface.constants.map { [$0.path, $0.value.text] })
    }

    private var slots: String? {
        table("SLOT", "CONTENT", interface.component?.slots.map { [$0.name, $0.content.text] } ?? [])
    }

    private var errors: String? {
        table("ERROR", "MESSAGE", interface.errors.map { [$0.code, $0.message] })
    }

    private func table(_ first: String, _ second: String, _ rows: [[String]]) -> String? {
        rows.isEmpty ? nil : Table(columns: [.left(first), .left(second)], rows: rows).text
    }
}

extension ContractInterface.Signature {
    /// As it is written in assembly.
    fileprivate var text: String {
        let parameters = parameters.map { parameter in
            parameter.name.map { "\($0): \(parameter.type.text)" } ?? parameter.type.text
        }
        let taken = "(\(parameters.joined(separator: ", ")))"
        let returned = results.map(\.text).joined(separator: ", ")
        switch results.count {
        case 0: return taken
        case 1: return "\(taken) -> \(returned)"
        default: return "\(taken) -> (\(returned))"
        }
    }
}

extension ContractType {
    /// Its name, or its structure if it has none.
    fileprivate var text: String {
        switch self {
        case .structure(let name?, _, _), .tuple(let name?, _, _), .enumeration(let name, _, _, _): name
        default: structureText
        }
    }

    /// Its structure, with the names of the types in it.
    fileprivate var structureText: String {
        switch self {
        case .felt: "felt"
        case .word: "word"
        case .bool: "i1"
        case .i8: "i8"
        case .i16: "i16"
        case .i32: "i32"
        case .i64: "i64"
        case .i128: "i128"
        case .u8: "u8"
        case .u16: "u16"
        case .u32: "u32"
        case .u64: "u64"
        case .u128: "u128"
        case .u256: "u256"
        case .array(let element, let length): "[\(element.text); \(length)]"
        case .structure(_, _, let fields):
            "struct { \(fields.map { "\($0.name): \($0.type.text)" }.joined(separator: ", ")) }"
        case .tuple(_, _, let elements): "(\(elements.map(\.text).joined(separator: ", ")))"
        case .enumeration(_, _, let discriminant, let variants):
            "enum : \(discriminant.text) { \(variants.map { "\($0.name) = \($0.value)" }.joined(separator: ", ")) }"
        case .unsupported(let name, _): name
        case .storage(let name): name
        }
    }
}

extension ContractInterface.CallObstacle {
    /// Why a procedure cannot be called with values.
    fileprivate var text: String {
        switch self {
        case .notAMethod: "it is not marked with @account_procedure"
        case .noSignature: "the package does not say what it takes and returns"
        case .convention(let convention): "its calling convention is \(convention), not component-model"
        case .unsupportedType(let name, let reason): "\(name) cannot be passed: \(reason)"
        case .tooManyFelts(let inputs, let outputs):
            "it takes \(inputs) elements and returns \(outputs), and a call passes 16 at most"
        }
    }
}

extension ContractInterface.Constant.Value {
    /// As it is written in assembly.
    fileprivate var text: String {
        switch self {
        case .number(let number): number
        case .word(let word): word.hex
        case .text(let text): "\"\(text)\""
        case .wordOfText(let text): "word(\"\(text)\")"
        case .eventOfText(let text): "event(\"\(text)\")"
        }
    }
}

extension ContractInterface.Slot.Content {
    /// The types, and of a map those of its keys and values.
    fileprivate var text: String {
        switch self {
        case .value(let word): word.text
        case .map(let key, let value): "map from \(key.text) to \(value.text)"
        }
    }
}

extension ContractInterface.WordForm {
    /// The types with their names and defaults.
    fileprivate var text: String {
        switch self {
        case .whole(let type, let text): type + (text.map { " = \($0)" } ?? "")
        case .elements(let elements):
            "["
                + elements.map { element in
                    (element.name.map { "\($0): " } ?? "") + element.type + (element.default.map { " = \($0)" } ?? "")
                }.joined(separator: ", ") + "]"
        }
    }
}
