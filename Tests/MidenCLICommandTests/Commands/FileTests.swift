import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

/// `export` and `import`.
@Suite("Files", .timeLimit(.minutes(5)))
struct FileTests {
    @Test("carry an account to another wallet, and nobody else can read them")
    func account() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let path = sandbox.directory.path + "/savings.mac"
        let exported = try await sandbox.answer("export", account, "--filename", path)
        #expect(exported.shape == ["account_id: text", "filename: text", "key_place: text", "note_id: null"])
        #expect(exported["filename"].text == path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)

        let elsewhere = try Sandbox()
        #expect(try await elsewhere.answer("import", path)["files"][0]["account_id"].text == account)
        #expect(try await elsewhere.check("balance", "--field", "amount") == "5000000\n")

        let again = try await sandbox.run("export", account, "-f", path, "--json")
        #expect(again.status == 2)
        #expect(try again.error()["kind"].text == "file_unwritable")
        let written = try await sandbox.run("export", account, "-f", "/nowhere/x.mac")
        #expect(written.errors.contains("The file /nowhere/x.mac cannot be written: its folder is not there."))
    }

    @Test("say of an account without its key that there is none, and so does what wants to sign")
    func withoutKey() async throws {
        let owner = try Sandbox()
        _ = try await owner.check("new-wallet")
        let signed = try await owner.answer("sign", "--message", "hello")
        let sandbox = try Sandbox()
        let key = try #require(Data(base64Encoded: signed["public_key"].text))
        let file = sandbox.directory.path + "/watched.mac"
        let watched = try await withoutKey(key, to: file, in: sandbox.directory)

        #expect(try await sandbox.check("import", file).contains("Its key is not in the file"))
        let copy = sandbox.directory.path + "/copy.mac"
        let exported = try await sandbox.check("export", watched, "-f", copy)
        #expect(exported.contains("The key is not in it, because this wallet does not have it."))
        let elsewhere = try Sandbox()
        #expect(try await elsewhere.answer("import", copy)["files"][0]["key_place"].text == "nowhere")
        let refused = try await elsewhere.run("sign", "--message", "hello", "--json")
        #expect(refused.status == 3)
        #expect(try refused.error()["kind"].text == "key_not_here")
    }

    private struct Nobody: MidenSigner {
        struct Away: Error {}

        func sign(_ request: SigningRequest) async throws -> Data { throw Away() }
    }

    /// Writes the file of an account whose key a signer keeps, and says which account it is.
    private func withoutKey(_ key: Data, to path: String, in directory: TemporaryDirectory) async throws -> String {
        let wallet = try MidenWallet(
            configuration: MidenWallet.Configuration(
                network: .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy)),
                dataDirectory: directory.path + "/signer",
                keys: .signer(Nobody())
            )
        )
        let account = try await wallet.createWallet(publicKey: key)
        let file = try await wallet.exportAccount(accountId: account)
        try Data(file).write(to: URL(fileURLWithPath: path))
        try await wallet.shutdown()
        return account.hex
    }

    @Test("are taken in several at once, and one that cannot be does not hold back the others")
    func several() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let note = try await sandbox.answer("send", account, "2", "--yes")["note_id"].text
        _ = try await sandbox.check("sync")
        let (accountFile, noteFile) = (sandbox.directory.path + "/a.mac", sandbox.directory.path + "/n.mno")
        _ = try await sandbox.check("export", account, "-f", accountFile)
        _ = try await sandbox.check("export", note, "-f", noteFile)
        let other = sandbox.directory.path + "/other.mac"
        try AccountFile.write(to: other)
        let none = sandbox.directory.path + "/none.mac"

        // On the same chain: the wallet alone is a new one.
        try sandbox.forgetWallet()
        let files = ["/bin/sh", accountFile, none, noteFile, other, accountFile]
        let mixed = try await sandbox.start(["import", "--json"] + files).outcome()
        #expect(mixed.status == 2)
        let entries = try mixed.object()["files"].list
        #expect(entries.map { $0["file"].text } == files)
        #expect(entries[1]["account_id"].text == account && entries[1]["is_default"].bool == true)
        #expect(entries[3]["note_id"].text == note && entries[3]["error"].isNull)
        #expect(!entries[4]["account_id"].isNull && entries[4]["is_default"].bool == false)
        let kinds = [0, 2, 5].map { entries[$0]["error"]["kind"].text }
        #expect(kinds == ["invalid_file", "file_unreadable", "account_already_tracked"])
        let error = try #require(mixed.errors.split(separator: "\n").last)
        #expect(error.contains("\"kind\":\"invalid_file\"") && error.contains("3 of 6 files could not be taken in."))

        // The first failure gives the exit code.
        let again = try await sandbox.run("import", accountFile, "/bin/sh")
        #expect(again.status == 3)
        #expect(again.output.hasPrefix("\(accountFile): Not imported: ") && again.output.contains("\n/bin/sh: Not "))
        #expect(again.errors.hasPrefix("Error: 2 of 2 files could not be taken in. "))
        for (arguments, sentence) in [
            (["-o", accountFile], "without --overwrite"), (["--overwrite", noteFile], "is not written over"),
            ([], "Give at least one file."),
        ] {
            let refused = try await sandbox.start(["import"] + arguments).outcome()
            #expect(refused.status == 64 && refused.errors.contains(sentence), "\(refused.errors)")
        }
    }

    @Test("carry a private note to the one it is for")
    func note() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let receiver = try await sandbox.answer("new-wallet")["account_id"].text
        let sent = try await sandbox.answer("send", receiver, "2", "--private", "--yes")
        let note = sent["note_id"].text
        let path = sandbox.directory.path + "/payment.mno"

        let early = try await sandbox.run("export", note, "-f", path, "--json")
        #expect(try early.error()["kind"].text == "note_not_committed")
        #expect(!FileManager.default.fileExists(atPath: path))
        _ = try await sandbox.check("sync")
        #expect(try await sandbox.check("export", note, "-f", path) == "Wrote note \(note) to \(path).\n")
        #expect(try await sandbox.check("import", path) == "Imported note \(note).\n")
        _ = try await sandbox.check("sync")
        _ = try await sandbox.check("consume", note, "--account", receiver)
        #expect(try await sandbox.check("balance", "--account", receiver, "--field", "amount") == "2000000\n")
        let id = sandbox.directory.path + "/consumed.mno"
        _ = try await sandbox.check("sync")
        _ = try await sandbox.check("export", note, "-e", "id", "-f", id)
        #expect(try await sandbox.check("import", id) == "Note \(note) is already consumed.\n")
        let mistaken = try await sandbox.run("export", account, "-e", "full")
        #expect(mistaken.status == 64)
    }
}
