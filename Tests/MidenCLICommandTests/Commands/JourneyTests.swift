import Foundation
import Testing

/// The wallet's life, one process after another on the same chain.
@Suite("From an empty folder to a balance", .timeLimit(.minutes(5)))
struct JourneyTests {
    @Test("created, paid, synced, consumed")
    func journey() async throws {
        let sandbox = try Sandbox()
        let folder = sandbox.directory.path + "/wallets/embedded"
        let first = try await sandbox.check("init")
        #expect(first.contains("files are in \(folder) (network: embedded)"))
        #expect(first.contains("miden-cli new-wallet"))
        #expect(FileManager.default.fileExists(atPath: folder + "/store.sqlite3"))
        #expect(try await sandbox.check("init") == first, "a second time is no harm")

        #expect(try await sandbox.check("new-wallet").contains("It is the default account"))
        let account = try await sandbox.answer("accounts")["accounts"][0]["account_id"].text
        #expect(account.hasPrefix("0x") && account.count == 32)
        #expect(try await sandbox.check("balance") == "Account \(account) holds nothing.\n")

        let minted = try await sandbox.check("faucet", "--amount", "100.5")
        #expect(minted.contains("a note of 100.5 MIDEN") && minted.contains("\nfaucet's transaction  0x"))
        #expect(try await sandbox.check("notes").contains("There are no notes"), "not before a sync")
        #expect(try await sandbox.check("sync") == "Synced to block 2. 1 note waits to be consumed.\n")
        let notes = try await sandbox.check("notes").split(separator: "\n")
        try #require(notes.count == 2)
        let faucet = try await sandbox.faucet()
        let issuer = "FAUCET".padding(toLength: faucet.count, withPad: " ", startingAt: 0)
        #expect(notes[0].hasPrefix("AMOUNT  TOKEN  \(issuer)  TYPE    STATUS      FROM           ACCOUNT        NOTE"))
        #expect(notes[1].hasPrefix(" 100.5  MIDEN  \(faucet)  public  consumable  0x"))
        #expect(try await sandbox.check("balance") == "Account \(account) holds nothing.\n")

        let consumed = try await sandbox.check("consume", "--all")
        #expect(
            consumed.hasPrefix("Consumed 1 note: 100.5 MIDEN of \(faucet).\naccount      \(account)\ntransaction  0x")
        )
        #expect(consumed.hasSuffix("\nleft         100.5 MIDEN of \(faucet)\n"))
        let line = try #require(consumed.split(separator: "\n").first { $0.hasPrefix("transaction") })
        let transaction = String(line.suffix(66))
        #expect(try await sandbox.check("transaction", transaction).contains("\nstate          pending"))
        #expect(try await sandbox.check("sync") == "Synced to block 3. No notes wait to be consumed.\n")
        #expect(
            try await sandbox.check("transaction", transaction).contains("\nstate          committed in block 3 at 2")
        )

        let balance = try await sandbox.check("balance").split(separator: "\n").map(String.init)
        try #require(balance.count == 3)
        #expect(balance[0] == "Account \(account)")
        #expect(balance[1] == "AMOUNT  TOKEN  FAUCET")
        #expect(balance[2].hasPrefix(" 100.5  MIDEN  0x"))
        #expect(try await sandbox.check("consume", "--all").contains("There are no notes to consume"))
        #expect(try await sandbox.check("notes").contains("There are no notes"))
    }

    @Test("two accounts, two tokens of 6 and 8 decimals, and a payment between the accounts")
    func payment() async throws {
        let sandbox = try Sandbox()
        let payer = try await sandbox.paidAccount("12345.678901")
        _ = try await sandbox.check("faucet", "--amount", "0.00000001", "--token", "tok")
        _ = try await sandbox.check("sync")
        _ = try await sandbox.check("consume", "--all")
        let both = try await sandbox.check("balance").split(separator: "\n").dropFirst().map { $0.prefix(21) }
        #expect(Set(both) == ["      AMOUNT  TOKEN  ", "12345.678901  MIDEN  ", "  0.00000001  TOK    "])

        let created = try await sandbox.check("new-wallet", "--private")
        #expect(created.contains("private, signs with ECDSA") && created.contains("makes it the default account"))
        let receiver = try #require(
            created.split(separator: " ").first { $0.hasPrefix("0x") }.map { String($0.prefix(32)) }
        )
        let sent = try await sandbox.check("send", receiver, "1.25", "--token", "miden", "--yes")
        let faucet = try await sandbox.faucet()
        #expect(sent.hasPrefix("Sent 1.25 MIDEN of \(faucet) to \(receiver).\naccount      \(payer)\nnote         0x"))
        _ = try await sandbox.check("sync")
        #expect(try await sandbox.check("use", receiver) == "Account \(receiver) is the default account now.\n")
        let note = try await sandbox.answer("notes", "--account", receiver)["notes"][0]["note_id"].text
        _ = try await sandbox.check("consume", note)
        #expect(try await sandbox.check("balance", "--field", "formatted") == "1.25 MIDEN\n")
        let left = try await sandbox.check("balance", "--account", payer, "--field", "formatted")
        #expect(Set(left.split(separator: "\n")) == ["0.00000001 TOK", "12344.428901 MIDEN"])

        let accounts = try await sandbox.check("accounts").split(separator: "\n").map(String.init)
        #expect(accounts[0] == "   ACCOUNT                           KIND    VISIBILITY  STATUS   NONCE  NAME")
        #expect(accounts.contains("*  \(receiver)  wallet  private     tracked      1"))
        #expect(accounts.contains("   \(payer)  wallet  public      tracked      3"))
    }

    @Test("a token's smallest unit")
    func baseUnits() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("1", token: "TOK")
        let sent = try await sandbox.answer("send", account, "1", "--base-units", "--yes")
        #expect(sent["asset"]["amount"].text == "1")
        #expect(sent["asset"]["formatted"].text == "0.00000001 TOK")
        #expect(try await sandbox.answer("balance")["fungible_assets"][0]["amount"].text == "99999999")
    }

    @Test("private notes, of which nothing is said that is not so")
    func privateNotes() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let minted = try await sandbox.answer("faucet", "--private")
        let stranger = AccountFile.accountID
        for (arguments, sentence) in [
            ([account, "1"], "The note is private, and this wallet has it already"),
            ([stranger, "1"], "The note is private: the next syncs hand it to the note transport"),
            ([stranger, "1", "--note-transport", "none"], "there is no note transport to bring it."),
            (["\(stranger)=1", "\(stranger)=1"], "The notes are private: the next syncs hand them to the note"),
        ] {
            let sent = try await sandbox.start(["send", "--private", "--yes"] + arguments).outcome()
            #expect(sent.status == 0 && sent.output.contains(sentence), "\(sent.output)\(sent.errors)")
        }
        _ = try await sandbox.check("sync")
        let notes = try await sandbox.answer("notes")
        #expect(notes["total_count"].number == 2, "the faucet's, handed over, and what this wallet made itself")
        #expect(notes["notes"][0]["type"].text == "private")
        _ = try await sandbox.check("consume", minted["note_id"].text)
    }

    @Test("the same seed, in bytes and in hex, is the same account")
    func seeds() async throws {
        var accounts: Set<String> = []
        for contents in [Data(repeating: 0xAB, count: 32), Data((String(repeating: "ab", count: 32) + "\n").utf8)] {
            let sandbox = try Sandbox()
            let file = try sandbox.directory.write(contents, to: "seed")
            let created = try await sandbox.answer("new-wallet", "--seed-file", file, "--scheme", "falcon")
            #expect(created["signature_scheme"].text == "falcon512_poseidon2")
            accounts.insert(created["account_id"].text)
        }
        #expect(accounts.count == 1)
    }

    @Test("an account file")
    func accountFile() async throws {
        let sandbox = try Sandbox()
        let file = sandbox.directory.path + "/account.mac"
        try AccountFile.write(to: file)
        let imported = try await sandbox.check("import", file)
        #expect(imported.hasPrefix("Imported account \(AccountFile.accountID).\nIt is the default account"))
        let balance = try await sandbox.check("balance").split(separator: "\n").last
        #expect(balance?.hasPrefix("\(AccountFile.balance)  base units  0x") == true, "decimals nobody knows")
    }
}
