import MidenSwiftClient
import Testing

@Suite("A wallet that is opened read-only", .timeLimit(.minutes(2)))
struct ReadOnlyTests {
    @Test("reads the store of a wallet that is open, and changes nothing")
    func besideAnother() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        let account = try await wallet.createWallet()
        var configuration = MidenWallet.Configuration.embedded(in: directory)
        configuration.isReadOnly = true
        let copy = try await MidenWallet.open(configuration: configuration)
        #expect(try await copy.getAccounts().map(\.id) == [account])
        #expect(try await copy.info() == wallet.info())
        for refused in [
            await #expect(throws: MidenError.self) { try await copy.createWallet() },
            await #expect(throws: MidenError.self) { try await copy.sync() },
            await #expect(throws: MidenError.self) {
                try await copy.exportKey(accountId: account, passphrase: "correct horse")
            },
        ] {
            #expect(refused?.code == .unsupported)
        }
        #expect(try await wallet.getAccounts().map(\.id) == [account])
        try await copy.shutdown()
        try await wallet.shutdown()
    }
}
