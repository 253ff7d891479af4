import Foundation
import MidenContractGenerator
import MidenSwiftClient

/// A contract that the command line names, for which Swift is generated.
enum NamedContract {
    /// Files: code, with a configuration or without.
    case files(code: String, configuration: String?, name: String)
    /// A component that Miden ships, with a configuration or without.
    case component(String, configuration: String?)

    /// The path of its configuration, if it has one.
    var configuration: String? {
        switch self {
        case .files(_, let configuration, _), .component(_, let configuration): configuration
        }
    }

    /// What an error or an answer calls it.
    var title: String {
        switch self {
        case .files(let code, _, _): code
        case .component(let name, _): name
        }
    }

    /// The contracts of a command line. A configuration and its package, if both are named, are one.
    ///
    /// - Parameter arguments: Paths, and names of components.
    /// - Returns: Files first, then components, each once.
    /// - Throws: An error if a configuration has no package beside it, or if an argument can be neither a file nor a component.
    static func all(in arguments: [String]) throws -> [NamedContract] {
        let files = arguments.filter(isFile)
        let named = Set(files)
        let contracts = ContractInput.all(in: files + files.flatMap(neighbours), codeEndings: codeEndings)
            .filter { input in [input.code, input.configuration].contains { $0.map(named.contains) ?? false } }
            .map(contract)
        var components: [String] = []
        for name in arguments where !isFile(name) && !components.contains(name) {
            guard !name.isEmpty, !name.contains("."), !name.contains("/") else {
                throw MidenError(
                    code: .invalidParameter,
                    kind: "unknown_contract_input",
                    message: """
                        “\(name)” names no contract. The name of a file ends in .masp if it is a package, in .miden.toml if it \
                        is a configuration, and in .masm if it is a source.
                        """
                )
            }
            components.append(name)
        }
        return try contracts.map { try $0.get() }
            + components.map { .component($0, configuration: configuration(ofComponent: $0)) }
    }

    private static let codeEndings = [ContractInput.packageEnding, ContractInput.sourceEnding]

    private static func isFile(_ argument: String) -> Bool {
        (codeEndings + [ContractInput.configurationEnding]).contains(where: argument.hasSuffix)
    }

    private static func contract(_ input: ContractInput) -> Result<NamedContract, MidenError> {
        if let code = input.code {
            return .success(.files(code: code, configuration: input.configuration, name: input.name))
        }
        return .failure(
            MidenError(
                code: .invalidParameter,
                kind: "missing_contract_package",
                message: """
                    \(input.path) has no package \(input.name)\(ContractInput.packageEnding) beside it. Make one with miden-cli \
                    contract compile, or name its source.
                    """
            )
        )
    }

    /// The configuration of a component: the file of its name in the present folder.
    private static func configuration(ofComponent name: String) -> String? {
        names(in: "").first { file in
            ContractFileName(file).base(before: ContractInput.configurationEnding)?.lowercased() == name
        }
    }

    /// The names of the files in a folder. One that cannot be listed has none; reading a file of it says what is wrong.
    private static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []).sorted()
    }

    /// The files beside one that belong to the same contract by their names: the configuration of code, the package of a
    /// configuration.
    private static func neighbours(of path: String) -> [String] {
        let file = ContractFileName(path)
        let isConfiguration = file.base(before: ContractInput.configurationEnding) != nil
        let own = isConfiguration ? [ContractInput.configurationEnding] : codeEndings
        let other = isConfiguration ? ContractInput.packageEnding : ContractInput.configurationEnding
        guard let name = own.lazy.compactMap(file.base).first?.lowercased() else {
            return []
        }
        return names(in: file.folder).map { ContractFileName(file.folder + $0) }
            .filter { $0.base(before: other)?.lowercased() == name }
            .map(\.path)
    }
}
