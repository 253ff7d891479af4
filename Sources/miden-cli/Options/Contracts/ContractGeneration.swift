import Foundation
import MidenContractGenerator
import MidenSwiftClient

/// From contracts that the command line names to generated files.
struct ContractGeneration {
    /// How a source is compiled.
    struct SourceOptions {
        let path: String?
        let metadata: String?
        let links: [String]
    }

    /// A generated file, and what it was generated of.
    struct Output {
        let input: String
        let configuration: String?
        let file: GeneratedFile
    }

    let reader: InputReader
    let source: SourceOptions

    /// Reads a contract and generates its file.
    ///
    /// - Parameter contract: The contract.
    /// - Returns: The file.
    /// - Throws: An error that names the input.
    func output(of contract: NamedContract) async throws -> Output {
        let file: GeneratedFile
        switch contract {
        case .component(let name, let configuration):
            file = try generated(
                try await document(ofComponent: name, configuration: configuration),
                from: .component(name),
                named: name,
                configuredBy: configuration,
                of: contract
            )
        case .files(let code, let configuration, let name):
            let document = try await document(of: code, configuration: configuration)
            file = try generated(
                document,
                from: .file(ContractFileName(code).name),
                named: name,
                configuredBy: configuration.map { ContractFileName($0).name },
                of: contract
            )
        }
        return Output(input: contract.title, configuration: contract.configuration, file: file)
    }

    /// Refuses files of one name. Upper and lower case are the same: they are for some file systems.
    static func refuseClash(in outputs: [Output]) throws {
        if let (other, output) = outputs.repeats(by: { $0.file.name.lowercased() }).first {
            throw MidenError(
                code: .invalidParameter,
                kind: "generated_files_clash",
                message: """
                    \(other.input) and \(output.input) would both become \(output.file.name). Give one of them another name in \
                    its configuration: name = "…".
                    """
            )
        }
    }

    private func document(of code: String, configuration: String?) async throws -> Data {
        let settings = try configuration.map(settings)
        let package = try await package(at: code)
        do {
            return try await ContractDocumentSource.file(package).document(configuration: settings)
        } catch let error as MidenError {
            throw error.naming(code: code, configuration: configuration)
        }
    }

    private func document(ofComponent name: String, configuration: String?) async throws -> Data {
        let settings = try configuration.map(settings)
        return try await ContractDocumentSource.component(name).document(configuration: settings)
    }

    private func settings(at path: String) throws -> ContractDocumentSource.Configuration {
        ContractDocumentSource.Configuration(
            text: try reader.text(of: .contractConfiguration, at: path),
            fileName: ContractFileName(path).name
        )
    }

    /// The bytes of a package, or of what a source is compiled to.
    private func package(at code: String) async throws -> Data {
        guard code.hasSuffix(ContractInput.sourceEnding) else {
            return Data(try reader.bytes(of: .package, at: code))
        }
        var source = try await CodeFile.source(at: code, as: .library, linking: self.source.links, reader)
        source.kind = Compile.kind(of: source.code)
        source.path = self.source.path
        source.metadata = try (self.source.metadata ?? metadata(beside: code)).map {
            try reader.text(of: .source, at: $0)
        }
        do {
            let compilation = try await MidenPackage.compilation(of: source)
            CodeFile.complain(of: compilation.warnings, in: code)
            return try compilation.package().file
        } catch let error as MidenError {
            throw error.naming(code: code, configuration: nil)
        }
    }

    /// What a source says of itself and its storage: the file of its name that ends in `.toml`.
    private func metadata(beside code: String) -> String? {
        let path = code.dropLast(ContractInput.sourceEnding.count) + ".toml"
        return FileManager.default.fileExists(atPath: String(path)) ? String(path) : nil
    }

    private func generated(
        _ document: Data,
        from origin: ContractGenerator.Origin,
        named name: String,
        configuredBy configuration: String?,
        of contract: NamedContract
    ) throws -> GeneratedFile {
        do {
            return try ContractGenerator(version: ToolVersion.current).file(
                for: ContractDocument(json: document),
                from: origin,
                named: name,
                configuredBy: configuration
            )
        } catch {
            throw MidenError(
                code: .invalidParameter,
                kind: "contract_not_generated",
                message: "\(contract.title): \(error.message)"
            )
        }
    }
}

extension MidenError {
    /// The error with the path of what it is about: the core knows the name of a configuration without its folder, and no name
    /// of a package.
    fileprivate func naming(code path: String, configuration: String?) -> MidenError {
        let text =
            if kind == .invalidContractConfiguration, let configuration {
                ContractFileName(configuration).folder + message
            } else {
                "\(path): \(message)"
            }
        return MidenError(code: code, kind: kind, message: text, causes: causes)
    }
}
