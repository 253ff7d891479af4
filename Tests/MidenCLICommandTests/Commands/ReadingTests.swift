import Foundation
import MidenSilentNode
import MidenSwiftClient
import MidenTestSupport
import Testing

/// Commands while another process, which is this one, has the wallet open.
@Suite("Beside a process that has the wallet open", .timeLimit(.minutes(5)))
struct ReadingTests {
    /// A wallet that has something of everything that is listed.
    private struct Furnished {
        let sandbox: Sandbox
        let account: String
        let address: String
        /// A note that waits for the note transport.
        let note: String
        let transaction: String

        init() async throws {
            sandbox = try Sandbox()
            account = try await sandbox.paidAccount("5")
            address = try await sandbox.answer("address", account)["addresses"][0]["address"].text
            _ = try await sandbox.check(
                "new-faucet",
                "--symbol",
                "GOLD",
                "--decimals",
                "0",
                "--maximum-supply",
                "21"
            )
            _ = try await sandbox.check("swap", "-o", "1::MIDEN", "-r", "1::GOLD", "--yes")
            _ = try await sandbox.check("tags", "--add", "7")
            let sent = try await sandbox.answer("send", AccountFile.accountID, "1", "--private", "--yes")
            (note, transaction) = (sent["note_id"].text, sent["transaction_id"].text)
        }
    }

    @Test("a command that only reads answers as if it were alone, from a copy of the store, and says so")
    func reads() async throws {
        let wallet = try await Furnished()
        let reads = [
            ["accounts"], ["balance"], ["info"], ["portfolio"], ["notes"], ["notes", "--all-states"],
            ["notes", "--list"],
            ["notes", "--show", wallet.note], ["transactions"], ["tx", "--list"], ["transaction", wallet.transaction],
            ["tokens"], ["keys"], ["swaps"], ["faucets"], ["outbox"], ["tags"], ["address"],
            ["address", "list", wallet.account], ["address", "encode", wallet.account], ["receive"],
            ["account", wallet.account], ["account", "--list"], ["account", "--default"], ["use"],
        ]
        var before: [String] = []
        for read in reads {
            before.append(try await wallet.sandbox.start(read + ["--json"]).outcome().output)
        }
        let owner = try wallet.sandbox.owner()
        // The owner uses the history, which is copied too.
        #expect(try await owner.getTransactions().transactions.count == 3)
        let identifier = ProcessInfo.processInfo.processIdentifier
        for (read, before) in zip(reads, before) {
            let beside = try await wallet.sandbox.start(read + ["--json"]).outcome()
            #expect(beside.status == 0, "\(read): \(beside.errors)")
            #expect(beside.output == before && !before.isEmpty, "\(read)")
            #expect(beside.errors.contains("is in use by process \(identifier)."), "\(read)")
            #expect(beside.errors.contains("from a copy of the store"), "\(read)")
        }
        for list in ["keys", "swaps", "faucets", "tokens", "tags"] {
            let listed = try await wallet.sandbox.start([list, "--json"]).outcome().object()[list]
            #expect(listed.count > 0, "\(list)")
        }
        let keys = try await wallet.sandbox.start(["keys", "--field", "place"]).outcome()
        #expect(keys.output == "here\nhere\n")
        let waiting = try await wallet.sandbox.start(["outbox", "--field", "note_id"]).outcome()
        #expect(waiting.output == "\(wallet.note)\n")
        try await owner.shutdown()
    }

    @Test("a note is written to a file as if the command were alone")
    func export() async throws {
        let wallet = try await Furnished()
        let (alone, beside) = (
            wallet.sandbox.directory.path + "/alone.mno", wallet.sandbox.directory.path + "/beside.mno"
        )
        _ = try await wallet.sandbox.check("export", wallet.note, "-e", "partial", "-f", alone)
        let owner = try wallet.sandbox.owner()
        let outcome = try await wallet.sandbox.run("export", wallet.note, "-e", "partial", "-f", beside)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("from a copy of the store"))
        let written = try Data(contentsOf: URL(fileURLWithPath: beside))
        #expect(try written == Data(contentsOf: URL(fileURLWithPath: alone)))
        try await owner.shutdown()
    }

    @Test("a command that changes something, needs keys or syncs waits, and is no answer from a copy")
    func waits() async throws {
        let wallet = try await Furnished()
        let owner = try wallet.sandbox.owner()
        for command in [
            ["notes", "--verify", wallet.note], ["notes", "--dismiss", wallet.note], ["notes", "--fetch"],
            ["transaction", wallet.transaction, "--wait"], ["tokens", "hide", AccountFile.accountID],
            ["outbox", "--deliver"], ["tags", "--add", "8"], ["tags", "--remove", "7"],
            ["address", "add", wallet.account, wallet.address], ["address", "remove", wallet.account, wallet.address],
            ["account", "--default", wallet.account], ["use", "none"],
            ["export", wallet.account, "-f", wallet.sandbox.directory.path + "/account.mac"],
        ] {
            let refused = try await wallet.sandbox.start(command + ["--json", "--timeout", "0.5"]).outcome()
            #expect(refused.status == 12 && refused.output.isEmpty, "\(command): \(refused.errors)")
            #expect(try refused.error()["kind"].text == "store_in_use", "\(command)")
        }
        try await owner.shutdown()
    }

    @Test("the copy that a killed command left is removed by the next one, and that of a running one is kept")
    func staleCopies() async throws {
        let node = try SilentNode()
        let plain = try Sandbox(["MIDEN_NETWORK": node.address])
        let temporary = try plain.directory.folder("temporary")
        let sandbox = plain.with(["TMPDIR": temporary])
        let owner = try MidenWallet(
            configuration: MidenWallet.Configuration(
                network: .custom(rpcEndpoint: node.address),
                dataDirectory: sandbox.wallets
            )
        )
        let copies = {
            try FileManager.default.contentsOfDirectory(atPath: temporary).filter { $0.hasPrefix("miden-wallet-") }
        }
        // Each of them has its copy and waits for the node.
        let terminals = try (PseudoTerminal(), PseudoTerminal())
        let killed = try sandbox.start(["info"], errors: terminals.0.handle)
        _ = try await terminals.0.written(until: "from a copy of the store")
        killed.signal(SIGKILL)
        _ = await killed.outcome()
        let left = try copies()
        #expect(left.count == 1)

        let running = try sandbox.start(["info"], errors: terminals.1.handle)
        _ = try await terminals.1.written(until: "from a copy of the store")
        // Stopped, it lives for as long as this takes.
        running.signal(SIGSTOP)
        let kept = try copies()
        #expect(kept.count == 1 && kept != left)
        let other = try await sandbox.run("accounts")
        #expect(other.status == 0, "\(other.errors)")
        #expect(try copies() == kept)
        running.signal(SIGKILL)
        _ = await running.outcome()
        try await owner.shutdown()
        withExtendedLifetime(node) {}
    }
}
