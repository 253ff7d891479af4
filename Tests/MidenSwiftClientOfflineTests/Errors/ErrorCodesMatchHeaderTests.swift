import Foundation
import MidenSwiftClient
import Testing

@Suite("The header and the Swift cases")
struct ErrorCodesMatchHeaderTests {
    @Test("Each negative constant of the header is a case of the same name and number, and the other way round")
    func sameCodes() throws {
        var constants: [String: Int32] = [:]
        for line in try PackageFiles.header().split(separator: "\n") {
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            guard words.count >= 3, words[0] == "#define", words[1].hasPrefix("WC_"),
                let value = Int32(words[2].trimmingCharacters(in: CharacterSet(charactersIn: "()"))), value < 0
            else {
                continue
            }
            constants[camelCase(words[1].dropFirst(3))] = value
        }
        let cases = Dictionary(uniqueKeysWithValues: MidenError.Code.allCases.map { ("\($0)", $0.rawValue) })
        #expect(constants == cases)
    }

    @Test("Every kind of error that the Rust side tells has a name in Swift")
    func sameKinds() throws {
        let names = try PackageFiles.sources(in: "Errors")
        let golden = try PackageFiles.goldenMessages().keys.filter { $0.hasPrefix("errors/") }
        #expect(golden.count > 100)
        let unnamed = golden.map { $0.dropFirst("errors/".count) }.filter { !names.contains("Self { \"\($0)\" }") }
        #expect(unnamed == [])
    }

    private func camelCase(_ name: Substring) -> String {
        let words = name.lowercased().split(separator: "_")
        return words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
    }
}
