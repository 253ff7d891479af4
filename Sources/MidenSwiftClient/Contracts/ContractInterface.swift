import Foundation

/// What a contract offers: its procedures with their types, its constants, its storage and the messages of its errors.
///
/// ```swift
/// let package = try await MidenPackage(file: file)
/// for method in package.interface.methods { print(method.name, method.signature?.parameters ?? []) }
/// ```
///
/// As JSON it is the same in all languages; ``init(json:)`` reads it. ``MidenPackage/interface`` has that of a package,
/// and ``init(of:packages:)`` describes an account.
public struct ContractInterface: Hashable, Sendable, Codable {
    /// The newest form of the description that this version of the library reads.
    public static let currentFormatVersion: UInt32 = 1

    /// The version of the description's form.
    public let formatVersion: UInt32
    /// The name of the package, or the id of the account.
    public let name: String
    /// The version of the package. Empty for an account.
    public let version: String
    /// What the package, or its module, says of itself.
    public let documentation: String?
    /// The procedures, by their paths.
    public let procedures: [Procedure]
    /// The types with names: the exported ones by their paths, then the others that procedures use.
    public let types: [NamedType]
    /// The constants, by their paths.
    public let constants: [Constant]
    /// What the package says of itself as a component of accounts, if it does.
    public let component: Component?
    /// The messages of errors, by their codes.
    public let errors: [ErrorMessage]
    /// The root of the procedure that decides on the account's transactions. Nil for a package.
    public let authenticationRoot: Word?
    /// The procedures of an account that no package has a name for. Nil if there are none.
    public let unknownRoots: [Word]?

    /// The procedures that others may call on an account with this code.
    public var methods: [Procedure] {
        procedures.filter { $0.role == .account }
    }

    enum CodingKeys: String, CodingKey {
        case name, version, documentation, procedures, types, constants, component, errors
        case formatVersion = "format_version"
        case authenticationRoot = "authentication_root"
        case unknownRoots = "unknown_roots"
    }

    /// A procedure.
    public struct Procedure: Hashable, Sendable, Codable {
        /// What a procedure is marked as.
        public enum Role: String, Hashable, Sendable, Codable {
            /// For all to call on the account that has it.
            case account
            /// Decides whether a transaction of the account is its owner's.
            case authentication
            /// What runs when the note is consumed.
            case noteScript = "note_script"
            /// What the transaction runs.
            case transactionScript = "transaction_script"
            /// Nothing: only code that links the package can call it.
            case library
        }

        /// Its whole path, such as `::counter::contract::increment_count`.
        public let path: String
        /// The last part of its path.
        public let name: String
        /// What it is called by.
        public let root: Word
        /// What it is marked as.
        public let role: Role
        /// The names of its other attributes in the source: those that mean nothing to Miden, such as `view` for `@view`. A
        /// name can be anybody's: it has ASCII letters, digits, `_` and `-` only. Nil if there are none.
        public let attributes: [String]?
        /// The other paths with the same root: the same code under another name. Those of an account have their package in
        /// parentheses, and are in the order in which packages name procedures (``init(of:packages:)``). Nil if there are none.
        public let sameCode: [String]?
        /// How many more paths have the same root, if there was no room for them.
        public let sameCodeLeftOut: UInt64?
        /// What it takes and returns, if the package says so.
        public let signature: Signature?
        /// Why it cannot be called with values; nil if it can.
        public let obstacle: CallObstacle?
        /// What its sources say of it.
        public let documentation: String?

        enum CodingKeys: String, CodingKey {
            case path, name, root, role, attributes, signature, obstacle, documentation
            case sameCode = "same_code"
            case sameCodeLeftOut = "same_code_left_out"
        }
    }

    /// What a procedure takes and returns.
    public struct Signature: Hashable, Sendable, Codable {
        /// The calling convention. Only `component-model` crosses a call.
        public let convention: String
        /// What it takes, the first one on top of the stack.
        public let parameters: [Parameter]
        /// What it returns, the first one on top of the stack.
        public let results: [ContractType]
        /// How many stack elements it takes; nil if a parameter cannot be passed.
        public let inputFelts: UInt64?
        /// How many stack elements it returns; nil if a result cannot be passed.
        public let outputFelts: UInt64?

        enum CodingKeys: String, CodingKey {
            case convention, parameters, results
            case inputFelts = "input_felts"
            case outputFelts = "output_felts"
        }
    }

    /// A parameter of a procedure.
    public struct Parameter: Hashable, Sendable, Codable {
        /// Its name, if the sources or the documentation in the package have it.
        public let name: String?
        /// Its type.
        public let type: ContractType
    }

    /// Why a procedure cannot be called with values.
    public enum CallObstacle: Hashable, Sendable {
        /// It is not marked as a procedure that others may call on the account.
        case notAMethod
        /// The package does not say what it takes and returns.
        case noSignature
        /// It is called in the memory of its caller, by another calling convention.
        case convention(String)
        /// It takes or returns a value that no call can pass.
        case unsupportedType(name: String, reason: String)
        /// It takes or returns more than the 16 stack elements that a call passes.
        case tooManyFelts(inputs: UInt64, outputs: UInt64)
    }

    /// A type with a name.
    public struct NamedType: Hashable, Sendable, Codable {
        /// Its name, without the module.
        public let name: String
        /// Its module, if it is exported or is needed to tell it from another type.
        public let module: String?
        /// Whether the package exports it under this name.
        public let isExported: Bool
        /// Its structure.
        public let type: ContractType
        /// What its sources say of it.
        public let documentation: String?

        enum CodingKeys: String, CodingKey {
            case name, module, type, documentation
            case isExported = "is_exported"
        }

        fileprivate var path: ProcedurePath {
            ProcedurePath(module.map { "\($0)::\(name)" } ?? name)
        }
    }

    /// A constant.
    public struct Constant: Hashable, Sendable, Codable {
        /// The value of a constant.
        public enum Value: Hashable, Sendable {
            /// A number in decimal digits. It may be above 2^53.
            case number(String)
            /// A word.
            case word(Word)
            /// A text.
            case text(String)
            /// The word that is the hash of a text, such as the name of a storage slot.
            case wordOfText(String)
            /// The field element that is the hash of a text, the name of an event.
            case eventOfText(String)
        }

        /// Its whole path.
        public let path: String
        /// Its value.
        public let value: Value
        /// What its sources say of it.
        public let documentation: String?
    }

    /// The message of an error.
    public struct ErrorMessage: Hashable, Sendable, Codable {
        /// Its code in decimal digits. It may be above 2^53.
        public let code: String
        /// Its message.
        public let message: String
    }
}

extension ContractInterface {
    /// Describes what an account offers, by the roots of its procedures. Needs no network. Takes some milliseconds, and with a
    /// hostile package at most 10 seconds for each package and 10 more, on a thread of its own, and runs to its end if the task
    /// is cancelled.
    ///
    /// - Parameters:
    ///   - procedures: The procedures, as ``MidenWallet/getProcedures(accountId:packages:withCode:timeout:)`` gives them.
    ///   - packages: Packages that name procedures. Before them come the components that Miden ships, of which those that the
    ///     account has as a whole come first. The first package that has a procedure names it, and its other names are in
    ///     ``Procedure/sameCode``. A procedure that none of them has is in ``unknownRoots``.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidPackage``.
    public init(of procedures: AccountProcedures, packages: [MidenPackage] = []) async throws {
        let request = DescribeInterfaceRequest(procedures, packages)
        self = try await onThreadOfItsOwn("miden.package") { try request.result() }.get()
    }

    /// Reads a description from JSON.
    ///
    /// - Parameter json: The JSON.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/newerInterface`` if its form is newer than
    ///   ``currentFormatVersion``, or ``MidenError/Kind/invalidInterface`` if it is no description.
    public init(json: Data) throws {
        struct Versioned: Decodable {
            let format_version: UInt32
        }
        let decoder = JSONDecoder()
        do {
            // The version first: a newer form may not be readable as this one.
            let version = try decoder.decode(Versioned.self, from: json).format_version
            guard version <= Self.currentFormatVersion else {
                throw MidenError(
                    code: .invalidParameter,
                    kind: .newerInterface,
                    message: """
                        The description of the contract's interface has version \(version), and this version of the library \
                        reads those up to \(Self.currentFormatVersion). Use a newer version of the library.
                        """,
                    causes: []
                )
            }
            self = try decoder.decode(ContractInterface.self, from: json)
        } catch let error as DecodingError {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidInterface,
                message: "This is not the description of a contract's interface.",
                causes: [String(describing: error)]
            )
        }
    }

    /// The procedure of a name: its last part, or its whole path. `_` and `-` are the same in names.
    ///
    /// - Parameter name: The name.
    /// - Returns: The procedure.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind `unknown_procedure` if there is none, or more than one of
    ///   that name.
    public func procedure(_ name: String) throws -> Procedure {
        try procedures.map { ProcedurePath($0.path) }.only(
            of: procedures.filter { ProcedurePath($0.path).isNamed(name) },
            named: name,
            none: "The interface \(self.name) has no procedure",
            several: "The interface \(self.name) has several procedures"
        )
    }

    /// The exported type of a name: its last part, or its whole path. `_` and `-` are the same in names.
    ///
    /// - Parameter name: The name.
    /// - Returns: The type.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/unknownType`` if there is none, or more
    ///   than one of that name.
    public func type(_ name: String) throws -> NamedType {
        let exported = types.filter(\.isExported)
        return try exported.map(\.path).only(
            of: exported.filter { $0.path.isNamed(name) },
            named: name,
            none: "The interface \(self.name) exports no type",
            several: "The interface \(self.name) exports several types",
            kind: .unknownType
        )
    }
}

extension DescribeInterfaceRequest {
    fileprivate init(_ procedures: AccountProcedures, _ packages: [MidenPackage]) {
        self.init(
            name: procedures.accountId.description,
            roots: procedures.procedures.map(\.root),
            packages: packages.map(\.file)
        )
    }
}

extension ContractInterface.CallObstacle: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, convention, name, reason, inputs, outputs
    }

    private enum Kind: String, Codable {
        case notAMethod = "not_a_method"
        case noSignature = "no_signature"
        case convention
        case unsupportedType = "unsupported_type"
        case tooManyFelts = "too_many_felts"
    }

    /// Reads an obstacle.
    ///
    /// - Parameter decoder: A decoder at an object of a description.
    /// - Throws: `DecodingError` if there is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .notAMethod: self = .notAMethod
        case .noSignature: self = .noSignature
        case .convention: self = .convention(try container.decode(String.self, forKey: .convention))
        case .unsupportedType:
            self = .unsupportedType(
                name: try container.decode(String.self, forKey: .name),
                reason: try container.decode(String.self, forKey: .reason)
            )
        case .tooManyFelts:
            self = .tooManyFelts(
                inputs: try container.decode(UInt64.self, forKey: .inputs),
                outputs: try container.decode(UInt64.self, forKey: .outputs)
            )
        }
    }

    /// Writes the obstacle.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .notAMethod: try container.encode(Kind.notAMethod, forKey: .kind)
        case .noSignature: try container.encode(Kind.noSignature, forKey: .kind)
        case .convention(let convention):
            try container.encode(Kind.convention, forKey: .kind)
            try container.encode(convention, forKey: .convention)
        case .unsupportedType(let name, let reason):
            try container.encode(Kind.unsupportedType, forKey: .kind)
            try container.encode(name, forKey: .name)
            try container.encode(reason, forKey: .reason)
        case .tooManyFelts(let inputs, let outputs):
            try container.encode(Kind.tooManyFelts, forKey: .kind)
            try container.encode(inputs, forKey: .inputs)
            try container.encode(outputs, forKey: .outputs)
        }
    }
}

extension ContractInterface.Constant.Value: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, value, text
    }

    private enum Kind: String, Codable {
        case number, word, text
        case wordOfText = "word_of_text"
        case eventOfText = "event_of_text"
    }

    /// Reads a value.
    ///
    /// - Parameter decoder: A decoder at an object of a description.
    /// - Throws: `DecodingError` if there is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .number: self = .number(try container.decode(String.self, forKey: .value))
        case .word: self = .word(try container.decode(Word.self, forKey: .value))
        case .text: self = .text(try container.decode(String.self, forKey: .value))
        case .wordOfText: self = .wordOfText(try container.decode(String.self, forKey: .text))
        case .eventOfText: self = .eventOfText(try container.decode(String.self, forKey: .text))
        }
    }

    /// Writes the value.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .number(let number):
            try container.encode(Kind.number, forKey: .kind)
            try container.encode(number, forKey: .value)
        case .word(let word):
            try container.encode(Kind.word, forKey: .kind)
            try container.encode(word, forKey: .value)
        case .text(let text):
            try container.encode(Kind.text, forKey: .kind)
            try container.encode(text, forKey: .value)
        case .wordOfText(let text):
            try container.encode(Kind.wordOfText, forKey: .kind)
            try container.encode(text, forKey: .text)
        case .eventOfText(let text):
            try container.encode(Kind.eventOfText, forKey: .kind)
            try container.encode(text, forKey: .text)
        }
    }
}
