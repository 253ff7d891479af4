import Foundation
import MidenTestSupport
import Testing

/// `account --inspect`, and what `notes --show` tells of a note's script.
@Suite("Looking into accounts and notes", .timeLimit(.minutes(5)))
struct InspectionTests {
    private static let contracts = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Contracts").path

    @Test("shows the script of a note, and its code where that is asked for")
    func note() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let note = try await sandbox.answer("send", account, "1", "--yes", "--private")["note_id"].text
        let shown = try await sandbox.answer("notes", "--show", note)["contents"]
        #expect(shown["script_name"].text == "P2ID" && shown["code"].isNull)
        #expect(shown["script_root"].text.count == 66 && shown["serial_number"].text.count == 66)
        let text = try await sandbox.check("notes", "--show", note)
        #expect(text.contains("\n\nscript         P2ID, \(shown["script_root"].text)\n"))
        #expect(text.hasSuffix("\nstorage        \(shown["storage"].list.map(\.text).joined(separator: " "))\n"))
        let code = try await sandbox.check("notes", "--show", note, "--with-code")
        #expect(code.hasPrefix(text + "\nbegin\n    ") && code.hasSuffix("\nend\n"))
        let root = try await sandbox.check("notes", "-s", note, "--field", "script_root")
        #expect(root == shown["script_root"].text + "\n")
        #expect(try await sandbox.answer("notes", "--list")["contents"].isNull)

        for arguments in [["--with-code"], ["--list", "--with-code"], ["--fetch", "--with-code"]] {
            let refused = try await sandbox.start(["notes"] + arguments).outcome()
            #expect(refused.status == 64 && refused.errors.contains("--with-code is for --show."), "\(arguments)")
        }
        let unknown = try await sandbox.run("notes", "-s", "0x" + String(repeating: "1", count: 64), "--with-code")
        #expect(unknown.status == 4)
    }

    @Test("lists the procedures of an account, or tells of one")
    func procedures() async throws {
        let sandbox = try Sandbox()
        let source = Self.contracts + "/counter.masm"
        let account = try await sandbox.answer("new-account", "-p", source, "-p", "basic-wallet")["account_id"].text
        let listed = try await sandbox.check("account", "--inspect", account)
        #expect(listed.hasPrefix("PROCEDURE  "))
        #expect(listed.contains("::receive_asset  ") && listed.contains("\nunknown  "))
        let bare = try await sandbox.answer("account", "--inspect", account)["procedures"].list
        let named = try await sandbox.answer("account", "--inspect", account, "-p", source)
        #expect(named["account_id"].text == account && named["is_own"].bool == true)
        #expect(named["procedures"].list.map { $0["root"].text } == bare.map { $0["root"].text })
        #expect(bare.contains { $0["path"].isNull })
        #expect(named["procedures"].list.allSatisfy { !$0["path"].isNull && $0["code"].isNull })
        #expect(named["procedures"].list.filter { $0["is_authentication"].bool == true }.count == 1)

        let one = try await sandbox.answer("account", "--inspect", account + ":get-count", "--package", source)
        #expect(one["procedures"].list.map { $0["name"].text } == ["get_count"])
        let text = try await sandbox.check("account", "--inspect", account + ":get_count", "-p", source)
        #expect(text.contains("\nroot       \(one["procedures"][0]["root"].text)\n"))
        let code = try await sandbox.check("account", "--inspect", account + ":get_count", "-p", source, "--with-code")
        #expect(code.hasPrefix(text + "begin\n    ") && code.hasSuffix("\nend\n"))
        // In the published command's word, which shows the log as well.
        let verbose = try await sandbox.run("account", "--inspect", account + ":get_count", "-p", source, "-v")
        #expect(verbose.status == 0 && verbose.output == code)
        let name = ["account", "--inspect", account + ":receive_asset", "--field", "package"]
        #expect(try await sandbox.start(name).outcome().output.isEmpty == false)
    }

    @Test("says what is wrong where there is nothing to look into")
    func refused() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.answer("new-wallet")["account_id"].text
        let garbage = try sandbox.directory.write(Data("no package".utf8), to: "garbage.masp")
        _ = try await sandbox.check("sync")
        for (arguments, status, kind) in [
            (["--inspect", account + ":get_count"], 2, "unknown_procedure"),
            (["--inspect", account, "-p", garbage], 2, "invalid_package"),
            (["--inspect", account, "-p", garbage + "2"], 2, "file_unreadable"),
            (["--inspect", "0x5401ef36815e47d14b651e8e968153"], 5, "account_not_on_chain"),
            (["--inspect", "nobody"], 2, "invalid_account_id"),
        ] {
            let refused = try await sandbox.start(["account", "--json"] + arguments).outcome()
            #expect(refused.status == Int32(status), "\(arguments): \(refused.errors)")
            #expect(try refused.error()["kind"].text == kind)
        }
        for arguments in [
            ["--inspect", account, "--list"], ["--inspect", account, account], ["-p", garbage], ["--with-code"],
            ["--inspect", account, "--block", "3"], ["--inspect", account, "--field", "nosuch"],
        ] {
            #expect(try await sandbox.start(["account"] + arguments).outcome().status == 64, "\(arguments)")
        }
    }
}
