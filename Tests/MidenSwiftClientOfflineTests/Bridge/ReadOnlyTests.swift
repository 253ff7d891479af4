import Foundation
import MidenSwiftClient
import MidenTestSupport
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

    @Test("is not made from a backup, and the backup is refused by name")
    func backup() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        let backup = URL(fileURLWithPath: "\(directory.path)/wallet.backup")
        try await wallet.backUp(to: backup, passphrase: "correct horse")
        try await wallet.shutdown()
        let other = try TemporaryDirectory()
        var configuration = MidenWallet.Configuration.embedded(in: other)
        configuration.isReadOnly = true
        let refused = await #expect(throws: MidenError.self) {
            try await MidenWallet.restoreBackup(
                from: backup,
                passphrase: "correct horse",
                configuration: configuration
            )
        }
        #expect(refused?.code == .invalidParameter)
        #expect(refused?.message == "A backup cannot be restored into a wallet that is opened read-only.")
    }
}
