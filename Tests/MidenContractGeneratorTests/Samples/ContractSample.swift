import Foundation
import MidenContractGenerator
import MidenSwiftClient
import MidenTestSupport
import Testing

/// A file of `Tests/MidenGeneratedContracts`, and what it is generated of.
struct ContractSample: Sendable, CustomTestStringConvertible {
    /// What the file is generated of.
    enum Input: Sendable {
        /// A source in `Tests/Contracts`, by its name without its ending. One with a module path has a schema beside it.
        case source(String, path: String?)
        /// One of Miden's components, by its name.
        case component(String)
    }

    static let all = [
        ContractSample(name: "BasicWallet", input: .component("basic-wallet")),
        ContractSample(name: "Counter", input: .source("typed_counter", path: "tutorials::counter")),
        ContractSample(name: "FungibleFaucet", input: .component("fungible-faucet")),
        ContractSample(name: "Ledger", input: .source("ledger", path: "tutorials::ledger")),
        ContractSample(name: "Oracle", input: .source("oracle", path: "tutorials::oracle")),
        ContractSample(name: "UntypedCounter", input: .source("counter", path: nil)),
    ]

    /// The folder of the files.
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("MidenGeneratedContracts")

    let name: String
    let input: Input

    var testDescription: String { name }

    /// The committed file.
    var url: URL { Self.folder.appendingPathComponent("\(name).generated.swift") }

    private var configurationFile: String { "\(name).miden.toml" }

    /// Generates the file from its inputs.
    func generated() async throws -> GeneratedFile {
        let configuration = Self.folder.appendingPathComponent("Configurations/\(configurationFile)")
        let settings = ContractDocumentSource.Configuration(
            text: try String(contentsOf: configuration, encoding: .utf8),
            fileName: configurationFile
        )
        let (origin, source) = try await document
        return try ContractGenerator(version: ToolVersion.current).file(
            for: ContractDocument(json: await source.document(configuration: settings)),
            from: origin,
            named: name,
            configuredBy: configurationFile
        )
    }

    private var document: (ContractGenerator.Origin, ContractDocumentSource) {
        get async throws {
            switch input {
            case .component(let component):
                return (.component(component), .component(component))
            case .source(let file, let path):
                let source = MASMSource(
                    .accountComponent,
                    try Contracts.source(file),
                    path: path,
                    metadata: try path.map { _ in try Contracts.metadata(file) }
                )
                return (.file("\(file).masm"), .file(try await MidenPackage.compile(source).file))
            }
        }
    }
}
