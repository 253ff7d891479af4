import Foundation
import Testing

@testable import MidenSwiftClient

@Suite("Documents of contracts, for generators of code")
struct ContractDocumentTests {
    private static let code = """
        @account_procedure
        @view
        pub proc get_one() -> u32
            push.1 swap drop
        end

        @account_procedure
        pub proc post(amount: felt)
            push.2 drop
        end
        """

    private func compiled() async throws -> MidenPackage {
        try await .compile(MASMSource(.accountComponent, Self.code, path: "tests::one"))
    }

    @Test("A package has a document with its description, itself, its digest and what the configuration says")
    func package() async throws {
        let package = try await compiled()
        let configuration = ContractDocumentSource.Configuration(
            text: "name = \"One\"\naccess = \"public\"\nreads = [\"post\"]",
            fileName: "One.miden.toml"
        )
        let source = ContractDocumentSource.file(package.file)
        let bytes = try await source.document(configuration: configuration)
        #expect(try await source.document(configuration: configuration) == bytes)
        let document = try Wire.decode(ContractDocumentMessage.self, from: bytes)
        #expect(document.formatVersion == 1)
        #expect(document.interface == package.interface)
        #expect(document.package == package.file)
        #expect(document.configuration.name == "One")
        #expect(document.configuration.access == "public")
        #expect(document.configuration.reads == ["::tests::one::post"])
        #expect(try package.procedure("get_one").attributes == ["view"])
        #expect(try package.procedure("post").attributes == nil)
    }

    @Test("A component of Miden has a document by its name")
    func component() async throws {
        let bytes = try await ContractDocumentSource.component("basic-wallet").document()
        let document = try Wire.decode(ContractDocumentMessage.self, from: bytes)
        #expect(document.interface.name == "miden-standards-wallets-basic-wallet")
        #expect(document.configuration.reads.isEmpty)
        let package = try await MidenPackage(file: document.package)
        #expect(package.interface == document.interface)
    }

    @Test("What is no package, component or configuration is refused by its kind")
    func refusals() async throws {
        let file = try await compiled().file
        func configuration(_ text: String) -> ContractDocumentSource.Configuration {
            .init(text: text, fileName: "One.miden.toml")
        }
        let cases: [(ContractDocumentSource, ContractDocumentSource.Configuration?, MidenError.Kind, String)] = [
            (.file(Data("masp".utf8)), nil, .invalidPackage, "not a package"),
            (.file(Data(count: (3 << 20) + 1)), nil, .invalidPackage, "not a package"),
            (.component("basic-wallt"), nil, .unknownComponent, "the nearest first: basic-wallet,"),
            (
                .file(file), configuration("\n acces = 1"), .invalidContractConfiguration,
                "One.miden.toml:2:2: error: there is no key “acces”; the nearest is “access”"
            ),
            (
                .file(file), configuration("reads = [\"pots\"]"), .invalidContractConfiguration,
                "One.miden.toml:1:10: error: “pots” matches no account procedure; the nearest is “post”"
            ),
        ]
        for (source, configuration, kind, words) in cases {
            let error = await #expect(throws: MidenError.self) {
                try await source.document(configuration: configuration)
            }
            #expect(error?.code == .invalidParameter)
            #expect(error?.kind == kind)
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
    }
}
