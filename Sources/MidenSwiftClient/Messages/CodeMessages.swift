internal import CMidenSwiftClient
import Foundation

/// Compiles Miden assembly.
struct CompileRequest: Computation, Codable {
    typealias Reply = CompileReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_COMPILE) }

    let kind: MidenPackage.Kind
    let path: String?
    let code: String
    let modules: [MASMSource.Module]?
    let packages: [Data]?
    let metadata: String?
    let warningsAsErrors: Bool?
    let debugInformation: Bool?

    enum CodingKeys: String, CodingKey {
        case kind, path, code, modules, packages, metadata
        case warningsAsErrors = "warnings_as_errors"
        case debugInformation = "debug_information"
    }

    init(_ source: MASMSource) {
        self.init(
            kind: source.kind,
            path: source.path,
            code: source.code,
            modules: source.modules,
            packages: source.packages.map(\.file),
            metadata: source.metadata,
            warningsAreErrors: source.warningsAreErrors,
            keepsDebugInformation: source.keepsDebugInformation
        )
    }

    init(
        kind: MidenPackage.Kind,
        path: String?,
        code: String,
        modules: [MASMSource.Module],
        packages: [Data],
        metadata: String?,
        warningsAreErrors: Bool,
        keepsDebugInformation: Bool = false
    ) {
        self.kind = kind
        self.path = path
        self.code = code
        self.modules = modules.isEmpty ? nil : modules
        self.packages = packages.isEmpty ? nil : packages
        self.metadata = metadata
        warningsAsErrors = warningsAreErrors ? true : nil
        debugInformation = keepsDebugInformation ? true : nil
    }
}

/// A package with the warnings of its source, or what is wrong with the source.
struct CompileReply: Codable, Sendable {
    let package: PackageMessage?
    let diagnostics: [CodeDiagnostic]

    var compilation: Compilation {
        package.map { .compiled(MidenPackage($0), warnings: diagnostics) } ?? .refused(diagnostics)
    }
}

/// A package with what it offers.
struct PackageMessage: Codable, Sendable {
    let file: Data
    let interface: ContractInterface
}

/// Asks what a package offers.
struct DescribePackageRequest: Computation, Codable {
    typealias Reply = PackageMessage

    static var number: UInt32 { UInt32(WC_COMPUTATION_DESCRIBE_PACKAGE) }

    let file: Data
}

/// Reads a file of advice inputs.
struct ParseAdviceRequest: Computation, Codable {
    typealias Reply = ParseAdviceReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_PARSE_ADVICE) }

    let text: String
}

struct ParseAdviceReply: Codable, Sendable {
    let entries: [AdviceEntry]
}
