internal import CMidenSwiftClient
import Foundation

/// Asks for the interface of a contract.
enum DescribeInterfaceRequest: Computation {
    typealias Reply = DescribeInterfaceReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_DESCRIBE_INTERFACE) }

    /// That of a package.
    case package(Data)
    /// That of the package which a source becomes.
    case source(CompileRequest)
    /// That of an account with these procedures.
    case account(name: String, roots: [Word], packages: [Data])
}

extension DescribeInterfaceRequest: Codable {
    private enum CodingKeys: CodingKey {
        case package, source, account
    }

    private struct Account: Codable {
        let name: String
        let roots: [Word]
        let packages: [Data]?
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let file = try container.decodeIfPresent(Data.self, forKey: .package) {
            self = .package(file)
        } else if let source = try container.decodeIfPresent(CompileRequest.self, forKey: .source) {
            self = .source(source)
        } else {
            let account = try container.decode(Account.self, forKey: .account)
            self = .account(name: account.name, roots: account.roots, packages: account.packages ?? [])
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .package(let file): try container.encode(file, forKey: .package)
        case .source(let source): try container.encode(source, forKey: .source)
        case .account(let name, let roots, let packages):
            let account = Account(name: name, roots: roots, packages: packages.isEmpty ? nil : packages)
            try container.encode(account, forKey: .account)
        }
    }
}

/// The interface with the warnings of its source, or what is wrong with the source.
struct DescribeInterfaceReply: Codable, Sendable {
    let interface: ContractInterface?
    let diagnostics: [CodeDiagnostic]

    /// The interface.
    ///
    /// - Throws: ``MidenError/Kind/compilationFailed`` if the source was refused.
    func described() throws -> ContractInterface {
        guard let interface else {
            throw Compilation.refusal(diagnostics)
        }
        return interface
    }
}
