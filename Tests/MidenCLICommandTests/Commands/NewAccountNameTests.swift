import Foundation
import MidenTestSupport
import Testing

@testable import miden_cli

/// `--name` of `new-wallet` and `new-account`.
@Suite("The name of a new account", .timeLimit(.minutes(5)))
struct NewAccountNameTests {
    @Test("is given as rename gives it, in text and in JSON")
    func given() async throws {
        let sandbox = try Sandbox()
        let savings = try await sandbox.answer("new-wallet", "--name", "My savings")
        #expect(savings["name"].text == "My savings")
        let made = try await sandbox.check("new-wallet", "--private", "--name", "Rent")
        #expect(made.hasPrefix("Created account 0x") && made.contains(", “Rent”: private"), "\(made)")
        let mnemonic = try await sandbox.answer("new-wallet", "--mnemonic", "--name", "Words")
        #expect(mnemonic["name"].text == "Words" && !mnemonic["mnemonic"].isNull)
        #expect(try await sandbox.answer("new-account", "-p", "basic-wallet", "--name", "Own")["name"].text == "Own")
        let source = try sandbox.directory.write(
            Data("@account_procedure\npub proc nothing\n    nop\nend\n".utf8),
            to: "nothing.masm"
        )
        #expect(try await sandbox.answer("new-wallet", "-e", source, "--name", "Both")["name"].text == "Both")

        #expect(try await sandbox.answer("use", "my savings")["account_id"].text == savings["account_id"].text)
        let names = try await sandbox.answer("accounts")["accounts"].list.map { $0["name"].text }
        #expect(Set(names) == ["My savings", "Rent", "Words", "Own", "Both"])
    }

    @Test("is refused as rename refuses it, before the account is made")
    func refused() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.answer("new-wallet", "--name", "Savings")["account_id"].text
        let refused = [
            "", " ", "two\nlines", " savings", "savings ", "a=1", "a/b", "\u{202E}gnivas", "0x12", "0X12", "mtst1abc",
            "MM1abc", "none", "List", String(repeating: "x", count: 41),
        ]
        for name in refused {
            let renamed = try await sandbox.run("rename", account, name, "--json")
            #expect(try renamed.error()["kind"].text == "invalid_account_name", "\(name)")
            for command in [["new-wallet"], ["new-account", "-p", "basic-wallet"]] {
                let made = try await sandbox.start(command + ["--name", name, "--json"]).outcome()
                #expect(made.status == 2 && made.output.isEmpty, "\(name)")
                #expect(try made.error()["kind"].text == "invalid_account_name", "\(name)")
            }
        }
        let taken = try await sandbox.run("new-wallet", "--name", "SAVINGS", "--json")
        #expect(taken.status == 3)
        #expect(try taken.error()["kind"].text == "account_name_taken")
        #expect(try taken.error()["message"].text.hasPrefix("Account \(account) has the name “Savings” already"))
        #expect(try await sandbox.answer("accounts")["accounts"].count == 1)
    }

    @Test("may be whatever rename takes", arguments: ["Zoë's 2nd (old)", "貯金", "a", "R&D #3", "½"])
    func allowed(_ name: String) throws {
        #expect(NewAccountNameOption.reasonAgainst(name) == nil)
    }
}
