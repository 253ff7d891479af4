import Foundation
import Testing

/// A keystore under a passphrase, which comes from a file, a descriptor or a person, and is shown nowhere.
@Suite("Passphrases", .timeLimit(.minutes(5)))
struct PassphraseTests {
    private static let secret = "correct horse battery staple"

    /// A sandbox whose keystore is under the passphrase, and the file that holds it.
    private static func made() async throws -> (Sandbox, file: String, account: String) {
        let sandbox = try Sandbox()
        let file = try sandbox.directory.write(Data("\(secret)\nand a line nobody reads\n".utf8), to: "passphrase")
        let account = try await sandbox.answer("new-wallet", "--passphrase-file", file)["account_id"].text
        return (sandbox, file, account)
    }

    /// An open file that holds a text.
    private static func input(_ text: String, in sandbox: Sandbox) throws -> FileHandle {
        let path = try sandbox.directory.write(Data(text.utf8), to: "input-\(UUID().uuidString)")
        return try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    }

    @Test("are not needed where nobody asked for one")
    func notNeeded() async throws {
        let sandbox = try Sandbox()
        let first = try await sandbox.run("init", "--verbose")
        #expect(first.status == 0)
        #expect(first.errors.contains("made a key file"), "\(first.errors)")
        #expect(first.errors.contains("does not protect them from whoever can read this user's files"))
        #expect(try await !sandbox.run("init", "--verbose").errors.contains("key file"), "said once")
        _ = try await sandbox.paidAccount("3")
        let key = try FileManager.default.attributesOfItem(atPath: sandbox.directory.path + "/wallets/keystore.key")
        #expect(key[.posixPermissions] as? Int == 0o600)
    }

    @Test("come from the first line of a file, or of a descriptor, and are in no answer, log or error")
    func fileAndDescriptor() async throws {
        let (sandbox, file, account) = try await Self.made()
        _ = try await sandbox.check("faucet", "--amount", "3", "--passphrase-file", file)
        _ = try await sandbox.check("sync", "--passphrase-file", file)
        let consumed = try await sandbox.run("consume", "--all", "--verbose", "--passphrase-file", file)
        #expect(consumed.status == 0)
        #expect(!consumed.errors.contains(Self.secret) && !consumed.output.contains(Self.secret))

        let arguments = ["balance", "--field", "formatted", "--passphrase-fd", "0"]
        for text in [Self.secret, Self.secret + "\n", Self.secret + "\r\nrest"] {
            let outcome = try await sandbox.start(arguments, input: try Self.input(text, in: sandbox)).outcome()
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.output == "3 MIDEN\n")
        }
        let before = try await sandbox.check("accounts", "--field", "account_id", "--passphrase-file", file)
        #expect(before == account + "\n")
    }

    @Test("that are wrong, missing, empty or unreadable are told from each other")
    func failures() async throws {
        let (sandbox, file, _) = try await Self.made()
        let wrong = try sandbox.directory.write(Data("wrong horse\n".utf8), to: "wrong")
        let empty = try sandbox.directory.write(Data("\nsecond line\n".utf8), to: "empty")
        let binary = try sandbox.directory.write(Data([0xFF, 0xFE]), to: "binary")
        let failures: [(arguments: [String], status: Int32, kind: String, sentence: String)] = [
            (["--passphrase-file", wrong], 3, "wrong_passphrase", "passphrase"),
            ([], 3, "passphrase_needed", "there is no terminal to ask for it. Give it with --passphrase-file"),
            (
                ["--passphrase-file", empty], 2, "passphrase_empty",
                "its first line is empty, and a passphrase must not be."
            ),
            (["--passphrase-file", binary], 2, "file_unreadable", "The file \(binary) cannot be read."),
            (
                ["--passphrase-file", "/nowhere"], 2, "file_unreadable",
                "The file /nowhere cannot be read: there is no such file."
            ),
            (["--passphrase-fd", "77"], 2, "file_unreadable", "File descriptor 77 cannot be read."),
            (["--passphrase-fd", "-1"], 64, "usage", "--passphrase-fd"),
            (["--passphrase-fd", "0", "--passphrase-file", file], 64, "usage", "cannot be used together"),
        ]
        for failure in failures {
            let outcome = try await sandbox.start(["info", "--json"] + failure.arguments).outcome()
            #expect(outcome.status == failure.status, "\(failure.arguments): \(outcome.errors)")
            #expect(outcome.output.isEmpty)
            let error = try outcome.error()
            #expect(error["kind"].text == failure.kind)
            #expect(error["message"].text.contains(failure.sentence), "\(outcome.errors)")
            #expect(!outcome.errors.contains("horse"))
        }
        _ = try await sandbox.check("info", "--passphrase-file", file)
    }

    @Test("in a file that others may read are used, and that is said")
    func exposed() async throws {
        let sandbox = try Sandbox()
        let file = try sandbox.directory.write(Data(Self.secret.utf8), to: "passphrase")
        _ = try await sandbox.check("init", "--passphrase-file", file)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
        let outcome = try await sandbox.run("info", "--json", "--passphrase-file", file)
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("Others than its owner may use the file with the passphrase, \(file)"))
        #expect(!outcome.errors.contains(Self.secret))
    }

    @Test("do not open a keystore that is under the platform's key")
    func otherSource() async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.check("new-wallet")
        let file = try sandbox.directory.write(Data(Self.secret.utf8), to: "passphrase")
        let outcome = try await sandbox.run("info", "--json", "--passphrase-file", file)
        #expect(outcome.status == 3)
        #expect(try outcome.error()["kind"].text == "key_source_mismatch")
        _ = try await sandbox.check("info")
    }

    @Test("are asked for on a terminal, twice for a new keystore, and what is typed is not shown")
    func asked() async throws {
        let sandbox = try Sandbox()
        let terminal = try PseudoTerminal()
        let made = try sandbox.start(["init", "--passphrase"], input: terminal.handle, errors: terminal.handle)
        var shown = try await terminal.written(until: "New passphrase for the keystore: ")
        terminal.type(Self.secret + "\n")
        shown += try await terminal.written(until: "The same again: ")
        terminal.type(Self.secret + "\n")
        let outcome = await made.outcome()
        shown += terminal.written()
        #expect(outcome.status == 0, "\(shown)")
        #expect(outcome.output.contains("miden-cli new-wallet"))

        let created = try sandbox.start(["new-wallet"], input: terminal.handle, errors: terminal.handle)
        shown += try await terminal.written(until: "Passphrase of the keystore: ")
        terminal.type(Self.secret + "\n")
        #expect(await created.outcome().status == 0)

        let refused = try sandbox.start(["info"], input: terminal.handle, errors: terminal.handle)
        shown += try await terminal.written(until: "Passphrase of the keystore: ")
        terminal.type("wrong horse\n")
        #expect(await refused.outcome().status == 3)
        shown += terminal.written()
        #expect(!shown.contains("horse"), "\(shown)")
    }

    @Test("that differ make nothing, and no terminal is an error and not a wait")
    func notMade() async throws {
        let sandbox = try Sandbox()
        let terminal = try PseudoTerminal()
        let differing = try sandbox.start(["init", "--passphrase"], input: terminal.handle, errors: terminal.handle)
        _ = try await terminal.written(until: "New passphrase for the keystore: ")
        terminal.type("one\n")
        _ = try await terminal.written(until: "The same again: ")
        terminal.type("other\n")
        #expect(await differing.outcome().status == 2)
        #expect(terminal.written().contains("Error: The two passphrases are not the same."))
        let keystore = sandbox.directory.path + "/wallets/embedded/keystore/keystore.json"
        #expect(!FileManager.default.fileExists(atPath: keystore))

        let outcome = try await sandbox.run("init", "--passphrase", "--json")
        #expect(outcome.status == 3)
        #expect(try outcome.error()["kind"].text == "passphrase_needed")
        #expect(!FileManager.default.fileExists(atPath: keystore))
    }

    @Test("need not be typed to the end: Ctrl-C stops the question, and the terminal shows what is typed again")
    func interrupted() async throws {
        let (sandbox, _, _) = try await Self.made()
        let terminal = try PseudoTerminal()
        let command = try sandbox.start(["info"], input: terminal.handle, errors: terminal.handle)
        _ = try await terminal.written(until: "Passphrase of the keystore: ")
        command.signal(SIGINT)
        #expect(await command.outcome().status == 130)
        _ = terminal.written()
        terminal.type("seen")
        #expect(try await terminal.written(until: "seen").contains("seen"))
    }
}
