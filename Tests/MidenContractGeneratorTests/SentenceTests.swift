import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@testable import MidenContractGenerator
@testable import MidenGeneratorFuzz

/// The sentences that hold for all generated Swift and that the generator decides.
@Suite("What must hold of generated Swift", .timeLimit(.minutes(5)))
struct SentenceTests {
    // MARK: - Calls are values, reads are harmless

    @Test("Nothing is taken for a read by its name: get_count is a call unless the source or the configuration says so")
    func reads() throws {
        let plain = SampleDocument.procedure("get_count", returns: [SampleDocument.plain("felt")])
        let marked = SampleDocument.procedure(
            "get_count",
            returns: [SampleDocument.plain("felt")],
            more: #","attributes":["view"]"#
        )
        let listed = SampleDocument(procedures: [plain], configuration: #"{"reads":["::sample::get_count"]}"#)
        let call = "func getCount() throws -> ContractCall<Felt> {"
        #expect(try SampleDocument(procedures: [plain], configuration: #"{"reads":[]}"#).file().lines.contains(call))
        for document in [SampleDocument(procedures: [marked], configuration: #"{"reads":[]}"#), listed] {
            let lines = try document.file().lines
            #expect(lines.contains("var count: Felt {"))
            #expect(!lines.contains(call))
        }
    }

    // MARK: - The generated call is the dynamic call

    @Test(
        "The generated call is the dynamic call: the library finds its procedure by the name that it gives",
        arguments: try DescribedContract.all()
    )
    func procedures(contract: DescribedContract) throws {
        let interface = try JSONDecoder().decode(Interface.self, from: contract.json)
        let library = try ContractInterface(json: contract.json)
        let types = try SwiftTypes(interface, contract: "Sample")
        let methods = try ContractMethods(interface, reads: [], types: types)
        let callable = library.methods.filter { $0.obstacle == nil || $0.obstacle == .noSignature }
        #expect(methods.calls.count + methods.reads.count == callable.count)
        for method in methods.calls + methods.reads {
            #expect(try library.procedure(method.calledName).path == method.procedure.path)
        }
    }

    // MARK: - Names need no apology

    @Test(
        "Names need no apology: no underscore, no argument by number, no get before a read",
        arguments: try DescribedContract.all()
    )
    func names(contract: DescribedContract) throws {
        let interface = try JSONDecoder().decode(Interface.self, from: contract.json)
        let types = try SwiftTypes(interface, contract: "Sample")
        let methods = try ContractMethods(
            interface,
            reads: interface.procedures.map(\.path),
            types: types
        )
        for read in methods.reads {
            #expect(!read.name.hasPrefix("get") || read.name.dropFirst(3).first?.isUppercase != true)
        }
        for token in try SwiftTokens(try contract.file().contents) where token.first?.isNumber == false {
            #expect(token == "_" || !token.contains("_"), "\(token)")
            #expect(token.wholeMatch(of: /arg[0-9]+/) == nil, "\(token)")
        }
    }

    @Test("Two names that become one stop the generator, with both and what to do")
    func collisions() {
        let procedures = ["get_entry", "GET_ENTRY"].map { SampleDocument.procedure($0) }
        let fields = SampleDocument.structure("Entry", [("a_b", #"{"kind":"u8"}"#), ("aB", #"{"kind":"u8"}"#)])
        let documents = [
            (SampleDocument(procedures: procedures), ["get_entry", "GET_ENTRY"]),
            (SampleDocument(types: [SampleDocument.exported("Entry", fields)]), ["a_b", "aB"]),
        ]
        for (document, names) in documents {
            let error = #expect(throws: GeneratorError.self) { try document.file() }
            for name in names + ["Rename one of them"] {
                #expect(error?.message.contains(name) == true, "\(error?.message ?? "")")
            }
        }
    }

    // MARK: - Text is never code

    @Test(
        "Text is never code: any text leaves the tokens outside of comments and literals as they are",
        arguments: try DescribedContract.all()
    )
    func texts(contract: DescribedContract) throws {
        let document = try contract.document()
        let tokens = try SwiftTokens(try GeneratedFile(DocumentTexts.emptied(document), named: "sample").contents)
            .tokens
        #expect(try SwiftTokens(try GeneratedFile(document, named: "sample").contents).tokens == tokens)
        for text in NastyText.texts().prefix(20) {
            let changed = document.mapped { keys, value in
                DocumentTexts.contain(keys, of: value) ? .text(text) : nil
            }
            #expect(try SwiftTokens(try GeneratedFile(changed, named: "sample").contents).tokens == tokens)
        }
    }

    // MARK: - Same input, same bytes

    @Test("Same input, same bytes: two processes in other folders, languages and time zones write the same")
    func sameBytes() async throws {
        let environments = [["LANG": "C", "TZ": "UTC"], ["LANG": "tr_TR.UTF-8", "TZ": "Pacific/Apia"]]
        let names = ["basic-wallet", "fungible-faucet", "multisig", "rbac"]
        var written: [[Data]] = []
        for environment in environments {
            let directory = try TemporaryDirectory()
            let output = try directory.folder("output")
            let outcome = try await RunningCommand(
                ["contract", "generate"] + names + ["--output", output],
                environment: ProcessInfo.processInfo.environment
                    .merging(environment) { $1 }.merging(["MIDEN_DATA_DIR": directory.path]) { $1 }
            ).outcome()
            #expect(outcome.status == 0, "\(outcome.errors)")
            let files = try FileManager.default.contentsOfDirectory(atPath: output).sorted()
            #expect(files.count == names.count)
            written.append(try files.map { try Data(contentsOf: URL(fileURLWithPath: "\(output)/\($0)")) })
        }
        #expect(written.first == written.last)
    }

    @Test("Same input, same bytes: what is generated again is the same", arguments: try DescribedContract.all())
    func again(contract: DescribedContract) throws {
        #expect(try contract.file() == contract.file())
    }
}
