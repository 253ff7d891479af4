import Foundation
import MidenTestSupport
import Testing

/// What a command leaves on the disk where there was no wallet.
@Suite("What is left behind", .timeLimit(.minutes(5)))
struct LeftBehindTests {
    @Test(
        "is nothing, by commands that make no wallet",
        arguments: [
            ["ping", "--network", "http://127.0.0.1:1"], ["ping"], ["info"], ["accounts"], ["notes"], ["balance"],
            ["consume", "--all"], ["send", AccountFile.accountID, "1"], ["use", AccountFile.accountID],
            ["sync", "--network", "http://"], ["init", "--network", "https://node:port"],
            ["transaction", "0x" + String(repeating: "1", count: 64)], ["faucet", "--network", "http://127.0.0.1:1"],
        ]
    )
    func nothing(command: [String]) async throws {
        let sandbox = try Sandbox()
        let temporary = try sandbox.directory.folder("temporary")
        let elsewhere = sandbox.with(["TMPDIR": temporary])
        _ = try await elsewhere.start(command).outcome()
        #expect(!FileManager.default.fileExists(atPath: sandbox.wallets))
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
    }

    @Test("is the wallet, by commands that make one", arguments: ["init", "new-wallet", "sync"])
    func wallet(command: String) async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.check(command)
        #expect(FileManager.default.fileExists(atPath: sandbox.wallets + "/embedded/store.sqlite3"))
    }

    @Test("is a wallet that is there, as it was")
    func kept() async throws {
        let sandbox = try Sandbox(["MIDEN_NETWORK": "http://127.0.0.1:1"])
        let account = try await sandbox.check("new-wallet", "--field", "account_id")
        #expect(try await sandbox.run("ping").status == 10)
        #expect(try await sandbox.check("accounts", "--field", "account_id") == account)
    }
}
