import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

/// What a command says of a store that it cannot open, which is as it was.
@Suite("Failures of the store", .timeLimit(.minutes(5)))
struct StoreFailureTests {
    @Test("of a store of another network")
    func otherNetwork() async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.check("init")
        let wallets = sandbox.directory.path + "/wallets"
        try FileManager.default.moveItem(atPath: wallets + "/embedded", toPath: wallets + "/testnet")
        try await expect(
            Failure(
                "info --network testnet",
                11,
                "store_of_another_network",
                "belongs to the network “embedded” and cannot be used with “testnet”."
            ),
            in: sandbox
        )
    }

    @Test("of a file that is no store or half of one, which is left as it is")
    func damagedStore() async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.check("new-wallet")
        let store = URL(fileURLWithPath: try await sandbox.answer("info")["store_path"].text)
        let whole = try Data(contentsOf: store)
        let noise = Data((0..<20_000).map { _ in UInt8.random(in: 0...255) })
        for damaged in [noise, whole.prefix(5000)] {
            try damaged.write(to: store)
            try await expect(
                Failure("info", 12, "store_damaged", "is damaged or is no store, and was left as it is."),
                in: sandbox
            )
            #expect(try Data(contentsOf: store) == damaged)
        }
        try whole.write(to: store)
        #expect(try await sandbox.answer("accounts")["accounts"].count == 1)
    }

    @Test(
        "of a store that is gone beside its keys, which is no empty wallet",
        arguments: [[:], ["MIDEN_NETWORK": "http://127.0.0.1:9"], ["MIDEN_DATA_DIR": ""]] as [[String: String]]
    )
    func storeGone(environment: [String: String]) async throws {
        let sandbox = try Sandbox(environment)
        _ = try await sandbox.check("new-wallet")
        let store = URL(fileURLWithPath: try await sandbox.answer("init")["store_path"].text)
        try FileManager.default.removeItem(at: store)
        let keystore = store.deletingLastPathComponent().appendingPathComponent("keystore").path
        let keys = try FileManager.default.contentsOfDirectory(atPath: keystore).sorted()
        for command in ["accounts", "balance", "info", "sync", "new-wallet"] {
            try await expect(
                Failure(command, 12, "store_missing", "There are keys of accounts in \(keystore), but no store."),
                in: sandbox
            )
        }
        #expect(!FileManager.default.fileExists(atPath: store.path))
        #expect(try await sandbox.run("init").status == 0)
        #expect(try await sandbox.answer("accounts")["accounts"].count == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: keystore).sorted() == keys)
    }

    @Test("of a store another process keeps open, which is named when the time is over")
    func storeInUse() async throws {
        let sandbox = try Sandbox(["MIDEN_NETWORK": "http://127.0.0.1:9"])
        let owner = try MidenWallet(
            configuration: MidenWallet.Configuration(
                network: .custom(rpcEndpoint: "http://127.0.0.1:9"),
                dataDirectory: sandbox.directory.path + "/wallets"
            )
        )
        let refused = try await sandbox.run("use", "none", "--json", "--timeout", "0.5")
        #expect(refused.status == 12)
        #expect(refused.output.isEmpty)
        let error = try refused.error()
        #expect(error["kind"].text == "store_in_use")
        let identifier = ProcessInfo.processInfo.processIdentifier
        #expect(error["message"].text.contains("is in use by process \(identifier)."))
        try await owner.shutdown()
        #expect(try await sandbox.run("info").status == 0)
    }

    @Test("are none where another process has the store open for a while: the command says which one, and waits for it")
    func storeInUseForAWhile() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.answer("new-wallet")["account_id"].text
        let owner = try sandbox.owner()
        let terminal = try PseudoTerminal()
        let waiting = try sandbox.start(["use", account, "--json", "--timeout", "240"], errors: terminal.handle)
        let identifier = ProcessInfo.processInfo.processIdentifier
        _ = try await terminal.written(until: "Waiting for process \(identifier), which has the wallet open …")
        try await owner.shutdown()
        let outcome = await waiting.outcome()
        #expect(outcome.status == 0)
        #expect(try outcome.object()["account_id"].text == account)
        #expect(PseudoTerminal.visible(terminal.written()).isEmpty)
    }

    @Test("are none where a command that waits for another process is interrupted")
    func interruptedWhileWaiting() async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.check("init")
        let owner = try sandbox.owner()
        let terminal = try PseudoTerminal()
        let waiting = try sandbox.start(["use", "none", "--timeout", "240"], errors: terminal.handle)
        _ = try await terminal.written(until: "which has the wallet open …")
        waiting.signal(SIGINT)
        #expect(await waiting.outcome().status == 130)
        try await owner.shutdown()
    }
}
