import Foundation
import MidenSwiftClient
import Testing

@testable import MidenContractGenerator

@Suite("Descriptions as the generator and the library read them")
struct DescriptionModelTests {
    @Test("Every description: has the same names in both", arguments: try DescribedContract.all())
    func names(contract: DescribedContract) throws {
        let generator = try JSONDecoder().decode(Interface.self, from: contract.json)
        let library = try ContractInterface(json: contract.json)
        #expect([generator.name, generator.version] == [library.name, library.version])
        #expect(generator.documentation == library.documentation)
        #expect(generator.procedures.map(\.path) == library.procedures.map(\.path))
        #expect(generator.procedures.map(\.name) == library.procedures.map(\.name))
        #expect(generator.procedures.map(\.role) == library.procedures.map(\.role.rawValue))
        #expect(generator.procedures.map(\.attributes) == library.procedures.map(\.attributes))
        #expect(generator.procedures.map(\.sameCode) == library.procedures.map(\.sameCode))
        #expect(generator.procedures.map(\.documentation) == library.procedures.map(\.documentation))
        #expect(generator.procedures.map { $0.obstacle == nil } == library.procedures.map { $0.obstacle == nil })
        #expect(generator.types.map(\.name) == library.types.map(\.name))
        #expect(generator.types.map(\.module) == library.types.map(\.module))
        #expect(generator.types.map(\.isExported) == library.types.map(\.isExported))
        #expect(generator.constants.map(\.path) == library.constants.map(\.path))
        #expect(generator.errors.map(\.code) == library.errors.map(\.code))
        #expect(generator.errors.map(\.message) == library.errors.map(\.message))
    }

    @Test("Every description: has the same types in both", arguments: try DescribedContract.all())
    func types(contract: DescribedContract) throws {
        let generator = try JSONDecoder().decode(Interface.self, from: contract.json)
        let library = try ContractInterface(json: contract.json)
        for (one, other) in zip(generator.types, library.types) {
            #expect(Self.names(in: one.type) == Self.names(in: other.type))
        }
        for (one, other) in zip(generator.procedures, library.procedures) {
            let (one, other) = (one.signature, other.signature)
            #expect(one?.parameters.map(\.name) == other?.parameters.map(\.name))
            let parameters = one?.parameters.map { Self.names(in: $0.type) }
            #expect(parameters == other?.parameters.map { Self.names(in: $0.type) })
            #expect(one?.results.map { Self.names(in: $0) } == other?.results.map { Self.names(in: $0) })
        }
    }

    @Test("Every description: has the same storage in both", arguments: try DescribedContract.all())
    func storage(contract: DescribedContract) throws {
        let generator = try JSONDecoder().decode(Interface.self, from: contract.json).component
        let library = try ContractInterface(json: contract.json).component
        #expect(generator?.name == library?.name)
        #expect(generator?.description == library?.description)
        #expect(generator?.version == library?.version)
        #expect(generator?.slots.map(\.name) == library?.slots.map(\.name))
        #expect(generator?.slots.map(\.description) == library?.slots.map(\.description))
        for (one, other) in zip(generator?.slots ?? [], library?.slots ?? []) {
            let texts = Self.words(one.content).map { Self.texts(of: $0) }
            #expect(texts == Self.words(other.content).map { Self.texts(of: $0) })
        }
    }

    // MARK: - What both models have

    @Test(
        "Every reason why no call can pass a type: has the same words in both",
        arguments: [
            "f64", "pointer", "list", "function", "variadic", "unknown", "never", "payload_enum", "recursive",
            "partly_named", "ambiguous", "invalid_name", "too_complex", "a later one",
        ]
    )
    func reasons(code: String) {
        #expect(ValueType.reason(code) == UnsupportedTypeReason(code).description)
    }

    /// The names in a type, the outer ones first.
    private static func names(in type: ValueType) -> [String] {
        switch type {
        case .array(let element, let length): ["array \(length)"] + names(in: element)
        case .structure(let name, let module, let fields):
            ["struct", name ?? "", module ?? ""] + fields.flatMap { [$0.name] + names(in: $0.type) }
        case .tuple(let name, let module, let elements):
            ["tuple", name ?? "", module ?? ""] + elements.flatMap { names(in: $0) }
        case .enumeration(let name, let module, let discriminant, let variants):
            ["enum", name, module ?? ""] + names(in: discriminant) + variants.flatMap { [$0.name, $0.value] }
        case .unsupported(let name, _): ["unsupported", name]
        default: ["\(type)"]
        }
    }

    private static func names(in type: ContractType) -> [String] {
        switch type {
        case .array(let element, let length): ["array \(length)"] + names(in: element)
        case .structure(let name, let module, let fields):
            ["struct", name ?? "", module ?? ""] + fields.flatMap { [$0.name] + names(in: $0.type) }
        case .tuple(let name, let module, let elements):
            ["tuple", name ?? "", module ?? ""] + elements.flatMap { names(in: $0) }
        case .enumeration(let name, let module, let discriminant, let variants):
            ["enum", name, module ?? ""] + names(in: discriminant)
                + variants.flatMap { [$0.name, "\($0.value)"] }
        case .unsupported(let name, _): ["unsupported", name]
        default: ["\(type)"]
        }
    }

    private static func words(_ content: Slot.Content) -> [WordForm] {
        switch content {
        case .value(let word): [word]
        case .map(let key, let value): [key, value]
        }
    }

    private static func words(_ content: ContractInterface.Slot.Content) -> [ContractInterface.WordForm] {
        switch content {
        case .value(let word): [word]
        case .map(let key, let value): [key, value]
        }
    }

    private static func texts(of word: WordForm) -> [String?] {
        switch word {
        case .whole(let type, let text): [type, text]
        case .elements(let elements): elements.flatMap { [$0.name, $0.description, $0.type, $0.default] }
        }
    }

    private static func texts(of word: ContractInterface.WordForm) -> [String?] {
        switch word {
        case .whole(let type, let text): [type, text]
        case .elements(let elements): elements.flatMap { [$0.name, $0.description, $0.type, $0.default] }
        }
    }
}
