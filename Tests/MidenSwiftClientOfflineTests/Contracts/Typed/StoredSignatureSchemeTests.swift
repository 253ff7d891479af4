import Foundation
import MidenSwiftClient
import Testing

@Suite("Signature schemes in storage", .timeLimit(.minutes(5)))
struct StoredSignatureSchemeTests {
    @Test(
        "A scheme: one element, which is read again",
        arguments: [(SignatureScheme.ecdsaK256Keccak, 1 as Felt), (.falcon512Poseidon2, 2)]
    )
    func felts(scheme: SignatureScheme, element: Felt) throws {
        #expect(try scheme.felts() == [element])
        #expect(try SignatureScheme(felts: [element]) == scheme)
    }

    @Test("An element of no scheme: refused")
    func refused() throws {
        let error = try #require(throws: MidenError.self) { _ = try SignatureScheme(felts: [3]) }
        #expect(error.kind == .invalidValue)
    }

    @Test("A scheme in JSON: its text is not the one of storage")
    func json() throws {
        let json = try JSONEncoder().encode([SignatureScheme.falcon512Poseidon2])
        #expect(String(decoding: json, as: UTF8.self) == #"["falcon512_poseidon2"]"#)
        #expect(try JSONDecoder().decode([SignatureScheme].self, from: json) == [.falcon512Poseidon2])
        #expect(throws: DecodingError.self) {
            _ = try JSONDecoder().decode([SignatureScheme].self, from: Data(#"["Falcon512Poseidon2"]"#.utf8))
        }
    }
}
