import MidenSwiftClient

/// The interface of a contract for people.
///
/// All names and texts in it are of a stranger. They are on one line each, and documentation has a mark before each line, so
/// that none of it is taken for the listing.
struct InterfaceText {
    /// How many characters of a name are shown. Names have at most 255 bytes in packages, and paths have several.
    private static let longestName = 500
    /// How many characters of a text of one line are shown.
    private static let longestText = 2000
    /// How many other names of a procedure are shown: with all of them the listing would grow with the square of the names.
    private static let mostOtherNames = 16

    private let interface: ContractInterface
    private let types: TypeText

    init(_ interface: ContractInterface) {
        self.interface = interface
        types = TypeText(interface.types)
    }

    /// The text, without a line break at the end.
    var text: String {
        [title, procedures, unknownRoots, namedTypes, constants, component, slots, errors].compactMap(\.self)
            .joined(separator: "\n\n")
    }

    private var title: String {
        described(Self.name(interface.name, interface.version), by: interface.documentation)
    }

    private var procedures: String? {
        guard !interface.procedures.isEmpty else {
            return nil
        }
        return interface.procedures.map { procedure in
            let signature = procedure.signature.map(types.text) ?? ""
            let facts: [(name: String, value: String?)] = [
                ("  path", procedure.path.shortened(to: Self.longestName)), ("  root", procedure.root.hex),
                ("  role", procedure.role.text),
                ("  same code", Self.otherNames(procedure.sameCode, leftOut: procedure.sameCodeLeftOut)),
                ("  no call", procedure.role == .account ? procedure.obstacle?.text : nil),
            ]
            let known = facts.compactMap { fact in fact.value.map { (fact.name, $0) } }
            let name = procedure.name.shortened(to: Self.longestName)
            return described("\(name)\(signature)".onOneLine + "\n" + Table.facts(known), by: procedure.documentation)
        }.joined(separator: "\n\n")
    }

    /// The other names of a procedure, as far as there is room.
    static func otherNames(_ names: [String]?, leftOut: UInt64?) -> String? {
        guard let names else {
            return nil
        }
        let shown = names.prefix(mostOtherNames).map { $0.shortened(to: longestName) }
        let rest = UInt64(names.count - shown.count) + (leftOut ?? 0)
        return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    private var unknownRoots: String? {
        guard let roots = interface.unknownRoots, !roots.isEmpty else {
            return nil
        }
        let lines = roots.map { root in
            root == interface.authenticationRoot
                ? "\(root.hex)  \(ContractInterface.Procedure.Role.authentication.text)" : root.hex
        }
        return (["PROCEDURES THAT NO PACKAGE NAMES"] + lines).joined(separator: "\n")
    }

    private var namedTypes: String? {
        let rows = interface.types.map { type in
            Row(types.path(of: type), types.structure(of: type.type), type.documentation)
        }
        return table("TYPE", "STRUCTURE", rows)
    }

    private var constants: String? {
        table("CONSTANT", "VALUE", interface.constants.map { Row($0.path, $0.value.text, $0.documentation) })
    }

    private var component: String? {
        guard let component = interface.component else {
            return nil
        }
        let name = "COMPONENT  " + Self.name(component.name, component.version)
        return described(name, by: component.description)
    }

    private var slots: String? {
        let rows = interface.component?.slots.map { slot in
            let texts = [slot.description].compactMap(\.self) + slot.content.descriptions
            return Row(slot.name, slot.content.text, texts.isEmpty ? nil : texts.joined(separator: "\n"))
        }
        return table("SLOT", "CONTENT", rows ?? [])
    }

    private var errors: String? {
        table("ERROR", "MESSAGE", interface.errors.map { Row($0.code, $0.message, nil) })
    }

    /// A line of a table, and what is said below it.
    private struct Row {
        let name: String
        let content: String
        let documentation: String?

        init(_ name: String, _ content: String, _ documentation: String?) {
            self.name = name
            self.content = content
            self.documentation = documentation
        }
    }

    private func table(_ first: String, _ second: String, _ rows: [Row]) -> String? {
        guard !rows.isEmpty else {
            return nil
        }
        let cells = rows.map { [$0.name.shortened(to: Self.longestName), $0.content.shortened(to: Self.longestText)] }
        let lines = Table(columns: [.left(first), .left(second)], rows: cells).lines
        let below = zip(lines.dropFirst(), rows).map { line, row in described(line, by: row.documentation) }
        return (lines.prefix(1) + below).joined(separator: "\n")
    }

    private func described(_ text: String, by documentation: String?) -> String {
        guard let documentation, !documentation.isEmpty else {
            return text
        }
        return text + "\n" + documentation.quoted
    }

    private static func name(_ name: String, _ version: String) -> String {
        [name, version].filter { !$0.isEmpty }.map { $0.shortened(to: longestName) }.joined(separator: " ").onOneLine
    }
}

extension ContractInterface.Procedure.Role {
    /// As it is written in JSON, and what it means if that matters for the account.
    fileprivate var text: String {
        self == .authentication ? "\(rawValue): decides on the account's transactions" : rawValue
    }
}

extension ContractInterface.CallObstacle {
    /// Why a procedure cannot be called with values.
    fileprivate var text: String {
        switch self {
        case .notAMethod: "it is not marked with @account_procedure"
        case .noSignature: "the package does not say what it takes and returns"
        case .convention(let convention): "its calling convention is \(convention), not component-model"
        case .unsupportedType(let name, let reason):
            "a value of \(name) cannot be passed: \(UnsupportedTypeReason(reason).description)"
        case .tooManyFelts(let inputs, let outputs):
            "it takes \(inputs) and returns \(outputs) elements, and a call passes 16 at most"
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

    /// What its elements are, with their names.
    fileprivate var descriptions: [String] {
        switch self {
        case .value(let word): word.descriptions
        case .map(let key, let value): key.descriptions + value.descriptions
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

    /// What its elements are, with their names.
    fileprivate var descriptions: [String] {
        guard case .elements(let elements) = self else {
            return []
        }
        return elements.compactMap { element in
            element.description.map { description in element.name.map { "\($0): \(description)" } ?? description }
        }
    }
}
