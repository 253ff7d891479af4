/// Miden assembly that is to be compiled.
public struct MASMSource: Hashable, Sendable {
    /// A module that others refer to.
    public struct Module: Hashable, Sendable, Codable {
        /// Where others find it, such as `external_contract::counter_contract`.
        public var path: String
        /// Its Miden assembly.
        public var code: String

        /// Makes a module.
        ///
        /// - Parameters:
        ///   - path: Where others find it.
        ///   - code: Its Miden assembly.
        public init(path: String, code: String) {
            self.path = path
            self.code = code
        }
    }

    /// What it is to become.
    public var kind: MidenPackage.Kind
    /// Its Miden assembly.
    public var code: String
    /// Its module path, by which others refer to it; nil means the usual one of its kind.
    public var path: String?
    /// Modules it refers to.
    public var modules: [Module]
    /// Packages it refers to. What it calls of them becomes part of it.
    public var packages: [MidenPackage]
    /// What a component says of itself and of its storage, as TOML in the form of Miden's tools. Other tools need it to make
    /// accounts of the package; ``MidenWallet/createAccount(components:basicWallet:storage:initialStorage:seed:scheme:visibility:timeout:)``
    /// does not.
    public var metadata: String?
    /// Whether warnings are errors.
    public var warningsAreErrors: Bool
    /// Whether the package keeps the debug information of this source and its modules: the positions of instructions, and the
    /// names of the sources. What comes from ``packages`` and from Miden's libraries never has any. The messages of errors stay
    /// in any case.
    public var keepsDebugInformation: Bool

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - kind: What it is to become.
    ///   - code: Its Miden assembly.
    ///   - path: Its module path.
    ///   - modules: Modules it refers to.
    ///   - packages: Packages it refers to.
    ///   - metadata: What a component says of itself, as TOML.
    ///   - warningsAreErrors: Whether warnings are errors.
    ///   - keepsDebugInformation: Whether the package keeps its debug information.
    public init(
        _ kind: MidenPackage.Kind,
        _ code: String,
        path: String? = nil,
        modules: [Module] = [],
        packages: [MidenPackage] = [],
        metadata: String? = nil,
        warningsAreErrors: Bool = false,
        keepsDebugInformation: Bool = false
    ) {
        self.kind = kind
        self.code = code
        self.path = path
        self.modules = modules
        self.packages = packages
        self.metadata = metadata
        self.warningsAreErrors = warningsAreErrors
        self.keepsDebugInformation = keepsDebugInformation
    }
}

/// What came of compiling.
public enum Compilation: Hashable, Sendable {
    /// The source was compiled. The compiler ends its look at a source with the first stage that has warnings, so there may
    /// be further ones once these are gone.
    case compiled(MidenPackage, warnings: [CodeDiagnostic])
    /// There is something wrong with it.
    case refused([CodeDiagnostic])
}

/// Something the compiler says of a source.
public struct CodeDiagnostic: Hashable, Sendable, Codable, CustomStringConvertible {
    /// How bad it is.
    public enum Severity: String, Hashable, Sendable, Codable {
        /// There is no code.
        case error
        /// It is said only, unless warnings are errors.
        case warning
        /// A hint.
        case advice
    }

    /// A place in a source.
    public struct Place: Hashable, Sendable, Codable {
        /// The module path of the source.
        public let module: String
        /// The line, from 1.
        public let line: UInt32
        /// The column, in characters from 1.
        public let column: UInt32
        /// Where it begins, in bytes of UTF-8 from 0.
        public let offset: Int
        /// How many bytes it has.
        public let length: Int
        /// The whole line it begins in.
        public let text: String
        /// What is to be said of this place.
        public let label: String?
    }

    /// How bad it is.
    public let severity: Severity
    /// What is wrong.
    public let message: String
    /// What can be done, where the compiler knows.
    public let help: String?
    /// Where, the main place first. Empty where it is nowhere in particular.
    public let places: [Place]

    /// The line of the main place, from 1.
    public var line: UInt32? { places.first?.line }
    /// The column of the main place, in characters from 1.
    public var column: UInt32? { places.first?.column }

    /// Severity, message and places, with the lines of the source.
    public var description: String {
        var lines = ["\(severity.rawValue): \(message)"]
        for place in places {
            let number = String(place.line)
            let gutter = String(repeating: " ", count: number.count)
            lines.append("  --> \(place.module):\(place.line):\(place.column)")
            lines.append("  \(number) | \(place.text)")
            let indent = place.text.prefix(Int(place.column) - 1).map { $0 == "\t" ? "\t" : " " }.joined()
            let end = place.text.utf8.count
            let start = place.text.prefix(Int(place.column) - 1).utf8.count
            let room = max(0, min(place.length, end - start))
            let marked = String(decoding: place.text.utf8.dropFirst(start).prefix(room), as: UTF8.self)
            let marks = String(repeating: "^", count: max(1, marked.count))
            lines.append("  \(gutter) | \(indent)\(marks)\(place.label.map { " " + $0 } ?? "")")
        }
        if let help {
            lines.append("  help: \(help)")
        }
        return lines.joined(separator: "\n")
    }
}
