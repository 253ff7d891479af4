import Foundation
import MidenContractGenerator

/// From the files of one contract to what is written.
enum Generation {
    private static let largestPackage = 3 << 20
    private static let largestConfiguration = 64 << 10

    /// Reads a contract and generates its file.
    ///
    /// - Parameter input: The contract.
    /// - Returns: The file.
    /// - Throws: What is wrong with the contract.
    static func output(of input: ContractInput) throws(Problem) -> GeneratedOutput {
        guard let package = input.code else {
            let name = "\(input.name)\(ContractInput.packageEnding)"
            throw Problem(
                in: input.path,
                "There is no package \(name) beside it. Make one with miden-cli contract compile, or remove this file."
            )
        }
        let request = ContractRequest(
            file: try BoundedFile.bytes(at: package, atMost: largestPackage),
            configuration: try configuration(at: input.configuration)
        )
        let file = try generated(try document(for: request, of: input, package: package), of: input, package: package)
        return GeneratedOutput(
            input: input.path,
            name: input.outputName,
            typeName: file.name,
            contents: file.contents,
            warnings: file.warnings
        )
    }

    private static func configuration(at path: String?) throws(Problem) -> ContractRequest.Configuration? {
        guard let path else {
            return nil
        }
        let bytes = try BoundedFile.bytes(at: path, atMost: largestConfiguration, followingLinks: false)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem(in: path, "The configuration is no text in UTF-8.")
        }
        return ContractRequest.Configuration(text: text, fileName: ContractFileName(path).name)
    }

    private static func document(
        for request: ContractRequest,
        of input: ContractInput,
        package: String
    ) throws(Problem) -> Data {
        let json: Data
        do {
            json = try JSONEncoder().encode(request)
        } catch {
            throw Problem(in: input.path, "The request to the core cannot be written: \(error.localizedDescription)")
        }
        do {
            return try ContractComputation.document(for: json)
        } catch {
            // The core knows the name of the configuration without its folder.
            if error.kind == "invalid_contract_configuration", let configuration = input.configuration {
                let name = ContractFileName(configuration).name
                if error.message.hasPrefix("\(name):") {
                    throw Problem(placed: String(configuration.dropLast(name.count)) + error.message)
                }
                throw Problem(in: configuration, error.message)
            }
            let causes = error.causes.map { " Because: \($0)" }.joined()
            throw Problem(in: package, error.message + causes)
        }
    }

    private static func generated(
        _ document: Data,
        of input: ContractInput,
        package: String
    ) throws(Problem) -> GeneratedFile {
        do {
            return try ContractGenerator(version: ToolVersion.current).file(
                for: ContractDocument(json: document),
                from: .file(ContractFileName(package).name),
                named: input.name,
                configuredBy: input.configuration.map { ContractFileName($0).name }
            )
        } catch {
            throw Problem(in: input.path, error.message)
        }
    }
}
