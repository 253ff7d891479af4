import MidenContractGenerator
import Testing

@Suite("The contracts in a list of files")
struct ContractInputTests {
    /// What a contract is made of.
    private static func parts(_ paths: String..., endings: [String] = [".masp"]) -> [[String?]] {
        ContractInput.all(in: paths, codeEndings: endings).map { [$0.outputName, $0.code, $0.configuration] }
    }

    @Test("a package and a configuration beside it, in either case: are one, with the name of the configuration")
    func pair() {
        let parts = Self.parts("/a b/ü/ledger.masp", "/a b/ü/Ledger.miden.toml")
        #expect(parts == [["Ledger.generated.swift", "/a b/ü/ledger.masp", "/a b/ü/Ledger.miden.toml"]])
    }

    @Test("files of one name in two folders: are two")
    func folders() {
        let parts = Self.parts("/b/ledger.miden.toml", "/a/ledger.masp", "/a/ledger.masp")
        #expect(
            parts == [
                ["ledger.generated.swift", "/a/ledger.masp", nil],
                ["ledger.generated.swift", nil, "/b/ledger.miden.toml"],
            ]
        )
    }

    @Test("two packages of one name and a configuration: are two, so that they can be refused")
    func doubledPackage() {
        let parts = Self.parts("LEDGER.masp", "ledger.masp", "Ledger.miden.toml")
        #expect(parts.count == 2)
        #expect(Set(parts.compactMap { $0[0]?.lowercased() }) == ["ledger.generated.swift"])
    }

    @Test("other files, and endings without a name: are none")
    func others() {
        #expect(Self.parts("/a/.masp", "/a/.miden.toml", "/a/ledger.toml").isEmpty)
        #expect(Self.parts("/a/ledger.masm", "/a/ledger.masp.txt").isEmpty)
    }

    @Test("a source: is one where sources are asked for")
    func source() {
        let parts = Self.parts("a/ledger.masm", "a/ledger.miden.toml", endings: [".masp", ".masm"])
        #expect(parts == [["ledger.generated.swift", "a/ledger.masm", "a/ledger.miden.toml"]])
    }
}
