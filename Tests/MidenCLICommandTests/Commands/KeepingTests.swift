import Foundation
import MidenTestSupport
import Testing

/// `backup`, `restore-backup`, `export-key`, `import-key`, `keys` and `rename`.
@Suite("Keeping a wallet", .timeLimit(.minutes(5)))
struct KeepingTests {
    private static let secret = "correct horse battery staple"

    private static func passphrase(in sandbox: Sandbox) throws -> [String] {
        let file = try sandbox.directory.write(Data("\(secret)\n".utf8), to: "secret")
        return ["--file-passphrase-from", file]
    }

    private func outcome(_ sandbox: Sandbox, _ arguments: [String]) async throws -> Outcome {
        try await sandbox.start(arguments).outcome()
    }

    @Test("writes the wallet into a file, and makes it again of that")
    func backup() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        _ = try await sandbox.check("rename", account, "Savings")
        let before = try await sandbox.check("accounts", "--json") + sandbox.check("transactions", "--json")
        let file = sandbox.directory.path + "/wallet.backup"
        let passphrase = try Self.passphrase(in: sandbox)

        let made = try await outcome(sandbox, ["backup", file, "--json"] + passphrase)
        #expect(
            try made.object().shape == [
                "account_count: number", "bytes: number", "filename: text", "key_count: number", "sync_height: number",
                "transaction_count: number",
            ]
        )
        #expect(!(made.output + made.errors).contains(Self.secret))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let again = try await outcome(sandbox, ["backup", file, "--json"] + passphrase)
        #expect(again.status == 2)
        #expect(try again.error()["kind"].text == "file_unwritable")

        // What is there stays.
        let full = try await outcome(sandbox, ["restore-backup", file, "--json"] + passphrase)
        #expect(full.status == 12)
        #expect(try full.error()["kind"].text == "wallet_not_empty")

        try sandbox.forgetWallet()
        #expect(try await sandbox.answer("accounts")["accounts"].count == 0)
        let wrong = try sandbox.directory.write(Data("wrong horse\n".utf8), to: "wrong")
        let refused = try await outcome(sandbox, ["restore-backup", file, "--json", "--file-passphrase-from", wrong])
        #expect(refused.status == 3)
        #expect(try refused.error()["kind"].text == "wrong_file_passphrase")
        let other = try await outcome(
            sandbox.with(["MIDEN_NETWORK": "devnet"]),
            ["restore-backup", file, "--json"] + passphrase
        )
        #expect(other.status == 11)
        #expect(try other.error()["kind"].text == "backup_of_another_network")

        let restored = try await outcome(sandbox, ["restore-backup", file] + passphrase)
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(restored.output.hasPrefix("Restored 1 account, as of block "))
        #expect(
            try await sandbox.check("accounts", "--json") + sandbox.check("transactions", "--json") == before
        )
        #expect(try await sandbox.check("balance", "--account", "savings", "--field", "amount") == "5000000\n")
        _ = try await sandbox.check("sign", "--message", "hello")
    }

    @Test("says of a private account that an old backup has what to do, where it would be used")
    func behind() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.answer("new-wallet", "--private")["account_id"].text
        _ = try await sandbox.check("faucet", "--amount", "5", "--account", account)
        _ = try await sandbox.check("sync")
        _ = try await sandbox.check("consume", "--all")
        _ = try await sandbox.check("sync")
        let file = sandbox.directory.path + "/wallet.backup"
        let passphrase = try Self.passphrase(in: sandbox)
        _ = try await outcome(sandbox, ["backup", file] + passphrase)
        _ = try await sandbox.check("send", AccountFile.accountID, "1", "--yes")
        _ = try await sandbox.check("sync")
        try sandbox.forgetWallet()
        _ = try await outcome(sandbox, ["restore-backup", file] + passphrase)
        #expect(try await sandbox.answer("balance")["is_locked"].bool == false)
        _ = try await sandbox.check("faucet", "--amount", "1", "--account", account)
        _ = try await sandbox.check("sync")

        #expect(try await sandbox.answer("balance")["is_locked"].bool == true)
        let balance = try await sandbox.check("balance")
        #expect(balance.contains("5  MIDEN") && balance.contains("\n\nThis account is locked: another copy of it"))
        #expect(balance.contains("Import its newest account file from there: miden-cli import <file>"))
        for arguments in [
            ["send", AccountFile.accountID, "1"], ["send", AccountFile.accountID, "9"], ["consume", "--all"],
        ] {
            let refused = try await sandbox.start(arguments + ["--yes", "--json"]).outcome()
            #expect(refused.status == 3, "\(arguments): \(refused.errors)")
            #expect(try refused.error()["kind"].text == "account_locked")
            #expect(try refused.error()["message"].text.contains("Import its newest account file (.mac)"))
        }
    }

    @Test("asks for the passphrase of a backup twice, shows nothing of it, and does not wait without a terminal")
    func asked() async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.check("new-wallet")
        let file = sandbox.directory.path + "/wallet.backup"
        let unasked = try await sandbox.run("backup", file, "--json")
        #expect(unasked.status == 2)
        #expect(try unasked.error()["kind"].text == "file_passphrase_needed")
        #expect(!FileManager.default.fileExists(atPath: file))

        let terminal = try PseudoTerminal()
        let made = try sandbox.start(["backup", file], input: terminal.handle, errors: terminal.handle)
        var shown = try await terminal.written(until: "New passphrase for the backup: ")
        terminal.type(Self.secret + "\n")
        shown += try await terminal.written(until: "The same again: ")
        terminal.type(Self.secret + "\n")
        #expect(await made.outcome().status == 0)
        try sandbox.forgetWallet()
        let restored = try sandbox.start(["restore-backup", file], input: terminal.handle, errors: terminal.handle)
        shown += try await terminal.written(until: "Passphrase of the backup: ")
        terminal.type(Self.secret + "\n")
        #expect(await restored.outcome().status == 0)
        shown += terminal.written()
        #expect(!shown.contains("horse"), "\(shown)")
        #expect(try await sandbox.answer("accounts")["accounts"].count == 1)
    }

    @Test("restores under a passphrase of the keystore, which is another than that of the backup")
    func underPassphrase() async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.check("new-wallet")
        let file = sandbox.directory.path + "/wallet.backup"
        let passphrase = try Self.passphrase(in: sandbox)
        _ = try await outcome(sandbox, ["backup", file] + passphrase)
        try sandbox.forgetWallet()
        let keystore = try sandbox.directory.write(Data("of the keystore\n".utf8), to: "keystore-secret")
        let restored = try await outcome(
            sandbox,
            ["restore-backup", file, "--passphrase-file", keystore] + passphrase
        )
        #expect(restored.status == 0, "\(restored.errors)")
        let locked = try await sandbox.run("accounts", "--json")
        #expect(try locked.error()["kind"].text == "passphrase_needed")
        _ = try await sandbox.check("sign", "--message", "hello", "--passphrase-file", keystore)
    }

    @Test("has nothing to back up where there is no wallet, and leaves none there")
    func nothing() async throws {
        let sandbox = try Sandbox()
        let file = sandbox.directory.path + "/wallet.backup"
        let refused = try await outcome(sandbox, ["backup", file, "--json"] + Self.passphrase(in: sandbox))
        #expect(refused.status == 5)
        #expect(try refused.error()["kind"].text == "no_wallet")
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(!FileManager.default.fileExists(atPath: sandbox.wallets))
        let missing = try await outcome(sandbox, ["restore-backup", file, "--json"])
        #expect(missing.status == 2)
        #expect(try missing.error()["kind"].text == "file_unreadable")
    }

    @Test("writes a key to a file and takes it in again")
    func keyFile() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let keys = try await sandbox.answer("keys")
        #expect(
            keys.shape == [
                "keys[].account_ids[]: text", "keys[].commitment: text", "keys[].place: text",
                "keys[].public_key: text", "keys[].signature_scheme: text",
            ]
        )
        #expect(keys["keys"][0]["place"].text == "here")
        let file = sandbox.directory.path + "/savings.key"
        let passphrase = try Self.passphrase(in: sandbox)
        let exported = try await outcome(sandbox, ["export-key", account, "-f", file, "--json"] + passphrase)
        #expect(try exported.object().shape == ["account_id: text", "filename: text", "hex: null"])
        #expect(try await outcome(sandbox, ["export-key", account, "-f", file] + passphrase).status == 2)

        try sandbox.forgetWallet()
        let taken = try await outcome(sandbox, ["import-key", file, "--json"] + passphrase)
        #expect(try taken.object()["account_id"].text == account)
        #expect(try await sandbox.check("balance", "--field", "amount") == "5000000\n")
        #expect(try await sandbox.answer("keys")["keys"][0]["commitment"].text == keys["keys"][0]["commitment"].text)
        _ = try await sandbox.check("sign", "--message", "hello")
    }

    @Test("shows a key as it is only where that is said twice")
    func hex() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let once = try await sandbox.run("export-key", account, "--hex", "--json")
        #expect(once.status == 2)
        #expect(once.output.isEmpty)
        #expect(try once.error()["kind"].text == "confirmation_needed")
        #expect(try await sandbox.run("export-key", account, "--i-understand").status == 64)
        #expect(try await sandbox.run("export-key", account, "--hex", "-f", "x").status == 64)
        let digits = try await sandbox.check("export-key", account, "--hex", "--i-understand")
        #expect(digits.hasPrefix("0x"))

        let terminal = try PseudoTerminal()
        for (answer, status) in [("n\n", Int32(3)), ("y\n", 0)] {
            let asked = try sandbox.start(
                ["export-key", account, "--hex"],
                input: terminal.handle,
                errors: terminal.handle
            )
            _ = try await terminal.written(until: "[y/N] ")
            terminal.type(answer)
            let outcome = await asked.outcome()
            #expect(outcome.status == status)
            #expect(outcome.output == (status == 0 ? digits : ""))
        }

        let file = try sandbox.directory.write(Data(digits.utf8), to: "digits")
        try sandbox.forgetWallet()
        let unclear = try await sandbox.run("import-key", file, "--json")
        #expect(unclear.status == 3)
        #expect(try unclear.error()["kind"].text == "key_of_unknown_account")
        #expect(
            try await sandbox.check("import-key", file, "--account", account)
                == "Imported the key of account \(account).\n"
        )
        let garbage = try await sandbox.run("import-key", "/bin/sh", "--json")
        #expect(garbage.status == 2)
        #expect(try garbage.error()["kind"].text == "invalid_key")
    }

    @Test("knows accounts by their names wherever one is named")
    func names() async throws {
        let sandbox = try Sandbox()
        let savings = try await sandbox.paidAccount("5")
        let rent = try await sandbox.answer("new-wallet")["account_id"].text
        #expect(
            try await sandbox.check("rename", savings, "My savings") == "Account \(savings) is “My savings” now.\n"
        )
        let taken = try await sandbox.run("rename", rent, "MY SAVINGS", "--json")
        #expect(taken.status == 3)
        #expect(try taken.error()["kind"].text == "account_name_taken")
        for name in ["0x12", "mtst1abc", " x", "a=b", "", String(repeating: "x", count: 41)] {
            let invalid = try await sandbox.run("rename", rent, name, "--json")
            #expect(invalid.status == 2, "\(name)")
            #expect(try invalid.error()["kind"].text == "invalid_account_name")
        }
        // What is typed breaks no line of the error, and steers no terminal.
        let steering = try await sandbox.run("rename", rent, "a\nError: b\t\u{1B}[2Jc")
        #expect(steering.status == 2)
        #expect(steering.errors.filter(\.isNewline).count == 1, "\(steering.errors)")
        #expect(!steering.errors.contains("\u{1B}") && !steering.errors.contains("\t"))
        #expect(try await sandbox.run("rename", rent).status == 64)
        #expect(try await sandbox.run("rename", rent, "Rent", "--no-name").status == 64)
        _ = try await sandbox.check("rename", rent, "Rent")
        #expect(try await sandbox.check("accounts").contains("  My savings\n"))

        #expect(try await sandbox.answer("use", "rent")["account_id"].text == rent)
        #expect(try await sandbox.check("balance", "--account", "my savings", "--field", "amount") == "5000000\n")
        _ = try await sandbox.check("send", "Rent", "2", "--account", "My savings", "--yes")
        _ = try await sandbox.check("sync")
        _ = try await sandbox.check("consume", "--all")
        #expect(try await sandbox.check("balance", "--field", "amount") == "2000000\n")
        let file = sandbox.directory.path + "/rent.mac"
        #expect(try await sandbox.answer("export", "RENT", "-f", file)["account_id"].text == rent)

        _ = try await sandbox.check("rename", "Rent", "--no-name")
        let gone = try await sandbox.run("use", "Rent", "--json")
        #expect(gone.status == 2)
        #expect(try gone.error()["kind"].text == "invalid_account_id")
    }
}
