import Foundation
import MidenTestSupport
import Testing

/// `new-wallet` with a mnemonic, and `restore`.
@Suite("Mnemonics", .timeLimit(.minutes(5)))
struct MnemonicTests {
    private static let words = String(repeating: "abandon ", count: 11) + "about"
    /// The account of index 0 that the official Miden wallet makes of those words.
    private static let account = "0x63c2bb5aca26b251677357125870f6"

    @Test("are made and shown once, in JSON", arguments: [[], ["--words", "12"], ["--words", "24"]])
    func made(arguments: [String]) async throws {
        let sandbox = try Sandbox()
        let outcome = try await sandbox.start(["new-wallet", "--mnemonic", "--json", "--verbose"] + arguments).outcome()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let made = try outcome.object()
        let words = made["mnemonic"].text.split(separator: " ")
        #expect(words.count == Int(arguments.last ?? "12"))
        #expect(made["index"].number == 0 && made["derivation"].text == "v1")
        #expect(!outcome.errors.contains(words.prefix(3).joined(separator: " ")), "not in the log")
        let secret = Data(words.prefix(3).joined(separator: " ").utf8)
        for name in try FileManager.default.subpathsOfDirectory(atPath: sandbox.wallets) {
            let bytes = FileManager.default.contents(atPath: sandbox.wallets + "/" + name)
            #expect(bytes?.range(of: secret) == nil, "\(name)")
        }

        // The words are that account's: elsewhere they make the same one.
        let file = try sandbox.directory.write(Data(made["mnemonic"].text.utf8), to: "words")
        let again = try await Sandbox().answer("new-wallet", "--mnemonic-file", file)
        #expect(again["account_id"].text == made["account_id"].text)
        #expect(again["mnemonic"].isNull, "who gives the words has them")
    }

    @Test("are shown to people with their numbers, and with what to do")
    func text() async throws {
        let shown = try await Sandbox().check("new-wallet", "--mnemonic")
        let words = shown.split(separator: "\n").filter { $0.first == " " || $0.first?.isNumber == true }
        #expect(words.count == 3, "\(shown)")
        for number in 1...12 {
            #expect(shown.contains("\(number)  "), "\(shown)")
        }
        #expect(shown.contains("shown this once and kept nowhere"))
        #expect(shown.contains("Write it down"))
        #expect(!shown.contains("account file"))
        let secret = try await Sandbox().check("new-wallet", "--mnemonic", "--private")
        #expect(secret.contains("account file is needed too"))
    }

    @Test("come from a file, from a descriptor, or from a person, who does not see what is typed")
    func given() async throws {
        let sandbox = try Sandbox()
        let lines = Self.words.uppercased().replacingOccurrences(of: " ", with: "\n")
        let file = try sandbox.directory.write(Data(lines.utf8), to: "words")
        let first = try await sandbox.answer("new-wallet", "--from-mnemonic", "--mnemonic-file", file)
        #expect(first["account_id"].text == Self.account)

        let line = try sandbox.directory.write(Data((Self.words + "\nand more\n").utf8), to: "line")
        let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: line))
        let arguments = ["new-wallet", "--mnemonic-fd", "0", "--index", "1", "--derivation", "legacy", "--json"]
        let second = try await sandbox.start(arguments, input: input).outcome().object()
        #expect(second["index"].number == 1 && second["derivation"].text == "legacy")
        #expect(second["account_id"].text != Self.account)

        let elsewhere = try Sandbox()
        let terminal = try PseudoTerminal()
        let command = try elsewhere.start(
            ["new-wallet", "--from-mnemonic"],
            input: terminal.handle,
            errors: terminal.handle
        )
        var shown = try await terminal.written(until: "The words of the mnemonic: ")
        terminal.type(Self.words + "\n")
        let outcome = await command.outcome()
        shown += terminal.written()
        #expect(outcome.status == 0, "\(shown)")
        #expect(outcome.output.contains(Self.account))
        #expect(!outcome.output.contains("abandon") && !shown.contains("abandon"))
    }

    @Test("that cannot be used, and options that say too much, are errors; what was written is not repeated")
    func failures() async throws {
        let sandbox = try Sandbox()
        let file = try sandbox.directory.write(Data(Self.words.utf8), to: "words")
        let slip = try sandbox.directory.write(Data(("correcthorse" + Self.words.dropFirst(7)).utf8), to: "slip")
        let short = try sandbox.directory.write(Data("one two".utf8), to: "short")
        let failures: [(arguments: [String], status: Int32, kind: String, sentence: String)] = [
            (["new-wallet", "--from-mnemonic"], 2, "mnemonic_needed", "there is no terminal to ask for them"),
            (["restore"], 2, "mnemonic_needed", "Give them with --mnemonic-file or --mnemonic-fd."),
            (["restore", "--mnemonic-file", slip], 2, "invalid_mnemonic", "word 1 is not in the list of English"),
            (["new-wallet", "--mnemonic-file", short], 2, "invalid_mnemonic", "it has 2 words"),
            (["restore", "--mnemonic-file", "/nowhere"], 2, "file_unreadable", "there is no such file"),
            (
                ["new-wallet", "--mnemonic-file", file, "--index", "2147483648"], 2, "invalid_account_index",
                "2147483648 is not the index of an account"
            ),
            (["restore", "--mnemonic-file", file, "--gap-limit", "0"], 64, "usage", "--gap-limit"),
            (["restore", "--mnemonic-file", file, "--mnemonic-fd", "0"], 64, "usage", "cannot be used together"),
            (["new-wallet", "--mnemonic", "--from-mnemonic"], 64, "usage", "name one"),
            (["new-wallet", "--mnemonic", "--seed-file", file], 64, "usage", "name one"),
            (["new-wallet", "--words", "24"], 64, "usage", "--words is for a new mnemonic"),
            (["new-wallet", "--mnemonic", "--words", "15"], 64, "usage", "--words"),
            (["new-wallet", "--index", "1"], 64, "usage", "for accounts of a mnemonic"),
        ]
        for failure in failures {
            let outcome = try await sandbox.start(failure.arguments + ["--json"]).outcome()
            #expect(outcome.status == failure.status, "\(failure.arguments): \(outcome.errors)")
            #expect(outcome.output.isEmpty)
            let error = try outcome.error()
            #expect(error["kind"].text == failure.kind)
            #expect(error["message"].text.contains(failure.sentence), "\(outcome.errors)")
            #expect(!outcome.errors.contains("horse"))
        }
        #expect(try await sandbox.answer("accounts")["accounts"].count == 0)
    }

    @Test("give the accounts back to a wallet that has lost them, with what they hold")
    func restored() async throws {
        let sandbox = try Sandbox()
        let file = try sandbox.directory.write(Data(Self.words.utf8), to: "words")
        let kinds: [[String]] = [
            ["--index", "0"], ["--index", "2"], ["--derivation", "legacy"], ["--scheme", "falcon"],
        ]
        var ids: [String] = []
        for kind in kinds {
            let new = try await sandbox.start(["new-wallet", "--mnemonic-file", file, "--json"] + kind).outcome()
            let made = try new.object()
            ids.append(made["account_id"].text)
            _ = try await sandbox.check("use", made["account_id"].text)
            _ = try await sandbox.check("faucet", "--amount", "3")
            _ = try await sandbox.check("sync")
            _ = try await sandbox.check("consume", "--all")
        }
        _ = try await sandbox.check("faucet", "--amount", "4")
        // The chain stays, and the wallet is lost.
        let wallet = sandbox.wallets + "/embedded"
        for name in try FileManager.default.contentsOfDirectory(atPath: wallet) where name != "chain" {
            try FileManager.default.removeItem(atPath: wallet + "/" + name)
        }

        // It has synced past the last note by the time the accounts come back.
        _ = try await sandbox.check("sync")
        let nothing = try sandbox.directory.write(
            Data((String(repeating: "zoo ", count: 11) + "wrong").utf8),
            to: "others"
        )
        // Each unused account of Falcon takes a quarter of a second.
        let few = ["--gap-limit", "3"]
        let none = try await sandbox.start(["restore", "--mnemonic-file", nothing, "--json"] + few).outcome()
        #expect(none.status == 0)
        #expect(try none.object().shape == ["accounts[]"])
        let said = try await sandbox.start(["restore", "--mnemonic-file", nothing] + few).outcome().output
        #expect(said.hasPrefix("No account of this mnemonic was found."))
        #expect(
            said.hasSuffix("\nLooked for accounts that sign with ECDSA or Falcon, of the derivation v1 or legacy.\n")
        )
        let narrow = ["--scheme", "ecdsa", "--derivation", "legacy"]
        let some = try await sandbox.start(["restore", "--mnemonic-file", nothing] + narrow).outcome().output
        #expect(
            some.hasSuffix(
                "\nLooked for accounts that sign with ECDSA, of the derivation legacy. All are looked for without --scheme"
                    + " and --derivation.\n"
            )
        )

        let search = try await sandbox.start(["restore", "--mnemonic-file", file, "--json"] + few).outcome()
        #expect(search.status == 0, "\(search.errors)")
        let found = try search.object()
        #expect(
            found.shape == [
                "accounts[].account_id: text", "accounts[].derivation: text", "accounts[].index: number",
                "accounts[].outcome: text", "accounts[].signature_scheme: text", "accounts[].visibility: text",
            ]
        )
        let accounts = found["accounts"]
        #expect(accounts.list.map { $0["account_id"].text } == ids && ids.first == Self.account)
        #expect(accounts.list.map { $0["index"].number } == [0, 2, 0, 0])
        #expect(accounts.list.map { $0["derivation"].text } == ["v1", "v1", "legacy", "v1"])
        #expect(accounts[3]["signature_scheme"].text != accounts[0]["signature_scheme"].text)
        #expect(accounts.list.allSatisfy { $0["outcome"].text == "restored" })
        _ = try await sandbox.check("sync")
        #expect(try await sandbox.check("balance", "--field", "formatted") == "3 MIDEN\n")
        #expect(try await sandbox.answer("notes")["consumable_count"].number == 1)

        // And what they did: each took in a note.
        let transactions = try await sandbox.answer("transactions")["transactions"]
        #expect(transactions.count == 4)
        let first = transactions[3]
        #expect(first["account_id"].text == Self.account)
        #expect(first["assets_in"]["fungible_assets"][0]["formatted"].text == "3 MIDEN")
        #expect(first["is_from_chain"].bool == true)
        #expect(first["unknown_consumed_notes"].number == 0)
        #expect(first["unknown_created_notes"].number == 0)
        let listed = try await sandbox.check("transactions")
        #expect(listed.contains(" * ") && listed.contains("* made elsewhere, as the chain tells it."))
        let shown = try await sandbox.check("transaction", first["transaction_id"].text)
        #expect(shown.contains("elsewhere: the chain tells of it"))

        let table = try await sandbox.start(["restore", "--mnemonic-file", file] + few).outcome().output
        let lines = table.split(separator: "\n")
        #expect(lines.count == 6)
        #expect(lines[0].split(separator: " ").first == "INDEX")
        #expect(lines[1].contains(Self.account) && lines[1].hasSuffix("already there"))
        #expect(lines[5].hasPrefix("Looked for accounts that sign with ECDSA or Falcon"))
    }
}
