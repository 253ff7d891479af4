import Foundation
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
        #expect(exported.shape == ["account_id: text", "filename: text", "note_id: null"])
        #expect(exported["filename"].text == path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)

        let elsewhere = try Sandbox()
        #expect(try await elsewhere.answer("import", path)["account_id"].text == account)
        #expect(try await elsewhere.check("balance", "--field", "amount") == "5000000\n")

        let again = try await sandbox.run("export", account, "-f", path, "--json")
        #expect(again.status == 2)
        #expect(try again.error()["kind"].text == "file_unwritable")
        let written = try await sandbox.run("export", account, "-f", "/nowhere/x.mac")
        #expect(written.errors.contains("The file /nowhere/x.mac cannot be written: its folder is not there."))
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
        let mistaken = try await sandbox.run("export", account, "-e", "full")
        #expect(mistaken.status == 64)
    }
}
