import Foundation
import MidenSwiftClient
import Testing

@Suite("Interfaces of contracts", .timeLimit(.minutes(5)))
struct ContractInterfaceTests {
    private func interface(version: Int = 1, _ procedures: String = "[]", types: String = "[]") throws
        -> ContractInterface
    {
        let json = """
            {"format_version":\(version),"name":"counter","version":"1.0.0","procedures":\(procedures),"types":\(types),
            "constants":[],"errors":[]}
            """
        return try ContractInterface(json: Data(json.utf8))
    }

    private func procedure(_ path: String) -> String {
        let root = "0x" + String(repeating: "01", count: 32)
        return #"{"path":"\#(path)","name":"x","root":"\#(root)","role":"account"}"#
    }

    @Test("A package: its interface has the procedures of the package, and is the same after JSON")
    func package() async throws {
        let counter = try await MidenPackage.counter()
        let interface = counter.interface
        #expect(interface.methods == counter.procedures && counter.kind == .accountComponent)
        #expect(interface.unknownRoots == nil && interface.authenticationRoot == nil)
        #expect(try ContractInterface(json: JSONEncoder().encode(interface)) == interface)
    }

    @Test("A source with an unused import: its interface comes with the warning")
    func warnings() async throws {
        let code = "use miden::core::math::u64\n@transaction_script\npub proc main\n    nop\nend\n"
        let compilation = try await MidenPackage.compilation(of: MASMSource(.transactionScript, code))
        #expect(try compilation.package().interface.procedures.map(\.name) == ["main"])
        #expect(compilation.warnings.map(\.message) == ["unused import"])
    }

    @Test("JSON in a newer form, or that is no description: refused with its kind")
    func refused() throws {
        let newer = try #require(throws: MidenError.self) { _ = try interface(version: 2) }
        #expect(newer.kind == .newerInterface && newer.message.contains("version 2"))
        for json in ["", "{}", "[]", #"{"format_version":1}"#, #"{"format_version":"1"}"#] {
            let error = try #require(throws: MidenError.self) { _ = try ContractInterface(json: Data(json.utf8)) }
            #expect(error.kind == .invalidInterface, "\(json)")
        }
    }

    @Test("Types that are nested deeper than 64, have twin names or an unknown name of storage: refused")
    func types() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: #"{"kind":"array","length":1,"element":"#, count: depth) + #"{"kind":"u8"}"#
                + String(repeating: "}", count: depth)
        }
        func named(_ type: String) -> String { #"[{"name":"T","is_exported":true,"type":\#(type)}]"# }
        #expect(try interface(types: named(nested(63))).types.count == 1)
        let twins =
            #"{"kind":"struct","fields":[{"name":"é","type":{"kind":"u8"}},{"name":"e\u0301","type":{"kind":"u8"}}]}"#
        for type in [nested(64), nested(5000), twins, #""miden::unknown""#] {
            let error = try #require(throws: MidenError.self) { _ = try interface(types: named(type)) }
            #expect(error.kind == .invalidInterface)
        }
    }

    @Test("A procedure is found by its last part or its whole path, and a name that several have is refused")
    func procedures() throws {
        let paths = ["::a::get_count", "::a::set", "::b::set"]
        let interface = try interface("[\(paths.map(procedure).joined(separator: ","))]")
        #expect(try interface.procedure("get-count").path == "::a::get_count")
        #expect(try interface.procedure("b::set").path == "::b::set")
        for (name, part) in [("set", "several"), ("get", "no procedure")] {
            let error = try #require(throws: MidenError.self) { _ = try interface.procedure(name) }
            #expect(error.kind == "unknown_procedure" && error.message.contains(part))
        }
    }
}
