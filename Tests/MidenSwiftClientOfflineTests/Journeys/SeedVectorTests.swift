import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("The same seed gives the same account everywhere", .timeLimit(.minutes(2)))
struct SeedVectorTests {
    /// The bytes 0, 1, 2 … 31.
    private static let seed: [UInt8] = Array(0..<32)

    /// The accounts of that seed. Never to be changed: the same stand in `rust/wallet/tests/offline/vectors.rs`.
    private static let vectors: [(SignatureScheme, AccountVisibility, account: AccountID)] = [
        (.ecdsaK256Keccak, .public, .of("0x5401ef36815e47d14b651e8e968153")),
        (.ecdsaK256Keccak, .private, .of("0x5e903836a825d6c135c26611fe6786")),
        (.falcon512Poseidon2, .public, .of("0x550559ffb22381117072d0749fccd2")),
        (.falcon512Poseidon2, .private, .of("0xd7a40f46ad7e54414952169d1c3661")),
    ]

    @Test("In two wallets, and as the committed vector has it", arguments: vectors.indices)
    func vector(index: Int) async throws {
        let (scheme, visibility, expected) = Self.vectors[index]
        var accounts: [AccountID] = []
        for _ in 0..<2 {
            try await withEmbeddedWallet { wallet in
                accounts.append(
                    try await wallet.createWallet(seed: Self.seed, scheme: scheme, visibility: visibility)
                )
            }
        }
        #expect(accounts == [expected, expected])
    }

    @Test("Scheme, visibility and seed each make another account; without a seed every account is another")
    func different() async throws {
        try await withEmbeddedWallet { wallet in
            let accounts = [
                try await wallet.createWallet(seed: Self.seed),
                try await wallet.createWallet(seed: Self.seed, scheme: .falcon512Poseidon2),
                try await wallet.createWallet(seed: Self.seed, visibility: .private),
                try await wallet.createWallet(seed: Self.seed.reversed()),
                try await wallet.createWallet(),
                try await wallet.createWallet(),
            ]
            #expect(Set(accounts).count == accounts.count)
            #expect(Set(try await wallet.getAccounts().map(\.id)) == Set(accounts))
        }
    }
}
