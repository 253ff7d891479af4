import ArgumentParser
import MidenTestSupport
import Testing

@testable import miden_cli

@Suite("Repeated options", .timeLimit(.minutes(5)))
struct RepeatedOptionTests {
    private static let commandLines = [
        "send 0x12 1 --token A --token B", "send 0x12 1 --timelock-height=5 --timelock-height 6 --yes",
        "transfer -t 0x12 -a 1::MIDEN --target 0x13", "transfer -vt 0x12 -a 1::MIDEN -t 0x13",
        "info --network local --network devnet", "--network local info --network devnet",
        "new-wallet --index 1 --mnemonic --index 5", "consume --all --account 0x12 --account 0x13",
    ]

    @Test("that take one value are refused, in any spelling", arguments: commandLines)
    func refused(_ commandLine: String) async throws {
        let sandbox = try Sandbox()
        let arguments = commandLine.split(separator: " ").map(String.init) + ["--json"]
        let refused = try await sandbox.start(arguments).outcome()
        #expect(refused.status == 64, "\(refused.errors)")
        #expect(refused.output.isEmpty)
        #expect(try refused.error()["kind"].text == "usage")
    }

    @Test("are named by the error")
    func named() async throws {
        let refused = try await Sandbox().run("send", "0x12", "1", "--token", "A", "--token", "B")
        #expect(refused.errors.contains("Error: --token takes one value, and was given more than once."))
    }

    @Test("are refused by every command")
    func everyCommand() throws {
        for (_, command) in MidenCLI.commands {
            let once = ["--timeout", "5", "--network", "local", "--", "--timeout", "6"]
            try RepeatedOption.refuse(in: once, of: command)
            #expect(throws: ValidationError.self, "\(command)") {
                try RepeatedOption.refuse(in: ["--timeout", "5", "--timeout=5"], of: command)
            }
        }
    }

    @Test("are taken for what they are where they are values, arguments or repeatable")
    func taken() throws {
        try RepeatedOption.refuse(in: ["-t", "-a", "-a", "1::A", "-a", "1::B"], of: Transfer.self)
        try RepeatedOption.refuse(
            in: ["--storage", "a=1", "--storage", "b=2", "-p", "x", "-p", "y"],
            of: NewAccount.self
        )
        try RepeatedOption.refuse(in: ["--token", "--token"], of: Send.self)
        try RepeatedOption.refuse(in: ["--yes", "--yes", "--json"], of: Send.self)
    }

    @Test("transfer sends each of several assets in one note")
    func severalAssets() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        _ = try await sandbox.check("faucet", "--amount", "7", "--token", "TOK")
        _ = try await sandbox.check("sync")
        _ = try await sandbox.check("consume", "--all", "--yes")
        let receiver = try await sandbox.answer("new-wallet")["account_id"].text
        let arguments = ["transfer", "-t", receiver, "-a", "1::MIDEN", "-a", "2::TOK"]
        let twice = try await sandbox.start(arguments + ["-a", "3::tok", "--force"]).outcome()
        #expect(twice.status == 64 && twice.errors.contains("A token was given more than once"), "\(twice.errors)")

        let shown = try await sandbox.start(arguments + ["--preview"]).outcome().output
        #expect(shown.hasPrefix("This would send 1 MIDEN of ") && shown.contains(", 2 TOK of "), "\(shown)")
        let sent = try await sandbox.start(arguments + ["--force", "--json"]).outcome().object()
        #expect(sent["asset"].isNull && sent["payments"].count == 1 && sent["payments"][0]["base_units"].isNull)
        #expect(sent["assets"].list.map { $0["formatted"].text } == ["1 MIDEN", "2 TOK"])
        _ = try await sandbox.check("sync")
        _ = try await sandbox.check("consume", "--all", "--account", receiver, "--yes")
        let held = try await sandbox.answer("balance", "--account", receiver)["fungible_assets"].list
        #expect(Set(held.map { $0["formatted"].text }) == ["1 MIDEN", "2 TOK"])
        #expect(try await sandbox.answer("balance", "--account", account)["fungible_assets"].count == 2)
    }
}
