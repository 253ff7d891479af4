import Foundation

/// Descriptions of contracts in files.
enum Descriptions {
    /// Those in a folder and the folders in it, in the order of their paths.
    ///
    /// - Parameter folder: The folder.
    /// - Returns: Everything in JSON that describes a contract.
    /// - Throws: If a file cannot be read.
    static func all(in folder: String) throws -> [DocumentValue] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
            // The schema describes descriptions.
            .filter { $0.hasSuffix(".json") && $0 != "schema.json" }
            .map { path in
                try JSONDecoder().decode(
                    DocumentValue.self,
                    from: try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(path)"))
                )
            }
    }
}
