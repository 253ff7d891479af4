import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("A mnemonic gives the accounts of the official Miden wallet", .timeLimit(.minutes(2)))
struct MnemonicVectorTests {
    /// An account of the mnemonic, and the seed it is derived from. Never to be changed: other wallets derive the same.
    struct Vector: Sendable {
        let derivation: Mnemonic.Derivation
        let scheme: SignatureScheme
        let visibility: AccountVisibility
        let index: UInt32
        let seed: String
        let account: AccountID
    }

    private static let vectors: [Vector] = [
        Vector(
            derivation: .v1,
            scheme: .falcon512Poseidon2,
            visibility: .public,
            index: 0,
            seed: "1239acb7ed4df4a96dfc775b2ee92e62563306630f442525fd41d573d765ee1f",
            account: .of("0xe2563ec1b903b19133cfb3e0dc91a0")
        ),
        Vector(
            derivation: .v1,
            scheme: .ecdsaK256Keccak,
            visibility: .public,
            index: 0,
            seed: "694ff992013be7c9f1c8ac4ed266f549df45acc0d9c0abe803a6ef0f22f78464",
            account: .of("0x63c2bb5aca26b251677357125870f6")
        ),
        Vector(
            derivation: .v1,
            scheme: .ecdsaK256Keccak,
            visibility: .public,
            index: 1,
            seed: "5f1f786df8890fe402c774a0664548cb4ae165c4349f8bb8752f0b9347d090f2",
            account: .of("0x8c3b4fd351b1c19161880ae9404885")
        ),
        Vector(
            derivation: .v1,
            scheme: .falcon512Poseidon2,
            visibility: .private,
            index: 0,
            seed: "8f054bbfa485f9a3dc0ec67c519ddc32b821307d002cbb98c8d1d641cd369bad",
            account: .of("0xb2ff1c7d52da67c106e749b1cdd960")
        ),
        Vector(
            derivation: .v1,
            scheme: .ecdsaK256Keccak,
            visibility: .private,
            index: 0,
            seed: "993e527f5d6ce32d946044453acf5ce41d237eb04b240dd67c9798cd46a92b16",
            account: .of("0xa174149c52b1350134a96636b2a9a4")
        ),
        Vector(
            derivation: .legacy,
            scheme: .ecdsaK256Keccak,
            visibility: .public,
            index: 0,
            seed: "7303bce3fd710072aec3c0b0564f061d3771c3c10a2e023cacdedcf5d2ce6b72",
            account: .of("0xdcba29b3fa8960114fccca2f23e4c5")
        ),
        Vector(
            derivation: .legacy,
            scheme: .falcon512Poseidon2,
            visibility: .private,
            index: 1,
            seed: "d8f603ff4fdaedc4ab26fb9ce5b9012a232d7a546f90ab7d956ba3ba5d3c20eb",
            account: .of("0xf3d2e3d2378a484135f00fde5c9f0d")
        ),
    ]

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue).map { UInt8($0) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    }

    @Test("by its words, by the derived seed, and as the committed vector has it", arguments: vectors.indices)
    func vector(place: Int) async throws {
        let vector = Self.vectors[place]
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet(
                mnemonic: .abandon,
                index: vector.index,
                scheme: vector.scheme,
                visibility: vector.visibility,
                derivation: vector.derivation
            )
            #expect(account == vector.account)
        }
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet(
                seed: Self.bytes(vector.seed),
                scheme: vector.scheme,
                visibility: vector.visibility
            )
            #expect(account == vector.account)
        }
    }

    @Test("and one that can sign, from the mnemonic alone")
    func signs() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet(mnemonic: .abandon)
            #expect(account == Self.vectors[1].account)
            _ = try await wallet.paidNote(to: account, amount: 5)
            let notes = try await wallet.getInputNotes(accountId: account).consumableNoteIds
            _ = try await wallet.consumeNotes(accountId: account, noteIds: notes)
        }
    }

    @Test("but none twice, nor one of an index there is not")
    func refused() async throws {
        try await withEmbeddedWallet { wallet in
            _ = try await wallet.createWallet(mnemonic: .abandon)
            let twice = await #expect(throws: MidenError.self) { try await wallet.createWallet(mnemonic: .abandon) }
            #expect(twice?.kind == .accountAlreadyTracked)
            let beyond = await #expect(throws: MidenError.self) {
                try await wallet.createWallet(mnemonic: .abandon, index: 1 << 31)
            }
            #expect(beyond?.code == .invalidParameter)
            #expect(beyond?.kind == .invalidAccountIndex)
            #expect(try await wallet.getAccounts().count == 1)
        }
    }
}
