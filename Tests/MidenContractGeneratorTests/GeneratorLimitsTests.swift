import Foundation
import MidenTestSupport
import Testing

@testable import MidenContractGenerator

/// What is as large as a package can be, and what is missing.
@Suite("The limits of what Swift is generated for", .timeLimit(.minutes(10)))
struct GeneratorLimitsTests {
    @Test("256 procedures with 16 parameters each: compile")
    func procedures() async throws {
        let parameters = (0..<16).map { (name: Optional("value_\($0)"), type: SampleDocument.plain("felt")) }
        let results = Array(repeating: SampleDocument.plain("felt"), count: 16)
        let procedures = (0..<256).map {
            SampleDocument.procedure("procedure_of_number_\($0)", takes: parameters, returns: results)
        }
        let file = try SampleDocument(procedures: procedures).file()
        #expect(file.contents.matches(of: /func procedureOfNumber/).count == 256)
        try await GeneratedModuleTests.check([file])
    }

    @Test("4,096 exports with one code: compile, and a comment names five of them")
    func exports() async throws {
        let paths = (0..<4_095).map { #""::sample::name_\#($0)""# }.joined(separator: ",")
        let procedure = SampleDocument.procedure("post", more: #","same_code":[\#(paths)],"same_code_left_out":7"#)
        let file = try SampleDocument(procedures: [procedure]).file()
        #expect(file.contents.contains("and 4097 more"))
        #expect(!file.contents.contains("name_5`"))
        try await GeneratedModuleTests.check([file])
    }

    @Test("1,024 constants: compile")
    func constants() async throws {
        let constants = (0..<1_024).map {
            #"{"path":"::sample::CONSTANT_\#($0)","value":{"kind":"number","value":"\#($0)"}}"#
        }
        let file = try SampleDocument(constants: constants).file()
        #expect(file.contents.contains("static let constant1023: UInt64 = 1023"))
        try await GeneratedModuleTests.check([file])
    }

    @Test("65,535 bytes of documentation, in lines or in one: compile and are cut", arguments: ["a b\n", "a b ", "ab"])
    func documentation(text: String) async throws {
        let text = String(String(repeating: text, count: 32_768).prefix(65_535))
        let json = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        let procedure = SampleDocument.procedure("post", more: #","documentation":\#(json)"#)
        let file = try SampleDocument(procedures: [procedure]).file()
        #expect(file.lines.filter { $0.hasPrefix("///") }.count < 200)
        try await GeneratedModuleTests.check([file])
    }

    @Test(
        "A contract with the name of a type that generated code uses: refused, since it would hide that type",
        arguments: ["Word", "Asset", "Contract", "ContractCall", "UInt64", "Swift", "Self", "Type"]
    )
    func hidingName(name: String) throws {
        let error = #expect(throws: GeneratorError.self) { try SampleDocument().file(named: name) }
        #expect(error?.message.contains("`\(name)`") == true)
    }

    @Test("No procedure that can be called: a file with the types, and a warning")
    func nothing() async throws {
        let list = #"{"kind":"unsupported","name":"list<u8>","reason":"list"}"#
        let entry = SampleDocument.structure("Entry", [("amount", SampleDocument.plain("felt"))])
        for procedures in [[], [SampleDocument.procedure("post", returns: [list])]] {
            let types = [SampleDocument.exported("Entry", entry)]
            let file = try SampleDocument(procedures: procedures, types: types).file()
            #expect(file.contents.contains("struct Entry"))
            #expect(file.warnings.count == procedures.count + 1)
            #expect(file.warnings.last?.hasPrefix("No procedure of sample.masp can be called: ") == true)
            try await GeneratedModuleTests.check([file])
        }
    }

    @Test(
        "A name that generated code has itself: is refused with the name in the package",
        arguments: ["reads", "Deploy"]
    )
    func reserved(name: String) {
        let document = SampleDocument(procedures: [SampleDocument.procedure(name)])
        let error = #expect(throws: GeneratorError.self) { try document.file() }
        #expect(error?.message.contains("::sample::\(name)") == true)
        #expect(error?.message.contains("a name that generated code has itself") == true)
    }
}
