import Foundation
import MidenTestSupport
import Testing

@testable import miden_cli

/// What `--field` takes for a name, and what it says of any other.
@Suite("--field", .timeLimit(.minutes(5)))
struct FieldTests {
    @Test("picks the values of one name")
    func values() async throws {
        let sandbox = try Sandbox()
        let first = try await sandbox.check("new-wallet", "--field", "account_id")
        let second = try await sandbox.check("new-wallet", "--field", "account_id")
        let both = try await sandbox.check("accounts", "--field", "account_id")
        #expect(Set(both.split(separator: "\n")) == Set((first + second).split(separator: "\n")))
        #expect(try await sandbox.check("accounts", "--field", "is_default").contains("true\n"))
        #expect(try await sandbox.check("info", "--field", "account_count") == "2\n")
        #expect(try await sandbox.run("sync", "--field", "sync_height", "--json").status == 64)
    }

    @Test(
        "writes nothing where a name has no value now",
        arguments: [
            ["notes", "note_id"], ["notes", "sender"], ["notes", "symbol"], ["notes", "asset"],
            ["accounts", "account_id"], ["info", "default_account_id"],
        ]
    )
    func nothing(command: [String]) async throws {
        #expect(try await Sandbox().check(command[0], "--field", command[1]).isEmpty)
    }

    @Test("refuses other names with those there are, before anything is done")
    func unknown() async throws {
        let sandbox = try Sandbox()
        let arguments = [
            "import": ["file"], "export": ["0x1"], "use": ["0x1"], "transaction": ["0x1"], "send": ["0x1", "1"],
            "transfer": ["-t", "0x1", "-a", "1::TOK"], "account": ["0x1"],
            "compile": ["file"], "new-account": ["-p", "basic-wallet"], "call": ["0x1:get"], "exec": ["-p", "file"],
            "new-note": ["-p", "file"], "hash": ["1"], "contract": ["inspect", "file.masp"],
            "storage": ["0x1"], "network-note-status": ["0x1"],
            "new-faucet": ["--symbol", "GOLD", "--decimals", "3", "--maximum-supply", "10"],
            "mint": ["--target", "0x1", "--asset", "1::GOLD"], "burn": ["--asset", "1::GOLD"],
            "swap": ["-o", "1::GOLD", "-r", "1::MIDEN"], "fill-swap": ["0x1"], "cancel-swap": ["0x1"],
            "pswap": ["create", "-o", "1::GOLD", "-r", "1::MIDEN"], "register": ["code"],
            "rename": ["0x1", "Savings"], "backup": ["file"], "restore-backup": ["file"],
            "export-key": ["0x1"], "import-key": ["file"],
            "sign": ["--message", "hello"], "verify": ["file", "--message", "hello"], "dapp": ["list"],
            "request": ["list"],
        ]
        for command in MidenCLI.configuration.subcommands {
            let name = command._commandName
            let line = [name] + (arguments[name] ?? (name == "consume" ? ["--all"] : [])) + ["--field", "nosuch"]
            let refused = try await sandbox.start(line).outcome()
            #expect(refused.status == 64, "\(line)")
            #expect(refused.output.isEmpty)
            #expect(refused.errors.hasPrefix("Error: No value in this answer is named “nosuch”. There are: "))
        }
        #expect(!FileManager.default.fileExists(atPath: sandbox.wallets))
        let synced = try await sandbox.run("sync", "--field", "block")
        #expect(
            synced.errors.contains(
                "There are: consumable_note_count, discard_reason, left_out_note_count, locked_account_ids, "
                    + "refused_private_note_count, sync_height, transaction_id."
            )
        )
    }

    @Test("refuses the name of what is no value but holds some")
    func objects() async throws {
        let refused = try await Sandbox().run("notes", "--field", "notes")
        #expect(refused.status == 64)
        #expect(
            refused.errors.contains(
                "There are: amount, asset, block_number, callback_faucet_id, code, consumable_after_block, "
            )
        )
    }

    @Test("knows every name of every answer")
    func names() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.answer("new-wallet")["account_id"].text
        let file = sandbox.directory.path + "/account.mac"
        try AccountFile.write(to: file)
        let before: [(any WalletInputCommand.Type, [String])] = [
            (Init.self, []), (Info.self, []), (Ping.self, []), (NewWallet.self, []), (Import.self, [file]),
            (Accounts.self, []), (Use.self, [account]), (Faucet.self, []), (Sync.self, []), (Notes.self, []),
            (Rename.self, [account, "Savings"]), (Keys.self, []),
            (Receive.self, []), (Export.self, [account, "--filename", sandbox.directory.path + "/exported.mac"]),
            (Address.self, []), (Tags.self, ["--add", "7"]),
        ]
        for (command, arguments) in before {
            try await expectNames(of: command, arguments, in: sandbox)
        }
        let consumed = try await expectNames(of: Consume.self, ["--all"], in: sandbox)
        let after: [(any WalletInputCommand.Type, [String])] = [
            (TransactionCommand.self, [consumed["transaction_id"].text]), (Balance.self, []), (Transactions.self, []),
            (Tokens.self, []), (PortfolioCommand.self, []), (AccountCommand.self, [account]),
            (Send.self, [account, "1", "--yes"]), (Transfer.self, ["-t", account, "-a", "1::MIDEN", "--preview"]),
            (ConsumeNotes.self, ["--preview"]),
        ]
        for (command, arguments) in after {
            try await expectNames(of: command, arguments, in: sandbox)
        }
        try await expectNamesOfForms(account, in: sandbox)
        let trade = try await expectNamesOfTrade(of: account, in: sandbox)
        try await expectNames(of: Sign.self, ["--message", "hello"], in: sandbox)
        try await expectNamesOfRestore(in: sandbox)
        try await expectNamesOfOutbox(in: sandbox)
        try await expectNamesOfVerify(in: sandbox)
        try await expectNamesOfContracts(in: sandbox)
        try await expectNamesOfPages(in: sandbox)
        try await expectNamesOfRequests(of: account, in: sandbox)
        try await expectNamesOfSealedFiles(account, in: sandbox)
        #expect(before.count + after.count + trade + 5 + 5 + 9 + 2 + 1 == MidenCLI.configuration.subcommands.count)
    }

    /// What commands answer in another form than their usual one.
    private func expectNamesOfForms(_ account: String, in sandbox: Sandbox) async throws {
        let note = try await sandbox.answer("notes", "--list")["notes"][0]["note_id"].text
        let shown = try await sandbox.answer("notes", "--show", note, "--with-code")
        #expect(try shown.valueNames.isSubset(of: Notes.valueNames()) && !shown["contents"]["code"].isNull)
        let inspected = try await sandbox.answer("account", "--inspect", account, "--with-code")
        // No procedure of a wallet has more names than there is room for.
        #expect(try inspected.valueNames.union(["same_code_left_out"]) == Inspect.valueNames())
    }

    /// The commands about faucets and swaps, each after what it needs. Returns how many there are.
    private func expectNamesOfTrade(of account: String, in sandbox: Sandbox) async throws -> Int {
        let made = try await expectNames(
            of: NewFaucet.self,
            ["--symbol", "GOLD", "--decimals", "3", "--maximum-supply", "10"],
            in: sandbox
        )
        let faucet = made["faucet"]["faucet_id"].text
        try await expectNames(of: Faucets.self, [], in: sandbox)
        let minted = try await expectNames(of: Mint.self, ["-t", account, "-a", "5::GOLD", "--yes"], in: sandbox)
        _ = try await sandbox.check("sync")
        _ = try await sandbox.check("consume", minted["note_id"].text)
        try await expectNames(of: Burn.self, ["-a", "1::GOLD", "--preview"], in: sandbox)
        let swap = ["-o", "1::GOLD", "-r", "1::MIDEN", "--yes"]
        let whole = try await expectNames(of: Swap.self, swap, in: sandbox)
        let partial = try await expectNames(of: PartialSwap.self, ["create"] + swap, in: sandbox)
        _ = try await sandbox.check("sync")
        try await expectNames(of: Swaps.self, [], in: sandbox)
        try await expectNames(of: FillSwap.self, [whole["note_id"].text, "--yes"], in: sandbox)
        try await expectNames(of: CancelSwap.self, [partial["note_id"].text, "--yes"], in: sandbox)
        #expect(!faucet.isEmpty)
        return 9
    }

    /// The one command that needs a mnemonic: of an account that is there, so that it finds one.
    private func expectNamesOfRestore(in sandbox: Sandbox) async throws {
        let words = try await sandbox.check("new-wallet", "--mnemonic", "--field", "mnemonic")
        let file = try sandbox.directory.write(Data(words.utf8), to: "words")
        try await expectNames(of: Restore.self, ["--mnemonic-file", file], in: sandbox)
    }

    /// The commands for code of one's own, less `network-note-status`, which has no answer on this chain.
    private func expectNamesOfContracts(in sandbox: Sandbox) async throws {
        let source = try sandbox.directory.write(
            Data("@account_procedure\npub proc nothing\n    nop\nend\n".utf8),
            to: "nothing.masm"
        )
        let script = try sandbox.directory.write(
            Data("@transaction_script\npub proc main\n    nop\nend\n".utf8),
            to: "script.masm"
        )
        let compiled = try await sandbox.answer("compile", source)
        #expect(try compiled.valueNames.isSubset(of: Compile.Answer.valueNames()))
        let described = try await sandbox.answer("contract", "inspect", source)
        #expect(described["procedures"][0]["name"].text == "nothing")
        let made = try await expectNames(of: NewAccount.self, ["-p", source], in: sandbox)
        let account = made["account_id"].text
        try await expectNames(of: Storage.self, [account], in: sandbox)
        let deployed = try await sandbox.answer("contract", "deploy", "-p", source)
        #expect(try deployed.valueNames.isSubset(of: ContractDeploy.valueNames()) && !deployed["transaction_id"].isNull)
        let note = try sandbox.directory.write(
            Data("@note_script\npub proc main\n    nop\nend\n".utf8),
            to: "note.masm"
        )
        try await expectNames(of: NewNote.self, ["-p", note, "--preview"], in: sandbox)
        try await expectNames(of: Exec.self, ["-p", script], in: sandbox)
        try await expectNames(of: Call.self, [account + ":nothing", "-p", source, "--preview"], in: sandbox)
        let hashed = try await sandbox.answer("hash", "1,2")
        #expect(try hashed.valueNames == Hash.Answer.valueNames())
    }

    /// The commands that need a passphrase for a file.
    private func expectNamesOfSealedFiles(_ account: String, in sandbox: Sandbox) async throws {
        let secret = try sandbox.directory.write(Data("correct horse\n".utf8), to: "secret")
        let passphrase = ["--file-passphrase-from", secret]
        let (backup, key) = (sandbox.directory.path + "/wallet.backup", sandbox.directory.path + "/account.key")
        try await expectNames(of: Backup.self, [backup] + passphrase, in: sandbox)
        try await expectNames(of: ExportKey.self, [account, "-f", key] + passphrase, in: sandbox)
        try sandbox.forgetWallet()
        try await expectNames(of: ImportKey.self, [key] + passphrase, in: sandbox)
        try sandbox.forgetWallet()
        try await expectNames(of: RestoreBackup.self, [backup] + passphrase, in: sandbox)
    }

    /// The commands about pages: `serve` ends with its input, and `dapp` opens no wallet. ServeTests have the other answers.
    private func expectNamesOfPages(in sandbox: Sandbox) async throws {
        #if WalletServer
            let served = try await sandbox.start(["serve", "--port", "0", "--json"]).outcome()
            let last = try JSON(String(try #require(served.output.split(separator: "\n").last)))
            #expect(last.valueNames == (try Serve.valueNames()))
        #endif
        let listed = try await sandbox.answer("dapp", "list")
        #expect(listed["sites"].count == 0 && listed.valueNames.isEmpty)
    }

    /// The parts of `request`, of which some open no wallet.
    private func expectNamesOfRequests(of account: String, in sandbox: Sandbox) async throws {
        let arguments = ["request", "create", "connectWallet", "--name", "Shop"]
        let made = MadeRequest(answer: try await sandbox.start(arguments + ["--json"]).outcome().object())
        #expect(made.answer.valueNames == (try CreateRequest.valueNames()))
        let shown = try await answer(["request", "show", "-"], input: made.link, in: sandbox)
        #expect(try shown.valueNames.isSubset(of: ShowRequest.valueNames()) && !shown["title"].text.isEmpty)
        let approved = try await answer(
            ["request", "approve", "-", "--account", account, "--yes"],
            input: made.link,
            in: sandbox
        )
        #expect(try approved.valueNames.isSubset(of: ApproveRequest.valueNames()) && approved["receipts"].count == 1)
        let declined = try await answer(["request", "decline", "-"], input: made.link, in: sandbox)
        #expect(try declined.valueNames.isSubset(of: DeclineRequest.valueNames()))
        let listed = try await sandbox.answer("request", "list")
        #expect(try listed.valueNames.isSubset(of: ListRequests.valueNames()) && listed["requests"].count == 1)
        #expect(try await sandbox.answer("request", "resume").shape == ["requests[]"])
        let receipt = try await sandbox.answer("request", "receipt", made.id)
        #expect(try receipt.valueNames.isSubset(of: VerifyReceipt.valueNames()) && !receipt.valueNames.isEmpty)
        let deleted = try await sandbox.answer("request", "delete", made.id)
        #expect(deleted.valueNames == (try DeleteRequest.valueNames()))
    }

    private func answer(_ arguments: [String], input: String, in sandbox: Sandbox) async throws -> JSON {
        let outcome = try await sandbox.start(arguments + ["--json"], input: try sandbox.input(input)).outcome()
        #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
        return try outcome.object()
    }

    /// The one command that needs a private note for somebody else, in no block yet.
    private func expectNamesOfOutbox(in sandbox: Sandbox) async throws {
        let stranger = "0x5401ef36815e47d14b651e8e968153"
        _ = try await sandbox.check("send", stranger, "1", "--token", "MIDEN", "--private", "--yes")
        try await expectNames(of: Outbox.self, [], in: sandbox)
    }

    /// The one command that opens no wallet.
    private func expectNamesOfVerify(in sandbox: Sandbox) async throws {
        let file = sandbox.directory.path + "/signature.json"
        let signature = try await sandbox.check("sign", "--message", "hello", "--json")
        try signature.write(toFile: file, atomically: true, encoding: .utf8)
        let outcome = try await sandbox.start(["verify", file, "--message", "hello", "--json"]).outcome()
        let answer = try outcome.object()
        #expect(try answer.valueNames.isSubset(of: Verify.Answer.valueNames()))
        #expect(!answer.valueNames.isEmpty)
    }

    /// Every value of what the command answers has a name that is known.
    @discardableResult
    private func expectNames(
        of command: any WalletInputCommand.Type,
        _ arguments: [String],
        in sandbox: Sandbox
    ) async throws -> JSON {
        let outcome = try await sandbox.start([command._commandName] + arguments + ["--json"]).outcome()
        let answer = try outcome.object()
        let names = try command.valueNames()
        #expect(answer.valueNames.isSubset(of: names), "\(command)")
        #expect(!answer.valueNames.isEmpty, "\(command)")
        return answer
    }
}
