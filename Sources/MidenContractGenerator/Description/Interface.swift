/// What a contract offers, as the description of its package has it: the part that Swift is generated for.
struct Interface: Decodable, Sendable {
    let name: String
    let version: String
    let documentation: String?
    let procedures: [Procedure]
    let types: [NamedType]
    let constants: [Constant]
    let component: Component?
    let errors: [ErrorMessage]

    /// A procedure.
    struct Procedure: Decodable, Sendable {
        /// The whole path.
        let path: String
        /// The last part of the path.
        let name: String
        let role: String
        /// The other paths with the same code.
        let sameCode: [String]?
        /// How many more paths have the same code.
        let sameCodeLeftOut: UInt64?
        /// The names of attributes in the source, without those of the protocol.
        let attributes: [String]?
        let signature: Signature?
        let obstacle: Obstacle?
        let documentation: String?

        enum CodingKeys: String, CodingKey {
            case path, name, role, attributes, signature, obstacle, documentation
            case sameCode = "same_code"
            case sameCodeLeftOut = "same_code_left_out"
        }
    }

    /// What a procedure takes and returns, the first one on top of the stack.
    struct Signature: Decodable, Sendable {
        let parameters: [Parameter]
        let results: [ValueType]
    }

    /// A parameter of a procedure.
    struct Parameter: Decodable, Sendable {
        let name: String?
        let type: ValueType
    }

    /// Why a procedure cannot be called with values.
    struct Obstacle: Decodable, Sendable {
        let kind: String
        let convention: String?
        let name: String?
        let reason: String?
        let inputs: UInt64?
        let outputs: UInt64?
    }

    /// A type with a name.
    struct NamedType: Decodable, Sendable {
        let name: String
        let module: String?
        let isExported: Bool
        let type: ValueType
        let documentation: String?

        enum CodingKeys: String, CodingKey {
            case name, module, type, documentation
            case isExported = "is_exported"
        }
    }

    /// A constant.
    struct Constant: Decodable, Sendable {
        /// The value: digits, hexadecimal digits, or text.
        struct Value: Decodable, Sendable {
            let kind: String
            let value: String?
            let text: String?
        }

        let path: String
        let value: Value
        let documentation: String?
    }

    /// The message of an error.
    struct ErrorMessage: Decodable, Sendable {
        let code: String
        let message: String
    }
}
