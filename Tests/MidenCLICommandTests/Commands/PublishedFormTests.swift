import Foundation
import MidenTestSupport
import Testing

/// Commands as the published client has them.
@Suite("the published client's forms", .timeLimit(.minutes(5)))
struct PublishedFormTests {
    @Test("transfer sends one asset, named by its symbol or its faucet")
    func transfer() async throws {
        let sandbox = try Sandbox()
        let payer = try await sandbox.paidAccount("5")
        let other = try await sandbox.answer("new-wallet")["account_id"].text
        let line = ["transfer", "-s", payer, "-t", other, "-a", "1.5::miden", "-n", "private", "-r", "900", "-i", "2"]
        let shown = try await sandbox.start(line + ["--preview"]).outcome()
        #expect(shown.output.hasPrefix("This would send 1.5 MIDEN of \(try await sandbox.faucet()) to \(other).\n"))
        let refused = try await sandbox.start(line).outcome()
        #expect(refused.status == 2 && refused.errors.contains("has to be confirmed"))

        let sent = try await sandbox.start(line + ["--force", "--json"]).outcome().object()
        #expect(sent["account_id"].text == payer && sent["recipient_id"].text == other)
        #expect(sent["asset"]["formatted"].text == "1.5 MIDEN" && sent["note_type"].text == "private")
        #expect(sent["reclaim_height"].number == 900 && sent["timelock_height"].number == 2)

        let faucet = sent["asset"]["faucet_id"].text
        let units = try await sandbox.answer("transfer", "-s", payer, "-t", other, "-a", "7::\(faucet)", "--force")
        #expect(units["asset"]["amount"].text == "7" && units["note_type"].text == "public")
        let unknown = try await sandbox.run("transfer", "-s", payer, "-t", other, "-a", "1::NONE", "--force", "--json")
        #expect(try unknown.error()["kind"].text == "token_unclear")
        #expect(try unknown.error()["message"].text.contains("`miden-cli sync` or `miden-cli tokens add FAUCET-ID`"))
    }

    @Test("consume-notes takes the notes that are named, or all, and asks")
    func consumeNotes() async throws {
        let sandbox = try Sandbox(["MIDEN_EMBEDDED_BASE_FEE": "500"])
        let account = try await sandbox.answer("new-wallet")["account_id"].text
        for _ in 0..<3 {
            _ = try await sandbox.check("faucet", "--amount", "2")
        }
        _ = try await sandbox.check("sync")
        let note = try await sandbox.answer("notes")["notes"][0]["note_id"].text
        let preview = try await sandbox.answer("consume-notes", "--preview")
        #expect(preview["note_ids"].count == 3 && preview["transaction_ids"].count == 0)
        #expect(preview["fee"].text != "0" && preview["is_preview"].bool == true)
        #expect(try await sandbox.run("consume-notes", note).status == 2)
        #expect(try await sandbox.answer("notes")["consumable_count"].number == 3)

        let one = try await sandbox.answer("consume-notes", note, "-a", account, "-f")
        #expect(one["note_ids"].count == 1 && one["note_ids"][0].text == note)
        let rest = try await sandbox.answer("consume-notes", "--force")
        #expect(rest["note_ids"].count == 2)
        #expect(try await sandbox.check("consume-notes", "--force").hasPrefix("There are no notes to consume"))
    }

    @Test("notes lists all of them or those of a filter, and tells all of one")
    func notes() async throws {
        let sandbox = try Sandbox()
        let payer = try await sandbox.paidAccount("5")
        let payee = try await sandbox.answer("new-wallet")["account_id"].text
        let note = try await sandbox.answer("send", payee, "1.5", "--account", payer, "--yes")["note_id"].text
        _ = try await sandbox.check("sync")
        let counts: [([String], Int)] = [
            (["--list"], 3), (["--list", "all"], 3), (["-l", "consumed"], 1), (["--list", "committed"], 2),
            (["--list", "expected"], 0), (["--list", "processing"], 0), (["--list", "consumable"], 1),
            (["--list", "consumable", "--account-id", payer], 0), (["--list", "consumable", "-a", payee], 1),
            (["--list", "--direction", "made"], 1),
        ]
        for (arguments, count) in counts {
            let listed = try await sandbox.start(["notes", "--json"] + arguments).outcome().object()
            #expect(listed["notes"].count == count && listed["next"].isNull, "\(arguments)")
        }

        // Of a note between two accounts of the wallet there are two records: it was made, and it came in.
        let shown = try await sandbox.answer("notes", "--show", note)["notes"].list
        #expect(shown.map { $0["note_id"].text } == [note, note])
        let received = try #require(shown.first { $0["direction"].text == "received" })
        #expect(received["kind"].text == "payment" && received["consumable_by"].list.map(\.text) == [payee])
        let text = try await sandbox.check("notes", "-s", note)
        let faucet = try await sandbox.faucet()
        #expect(
            text.contains("\ncarries        1.5 MIDEN of \(faucet)\n") && text.contains("\nconsumable by  \(payee)\n")
        )
        let unknown = try await sandbox.run("notes", "--show", "0x" + String(repeating: "1", count: 64), "--json")
        #expect(unknown.status == 4)
        #expect(try unknown.error()["kind"].text == "unknown_note")
        for arguments in [
            ["--list", "lost"], ["consumed"], ["--list", "--show", note], ["--list", "--limit", "1"],
            ["--list", "consumable", "--type", "public"], ["--list", "consumed", "--state", "committed"],
            ["--show", note, "--account", payee], ["--fetch", "--list"],
        ] {
            #expect(try await sandbox.start(["notes"] + arguments).outcome().status == 64, "\(arguments)")
        }
    }

    @Test("export says with --account or --note what the id has to be")
    func export() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let note = try await sandbox.answer("send", account, "1", "--yes")["note_id"].text
        let (accountFile, noteFile) = (sandbox.directory.path + "/a.mac", sandbox.directory.path + "/n.mno")
        _ = try await sandbox.check("sync")
        let written = try await sandbox.answer("export", account, "--account", "-f", accountFile)
        #expect(written["account_id"].text == account)
        #expect(try await sandbox.answer("export", note, "--note", "-e", "id", "-f", noteFile)["note_id"].text == note)
        for arguments in [
            [account, "--note"], [note, "--account"], [account, "--account", "--note"], [account, "--no-keys"],
            [account, "--account", "-e", "full"],
        ] {
            let refused = try await sandbox.start(["export", "-f", accountFile + "2"] + arguments).outcome()
            #expect(refused.status == 64, "\(arguments)")
            #expect(!FileManager.default.fileExists(atPath: accountFile + "2"))
        }
    }

    @Test("address lists, encodes, adds and removes")
    func address() async throws {
        let sandbox = try Sandbox()
        // For one account in 256 the tags of both addresses are equal: this is another one.
        let seed = sandbox.directory.path + "/seed.hex"
        try String(repeating: "5a", count: 32).write(toFile: seed, atomically: true, encoding: .utf8)
        let account = try await sandbox.answer("new-wallet", "--seed-file", seed)["account_id"].text
        let all = try await sandbox.check("address", "--json")
        #expect(try await sandbox.check("address", "list", "--json") == all)
        #expect(try await sandbox.check("address", "list", account, "--json") == all)
        #expect(try await sandbox.check("address", "encode", account, "--json") == all)
        for (arguments, sentence) in [
            (["add", account], "Name the account and the address"), (["remove"], "Name the account and the address"),
            (["encode"], "Name the account"), (["list", account, account], "Name one account, or none."),
            (["encode", account, "basic-wallet"], "miden-cli address encode \(account)"),
        ] {
            let refused = try await sandbox.start(["address"] + arguments).outcome()
            #expect(refused.status == 64 && refused.errors.contains(sentence), "\(arguments): \(refused.errors)")
        }

        let plain = try await sandbox.check("address", account, "--field", "address").dropLast()
        // With an interface and another length of the tag.
        let routed = String(plain) + "_qq2qqmsdml4"
        let added = try await sandbox.answer("address", "add", account, routed)
        #expect(added["changed"].bool == true)
        #expect(added["addresses"].list.map { $0["address"].text } == [String(plain), routed])
        #expect(try await sandbox.check("address", "add", account, routed).hasPrefix("Nothing changed.\n"))
        #expect(try await sandbox.answer("address", "list")["addresses"].count == 2)
        #expect(try await sandbox.answer("address", "list", account)["addresses"].count == 2)
        #expect(try await sandbox.answer("address", account)["addresses"].count == 1)
        #expect(try await sandbox.answer("tags")["tags"].list.filter { $0["account_id"].text == account }.count == 2)
        let removed = try await sandbox.answer("address", "remove", account, routed)
        #expect(removed["changed"].bool == true && removed["addresses"].count == 1)
        #expect(try await sandbox.answer("tags")["tags"].count == 1)
        let other = try await sandbox.answer("new-wallet")["account_id"].text
        for (arguments, status, kind) in [
            (["add", other, routed], 2, "invalid_address"), (["remove", account, String(plain)], 2, "invalid_address"),
            (["add", account, "mtst1abc"], 2, "invalid_address"),
            (
                ["add", "0x5401ef36815e47d14b651e8e968153", "memb1ap2qrmeks90y052tv50ga95p2v4psngx"], 5,
                "unknown_account"
            ),
        ] {
            let refused = try await sandbox.start(["address", "--json"] + arguments).outcome()
            #expect(refused.status == Int32(status), "\(arguments): \(refused.errors)")
            #expect(try refused.error()["kind"].text == kind)
        }
    }

    @Test("new-wallet takes visibility, scheme and components in the published words")
    func newWallet() async throws {
        let sandbox = try Sandbox()
        let falcon = try await sandbox.answer("new-wallet", "-t", "private", "--falcon512-poseidon2")
        #expect(falcon["visibility"].text == "private" && falcon["signature_scheme"].text == "falcon512_poseidon2")
        let ecdsa = try await sandbox.answer("new-wallet", "--account-type", "public", "--ecdsa")
        #expect(ecdsa["visibility"].text == "public" && ecdsa["signature_scheme"].text == "ecdsa_k256_keccak")
        let source = try sandbox.directory.write(
            Data("@account_procedure\npub proc nothing\n    nop\nend\n".utf8),
            to: "nothing.masm"
        )
        let extended = try await sandbox.answer("new-wallet", "-e", source)
        let account = extended["account_id"].text
        #expect(extended["visibility"].text == "public")
        // It is a wallet, and has the component besides.
        _ = try await sandbox.check("faucet", "--amount", "2", "--account", account)
        _ = try await sandbox.check("sync")
        #expect(try await sandbox.answer("consume", "--all", "--account", account)["note_ids"].count == 1)
        _ = try await sandbox.answer("call", account + ":nothing", "-p", source, "--preview")
        for (arguments, sentence) in [
            (["--ecdsa", "0x02ab"], "createWallet(publicKey:)"), (["--ecdsa", "--falcon"], "signs in one way"),
            (["--scheme", "falcon", "--ecdsa"], "Say once how the account signs"),
            (["--private", "-t", "public"], "contradict each other"), (["-i", "x.toml"], "--extra-packages"),
            (["--mnemonic", "-e", source], "no components of one's own"),
            (["--from-mnemonic", "--index", "-1"], "The value '-1' is invalid for '--index <number>'"),
        ] {
            let refused = try await sandbox.start(["new-wallet"] + arguments).outcome()
            #expect(refused.status == 64 && refused.errors.contains(sentence), "\(arguments): \(refused.errors)")
        }
        #expect(try await sandbox.answer("accounts")["accounts"].count == 3)
    }

    @Test("account lists, shows and chooses accounts")
    func account() async throws {
        let sandbox = try Sandbox()
        let first = try await sandbox.paidAccount("5")
        let second = try await sandbox.answer("new-wallet")["account_id"].text
        let listed = try await sandbox.check("accounts", "--json")
        #expect(try await sandbox.check("account", "--json") == listed)
        #expect(try await sandbox.check("account", "--list", "--json") == listed)
        #expect(try await sandbox.check("account", "--default", second) == sandbox.check("use", second))
        #expect(try await sandbox.answer("info")["default_account_id"].text == second)
        #expect(try await sandbox.check("account", "--default") == sandbox.check("use"))
        #expect(try await sandbox.check("account", "-d", "--field", "account_id") == second + "\n")
        #expect(try await sandbox.check("account", "--default", "none").hasPrefix("No account is the default one now."))
        #expect(try await sandbox.answer("account", "--default")["account_id"].isNull)
        #expect(try await sandbox.answer("info")["default_account_id"].isNull)
        let unnamed = try await sandbox.run("balance", "--json")
        #expect(unnamed.status == 5)
        #expect(try unnamed.error()["kind"].text == "no_default_account")
        #expect(try await sandbox.answer("balance", "--account", first)["account_id"].text == first)
        #expect(
            try await sandbox.check("use", "none")
                == "No account is the default one now. `miden-cli use` chooses one.\n"
        )
        #expect(try await sandbox.check("use").hasPrefix("No account is the default one."))
        _ = try await sandbox.check("account", "-d", second)
        for arguments in [["--default", "--list"], ["--default", "--show", first], ["-d", first, "--block", "1"]] {
            #expect(try await sandbox.start(["account"] + arguments).outcome().status == 64, "\(arguments)")
        }
        let shown = try await sandbox.check("account", "--show", first, "--json")
        #expect(try await sandbox.check("account", first, "--json") == shown)
        let inspected = try await sandbox.answer("account", "--inspect", first + ":receive_asset")
        #expect(inspected["procedures"].list.map { $0["name"].text } == ["receive_asset"])
        let register = try await sandbox.run("account", "--register", second, "--invitation-code", "Abc-123", "--json")
        let own = try await sandbox.run("register", "Abc-123", "--account", second, "--json")
        #expect(register.status == own.status && register.errors == own.errors)
        // This chain takes everybody, which is said of a code as of its use.
        let checked = try await sandbox.run("account", "--check-invitation-code", "Abc-123", "--json")
        #expect(checked.status == 3 && checked.output.isEmpty)
        #expect(try checked.error()["kind"].text == "invitation_not_needed")
        #expect(try await sandbox.run("register", "Abc-123", "--check", "--json").errors == checked.errors)
        #expect(try await sandbox.run("register", "Abc-123", "--check", "--account", second).status == 64)
    }
}
