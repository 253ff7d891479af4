import Foundation

@testable import MidenContractGenerator

/// A small document, of parts in JSON.
struct SampleDocument {
    var procedures: [String] = []
    var types: [String] = []
    var constants: [String] = []
    var package = "TUFTUA=="
    var configuration = #"{"access":"public","reads":[]}"#
    var version = 1
    var digest = "0x" + String(repeating: "0a", count: 32)

    var json: Data {
        Data(
            """
            {"format_version":\(version),"package":"\(package)","digest":"\(digest)","configuration":\(configuration),
            "interface":{"format_version":1,"name":"sample","version":"1.0.0","errors":[],
            "procedures":[\(procedures.joined(separator: ","))],"types":[\(types.joined(separator: ","))],
            "constants":[\(constants.joined(separator: ","))]}}
            """.utf8
        )
    }

    /// The file that is generated of it.
    func file(named name: String = "sample") throws -> GeneratedFile {
        try ContractGenerator(version: "1.2.3").file(
            for: ContractDocument(json: json),
            from: .file("sample.masp"),
            named: name,
            configuredBy: "Sample.miden.toml"
        )
    }

    /// A method of an account, with the rest of its description as JSON.
    static func procedure(
        _ name: String,
        takes parameters: [(name: String?, type: String)] = [],
        returns results: [String] = [],
        more: String = ""
    ) -> String {
        let taken = parameters.map { parameter in
            #"{\#(parameter.name.map { #""name":"\#($0)","# } ?? "")"type":\#(parameter.type)}"#
        }
        return #"{"path":"::sample::\#(name)","name":"\#(name)","root":"","role":"account","#
            + #""signature":{"convention":"component-model","parameters":[\#(taken.joined(separator: ","))],"#
            + #""results":[\#(results.joined(separator: ","))]}\#(more)}"#
    }

    /// A type without parts.
    static func plain(_ kind: String) -> String { #"{"kind":"\#(kind)"}"# }

    /// A struct.
    static func structure(_ name: String?, module: String? = nil, _ fields: [(String, String)]) -> String {
        let members = fields.map { #"{"name":"\#($0.0)","type":\#($0.1)}"# }.joined(separator: ",")
        return #"{"kind":"struct","#
            + (name.map { #""name":"\#($0)","# } ?? "") + (module.map { #""module":"\#($0)","# } ?? "")
            + #""fields":[\#(members)]}"#
    }

    /// An exported type.
    static func exported(_ name: String, module: String = "::sample", _ type: String) -> String {
        #"{"name":"\#(name)","module":"\#(module)","is_exported":true,"type":\#(type)}"#
    }
}

extension GeneratedFile {
    /// The lines without indentation.
    var lines: [String] {
        contents.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }
}
