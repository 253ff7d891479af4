import Foundation

/// Files of contracts, by their names. `ContractInput` of the generator has the same rule.
enum ContractFile {
    private static let configuration = ".miden.toml"
    private static let package = ".masp"

    /// Two contracts whose outputs would be one file.
    struct Clash: Error, CustomStringConvertible {
        let description: String
    }

    /// Whether a file is a package or a configuration.
    static func isContract(_ file: URL) -> Bool {
        name(of: file) != nil
    }

    /// The names of what is generated.
    ///
    /// - Parameters:
    ///   - files: Packages and configurations, sorted.
    ///   - target: The name of the target.
    /// - Returns: The names.
    /// - Throws: ``Clash`` if two contracts have one name.
    static func outputNames(for files: [URL], in target: String) throws -> [String] {
        // The compiler wants names of their own for all files of a module, and file systems may take both cases for the same.
        var contracts: [String: URL] = [:]
        var names: [String] = []
        for file in contractFiles(in: files) {
            guard let name = name(of: file) else {
                continue
            }
            if let other = contracts.updateValue(file, forKey: name.lowercased()) {
                throw Clash(
                    description: """
                        Two contracts of the target \(target) would become \(name).generated.swift: \(other.path) and \
                        \(file.path). Rename one of them.
                        """
                )
            }
            names.append("\(name).generated.swift")
        }
        return names
    }

    /// The file that gives each contract its name: its configuration, or the package if there is none beside it.
    private static func contractFiles(in files: [URL]) -> [URL] {
        let configurations = files.filter { $0.lastPathComponent.hasSuffix(configuration) }
        var keys = Set(configurations.map(key))
        // Each configuration takes one package.
        return configurations
            + files.filter { !$0.lastPathComponent.hasSuffix(configuration) && keys.remove(key(of: $0)) == nil }
    }

    /// A contract's folder and name, in lower case.
    private static func key(of file: URL) -> [String] {
        [file.deletingLastPathComponent().path, (name(of: file) ?? "").lowercased()]
    }

    private static func name(of file: URL) -> String? {
        let last = file.lastPathComponent
        return [configuration, package].first { last.hasSuffix($0) && last.count > $0.count }.map {
            String(last.dropLast($0.count))
        }
    }
}
