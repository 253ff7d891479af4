/// A contract as its files name it: its code, a configuration, or the two beside each other.
///
/// `Ledger.miden.toml` and `ledger.masp` in one folder are one contract: upper and lower case are the same here. The
/// plugin finds the outputs of a target by the same rule.
package struct ContractInput: Hashable, Sendable {
    /// The ending of a configuration.
    package static let configurationEnding = ".miden.toml"
    /// The ending of a package.
    package static let packageEnding = ".masp"
    /// The ending of a source.
    package static let sourceEnding = ".masm"

    /// The name without its ending: that of the configuration, if there is one.
    package let name: String
    /// The path of the package or the source; nil if there is only a configuration.
    package let code: String?
    /// The path of the configuration; nil if there is only code.
    package let configuration: String?

    /// The path that an error names.
    package var path: String {
        configuration ?? code ?? name
    }

    /// The file that the plugin generates of it.
    package var outputName: String {
        "\(name).generated.swift"
    }

    /// The contracts in a list of files. Files of other kinds are left out.
    ///
    /// - Parameters:
    ///   - paths: The paths, in any order.
    ///   - endings: The endings of code.
    /// - Returns: The contracts, in the order of their paths.
    package static func all(in paths: [String], codeEndings endings: [String] = [packageEnding]) -> [ContractInput] {
        let files = Set(paths).sorted().map(ContractFileName.init)
        var code = files.filter { file in endings.contains { file.base(before: $0) != nil } }
        var inputs: [ContractInput] = []
        for configuration in files {
            guard let name = configuration.base(before: configurationEnding) else {
                continue
            }
            let index = code.firstIndex { configuration.isBeside($0, named: name, codeEndings: endings) }
            let path = index.map { code.remove(at: $0).path }
            inputs.append(ContractInput(name: name, code: path, configuration: configuration.path))
        }
        for file in code {
            if let name = endings.lazy.compactMap(file.base).first {
                inputs.append(ContractInput(name: name, code: file.path, configuration: nil))
            }
        }
        return inputs.sorted { $0.path < $1.path }
    }
}
