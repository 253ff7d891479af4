import Foundation
import MidenSilentNode
import MidenSwiftClient
import MidenTestSupport
import Testing

/// What a command says when it fails, and how it ends.
@Suite("Failures", .timeLimit(.minutes(5)))
struct FailureTests {
    private static let someID = "0x" + String(repeating: "1", count: 64)

    @Test(
        "of a wallet without an account",
        arguments: [
            Failure("balance", 5, "no_account", "This wallet has no account yet. Make one with `miden-cli new-wallet`"),
            Failure("consume --all", 5, "no_account", "miden-cli new-wallet"),
            Failure("faucet", 5, "no_account", "miden-cli new-wallet"),
            Failure(
                "balance --account 0x12",
                2,
                "invalid_account_id",
                "“0x12” is not an account id: it has 2 hexadecimal digits after 0x instead of 30."
            ),
            Failure(
                "use \(AccountFile.accountID)",
                5,
                "unknown_account",
                "Account \(AccountFile.accountID) is not in this wallet."
            ),
            Failure("transaction 12", 2, "invalid_transaction_id", "does not begin with 0x"),
            Failure(
                "transaction \(someID)",
                5,
                "unknown_transaction",
                "Transaction \(someID) is not one of this wallet."
            ),
            Failure(
                "sync --network moon",
                2,
                "invalid_endpoint",
                "“moon” is not a network: it should be testnet, devnet, mainnet, local, embedded, or"
            ),
            Failure(
                "import /nowhere/account.mac",
                2,
                "file_unreadable",
                "The file /nowhere/account.mac cannot be read: there is no such file."
            ),
            Failure("import /tmp", 2, "file_unreadable", "The file /tmp cannot be read: it is a folder."),
            Failure(
                "import /dev/null/account.mac",
                2,
                "file_unreadable",
                "The file /dev/null/account.mac cannot be read: a part of its path is not a folder."
            ),
            Failure(
                "import /bin/sh",
                2,
                "invalid_file",
                "The file /bin/sh is neither an account file (.mac) nor a note file (.mno) this version can read."
            ),
            Failure(
                "export alice",
                2,
                "invalid_account_id",
                "“alice” is not an account id: it does not begin with 0x. No account of this wallet has that name either."
            ),
            Failure(
                "new-wallet --seed-file /etc/hosts",
                2,
                "invalid_seed",
                "The file /etc/hosts does not hold a seed: it should have exactly 32 bytes, or 64 hexadecimal"
            ),
            Failure(
                "ping --network http://127.0.0.1:1",
                10,
                "node_unreachable",
                "No node answers at http://127.0.0.1:1."
            ),
            Failure(
                "sync --network http://127.0.0.1:1",
                10,
                "node_unreachable",
                "No node answers at http://127.0.0.1:1."
            ),
            Failure(
                "info --data-dir /dev/null/wallets",
                12,
                "directory_unusable",
                "The folder /dev/null/wallets/embedded cannot be made, because /dev/null is not a folder."
            ),
            Failure(
                "accounts --data-dir /etc/passwd",
                12,
                "directory_unusable",
                "The folder /etc/passwd/embedded cannot be made, because /etc/passwd is not a folder."
            ),
            Failure(
                "sync --network http://",
                2,
                "invalid_endpoint",
                "“http://” is not the address of a node: it names no host. It should look like https://host:port."
            ),
            Failure(
                "init --network http://[::1",
                2,
                "invalid_endpoint",
                "“http://[::1” is not the address of a node: it is not a URL. It should look like https://host:port."
            ),
            Failure("send 0x12", 64, "usage", "Give an account and an amount, as in"),
            Failure("send 0x12=1 5", 64, "usage", "Give an account and an amount, as in"),
            Failure("send", 64, "usage", "Give an account and an amount, as in"),
            Failure("send 0x12 1 --preview --yes", 64, "usage", "Give --preview or --yes, not both."),
            Failure(
                "transfer -t 0x12 -a 1::TOK",
                2,
                "confirmation_needed",
                "Nothing was sent: this has to be confirmed"
            ),
            Failure("transfer -t 0x12 -a 1", 64, "usage", "“1” is not an asset: write it as 1.5::SYMBOL"),
            Failure("consume-notes", 2, "confirmation_needed", "Nothing was consumed: this has to be confirmed"),
            Failure("send 0x12 1 --yes --delegate-proving", 2, "prover_needed", "Nobody said who the proof is to be"),
            Failure("account 0x12 --list", 64, "usage", "Give one of <account-id>, --show, --list, --default"),
            Failure("account --register 0x12", 64, "usage", "--register and --invitation-code belong together."),
            Failure("consume", 64, "usage", "Give the ids of notes, or --all."),
            Failure("consume --all 0x1", 64, "usage", "Give note ids or --all, not both."),
            Failure("sync --timeout 0", 64, "usage", "--timeout wants a number of seconds, more than 0"),
            Failure("fly", 64, "usage", "Unexpected argument 'fly'"),
        ]
    )
    func withoutAccount(_ failure: Failure) async throws {
        try await expect(failure, in: try Sandbox())
    }

    @Test("of an empty path, which is no file and not the folder one is in")
    func emptyPath() async throws {
        let outcome = try await Sandbox().run("import", "", "--json")
        #expect(outcome.status == 2)
        #expect(try outcome.error()["kind"].text == "file_unreadable")
        #expect(try outcome.error()["message"].text == "No file was named: the path is empty.")
    }

    @Test("of a node that is down, with what the connection said")
    func nodeDown() async throws {
        let outcome = try await Sandbox().run("ping", "--network", "http://127.0.0.1:1", "--json")
        let error = try outcome.error()
        #expect(error["retryable"].bool == true)
        let causes = try #require(error["causes"].value as? [String])
        #expect(causes.contains { $0.contains("refused") }, "\(causes)")
    }

    @Test("of a note for another account, which the table of notes tells")
    func noteOfAnotherAccount() async throws {
        let sandbox = try Sandbox()
        let owner = try await sandbox.answer("new-wallet")["account_id"].text
        let other = try await sandbox.answer("new-wallet")["account_id"].text
        _ = try await sandbox.check("faucet", "--amount", "2", "--account", owner)
        _ = try await sandbox.check("sync")
        let note = try await sandbox.answer("notes")["notes"][0]
        #expect(note["consumable_by"][0].text == owner && note["consumable_by"].count == 1)
        let identifier = note["note_id"].text
        try await expect(
            Failure(
                "consume \(identifier) --account \(other)",
                4,
                "note_of_another_account",
                "Note \(identifier) is for account \(owner), and account \(other) cannot consume it."
            ),
            in: sandbox
        )
        let everybodys = try await sandbox.check("notes")
        #expect(everybodys.contains("ACCOUNT") && everybodys.contains("\(owner.prefix(8))…\(owner.suffix(4))  0x"))
        #expect(try await !sandbox.check("notes", "--account", owner).contains("ACCOUNT"))
        _ = try await sandbox.check("consume", identifier, "--account", owner)
    }

    @Test("of a wallet with an account, which is as before")
    func withAccount() async throws {
        let sandbox = try Sandbox()
        let file = try sandbox.directory.write(Data(repeating: 7, count: 32), to: "seed")
        let account = try await sandbox.answer("new-wallet", "--seed-file", file)["account_id"].text
        _ = try await sandbox.check("faucet", "--amount", "2")
        _ = try await sandbox.check("sync")
        let note = try await sandbox.check("notes", "--field", "note_id").trimmingCharacters(in: .newlines)
        _ = try await sandbox.check("consume", note)
        // Too short for an id, and not how the note's begins.
        let other = note.hasPrefix("0x1") ? "0x2" : "0x1"
        let before = try await sandbox.check("balance", "--json") + sandbox.check("accounts", "--json")
        let failures = [
            Failure(
                "new-wallet --seed-file \(file)",
                3,
                "account_already_tracked",
                "Account \(account) is already in this wallet."
            ),
            Failure(
                "consume \(Self.someID)",
                4,
                "unknown_note",
                "Note \(Self.someID) is not in this wallet. If it was sent recently, sync and try again."
            ),
            Failure("consume \(other)", 4, "invalid_note_id", "“\(other)” is not a note id"),
            Failure("consume \(note)", 4, "note_being_consumed", "Note \(note) is being consumed"),
            Failure(
                "send \(account) 3 --yes",
                6,
                "insufficient_balance",
                "Account \(account) holds 2 MIDEN, which is less than the 3 MIDEN to be sent."
            ),
            Failure(
                "send \(account) 1.0000001 --yes",
                2,
                "invalid_amount",
                "“1.0000001” is not an amount: it has 7 decimals, and the token has 6."
            ),
            Failure(
                "send \(account) 1 --token GOLD --yes",
                5,
                "token_unclear",
                "Account \(account) holds no token with the symbol “GOLD”. It holds: MIDEN (faucet 0x"
            ),
            Failure("faucet --amount -1", 2, "invalid_amount", "“-1” is not an amount: it must be positive."),
            Failure("faucet --amount=1e3", 2, "invalid_amount", "“e” is neither a digit nor"),
            Failure("faucet --token GOLD", 64, "usage", "GOLD"),
        ]
        for failure in failures {
            try await expect(failure, in: sandbox)
        }
        #expect(try await sandbox.check("balance", "--json") + sandbox.check("accounts", "--json") == before)
    }

    @Test("of an account that cannot pay the fee")
    func noFee() async throws {
        let sandbox = try Sandbox(["MIDEN_EMBEDDED_BASE_FEE": "500"])
        _ = try await sandbox.check("new-wallet")
        _ = try await sandbox.check("faucet", "--amount", "1", "--token", "TOK")
        _ = try await sandbox.check("sync")
        try await expect(
            Failure(
                "consume --all",
                6,
                "insufficient_fee",
                "cannot pay the transaction fee of 0.0075 MIDEN: it holds 0 MIDEN, and 0.0075 MIDEN is missing"
            ),
            in: sandbox
        )
        #expect(try await sandbox.answer("notes")["consumable_count"].number == 1)
    }

    @Test("of a token whose decimals nobody knows")
    func unknownDecimals() async throws {
        let sandbox = try Sandbox()
        let file = sandbox.directory.path + "/account.mac"
        try AccountFile.write(to: file)
        _ = try await sandbox.check("import", file)
        try await expect(
            Failure(
                "send \(AccountFile.accountID) 1 --yes",
                5,
                "decimals_unknown",
                "--base-units. `miden-cli sync` or"
            ),
            in: sandbox
        )
    }

    @Test("of a faucet where there is none")
    func noFaucet() async throws {
        for network in ["testnet", "http://127.0.0.1:1"] {
            let sandbox = try Sandbox(["MIDEN_NETWORK": network])
            let failure = Failure("faucet", 15, "unsupported", "Only the embedded chain has a faucet")
            try await expect(failure, in: sandbox)
            _ = try await sandbox.check("new-wallet")
            try await expect(failure, in: sandbox)
        }
    }

    @Test("of a chain that is another one than is asked for")
    func otherChain() async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.check("init")
        let real = ["MIDEN_EMBEDDED_PROOFS": "real", "MIDEN_DATA_DIR": sandbox.directory.path + "/wallets"]
        try await expect(
            Failure("info", 15, "unsupported", "Use another"),
            in: try Sandbox(real)
        )
        let wrong = ["MIDEN_EMBEDDED_PROOFS": "some"]
        try await expect(
            Failure("info", 2, "invalid_configuration", "MIDEN_EMBEDDED_PROOFS is “some”"),
            in: try Sandbox(wrong)
        )
    }

    @Test("of a node that never answers, when the time is up")
    func timedOut() async throws {
        let node = try SilentNode()
        try await expect(
            Failure("sync --timeout 0.5", 124, "timed_out", "The time allowed has passed."),
            in: try Sandbox(["MIDEN_NETWORK": node.address])
        )
        withExtendedLifetime(node) {}
    }

    @Test("to write the answer", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func fullDisk() async throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let outcome = try await Sandbox().start(["info"], output: full).outcome()
        #expect(outcome.status == 74)
        #expect(
            outcome.errors.contains("Error: The answer could not be written to standard output.\n  because: No space")
        )
    }
}
