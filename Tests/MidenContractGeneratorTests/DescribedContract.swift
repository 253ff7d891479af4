import Foundation
import MidenContractGenerator
import Testing

@testable import MidenGeneratorFuzz

/// A description of `Tests/Interfaces`.
struct DescribedContract: Sendable, CustomTestStringConvertible {
    /// The name of its file without the ending.
    let name: String
    /// The description as it is in the file.
    let json: Data

    var testDescription: String { name }

    /// All of them, in the order of their paths: components of Miden, what the published client writes, and those that
    /// golden tests make.
    static func all() throws -> [DescribedContract] {
        let folder = root.appendingPathComponent("Tests/Interfaces")
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasSuffix(".json") && $0 != "schema.json" }
            .map { path in
                let file = folder.appendingPathComponent(path)
                return DescribedContract(
                    name: file.deletingPathExtension().lastPathComponent,
                    json: try Data(contentsOf: file)
                )
            }
    }

    /// The folder of the repository.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The document of the description, with an empty package.
    func document(access: String = "public", areReads: Bool = false) throws -> DocumentValue {
        let interface = try JSONDecoder().decode(DocumentValue.self, from: json)
        let paths = interface["procedures"]?.elements.compactMap { $0["path"] } ?? []
        return .object([
            "format_version": .number(1),
            "package": .text(""),
            "digest": .text("0x" + String(repeating: "0a", count: 32)),
            "configuration": .object(["access": .text(access), "reads": .array(areReads ? paths : [])]),
            "interface": interface,
        ])
    }

    /// The file that is generated of the description.
    func file(access: String = "public", areReads: Bool = false) throws -> GeneratedFile {
        try GeneratedFile(document(access: access, areReads: areReads), named: name)
    }
}

extension GeneratedFile {
    /// The file of a document.
    init(_ document: DocumentValue, named name: String) throws {
        self = try ContractGenerator(version: "1.0.0").file(
            for: ContractDocument(json: JSONEncoder().encode(document)),
            from: .file("\(name).masp"),
            named: name,
            configuredBy: nil
        )
    }
}
