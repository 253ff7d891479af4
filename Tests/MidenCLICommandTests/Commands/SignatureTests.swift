import Foundation
import Testing

/// `sign` and `verify`.
@Suite("Signatures", .timeLimit(.minutes(5)))
struct SignatureTests {
    @Test("of a text and of a file are verified, without the wallet", arguments: ["ecdsa", "falcon"])
    func verified(scheme: String) async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.answer("new-wallet", "--scheme", scheme)["account_id"].text
        let file = try sandbox.directory.write(Data([0, 1, 2, 255]), to: "contract")
        for message in [["--message", "I am Alice"], ["--file", file], ["--message", ""]] {
            let written = try await sandbox.start(["sign", "--json"] + message).outcome()
            #expect(written.status == 0)
            let signed = try written.object()
            #expect(signed.shape == ["account_id: text", "public_key: text", "scheme: text", "signature: text"])
            #expect(signed["account_id"].text == account)
            let path = try sandbox.directory.write(Data(written.output.utf8), to: "signature.json")
            let elsewhere = try Sandbox()
            let verified = try await elsewhere.start(["verify", path, "--json"] + message).outcome()
            #expect(verified.status == 0)
            let shape = ["account_id: null", "is_valid: bool", "public_key: text", "scheme: text"]
            #expect(try verified.object().shape == shape)
            #expect(try verified.object()["public_key"].text == signed["public_key"].text)
            #expect(!FileManager.default.fileExists(atPath: elsewhere.directory.path + "/wallets"))

            let other = try await elsewhere.run("verify", path, "--json", "--message", "I am Bob")
            #expect(other.status == 3)
            #expect(other.output.isEmpty)
            #expect(try other.error()["kind"].text == "invalid_signature")
        }
    }

    @Test("are shown to people")
    func text() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.answer("new-wallet")["account_id"].text
        let signed = try await sandbox.check("sign", "--message", "I am Alice")
        #expect(signed.hasPrefix("account     \(account)\nscheme      ECDSA\npublic key  "))
        let path = sandbox.directory.path + "/signature.json"
        let json = try await sandbox.check("sign", "--message", "I am Alice", "--json")
        try Data(json.utf8).write(to: URL(fileURLWithPath: path))
        let verified = try await sandbox.check("verify", path, "--message", "I am Alice")
        #expect(verified.hasPrefix("The signature is one of this message, made with the key below."))
        #expect(verified.contains("\nscheme      ECDSA\npublic key  "))
        #expect(try await sandbox.check("verify", path, "--message", "I am Alice", "--field", "is_valid") == "true\n")
    }

    @Test("are proven to be an account's, by the chain or by the wallet that has it")
    func ofAccounts() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("1")
        let hidden = try await sandbox.answer("new-wallet", "--private")["account_id"].text
        let path = sandbox.directory.path + "/signature.json"
        let json = try await sandbox.check("sign", "--message", "I am Alice", "--account", account, "--json")
        try Data(json.utf8).write(to: URL(fileURLWithPath: path))
        let line = ["verify", path, "--message", "I am Alice", "--account"]
        let proven = try await sandbox.start(line + [account, "--json"]).outcome()
        #expect(proven.status == 0)
        #expect(try proven.object()["account_id"].text == account)
        #expect(
            try proven.object().shape == ["account_id: text", "is_valid: bool", "public_key: text", "scheme: text"]
        )
        let shown = try await sandbox.start(line + [account]).outcome()
        #expect(
            shown.output.hasPrefix("The signature is one of this message by account \(account), made with its key.")
        )

        let other = try await sandbox.start(line + [hidden, "--json"]).outcome()
        #expect(other.status == 3)
        #expect(try other.error()["kind"].text == "invalid_signature")
        #expect(
            try other.error()["message"].text.hasSuffix("is not one of this message by the key of account \(hidden).")
        )
        let nowhere = try await sandbox.start(line + [AccountFile.accountID, "--json"]).outcome()
        #expect(nowhere.status == 5)
        #expect(try nowhere.error()["kind"].text == "account_not_on_chain")
        let nobody = try await sandbox.start(line + ["nobody", "--json"]).outcome()
        #expect(nobody.status == 2)
    }

    @Test("that cannot be read, and messages that are missing, are errors")
    func failures() async throws {
        let sandbox = try Sandbox()
        let file = try sandbox.directory.write(Data("{}".utf8), to: "signature.json")
        let failures: [(arguments: [String], status: Int32, sentence: String)] = [
            (["sign", "--message", "x"], 5, "This wallet has no account yet."),
            (["sign"], 64, "Give the message with --message or with --file."),
            (["sign", "--message", "x", "--file", file], 64, "Give the message with --message or with --file."),
            (["verify", file], 64, "Give the message with --message or with --file."),
            (["verify", file, "--message", "x"], 2, "does not hold a signature"),
            (["verify", "/nowhere", "--message", "x"], 2, "The file /nowhere cannot be read: there is no such file."),
            (["sign", "--file", "/nowhere"], 2, "The file /nowhere cannot be read: there is no such file."),
        ]
        for failure in failures {
            let outcome = try await sandbox.start(failure.arguments).outcome()
            #expect(outcome.status == failure.status, "\(failure.arguments): \(outcome.errors)")
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.contains(failure.sentence), "\(outcome.errors)")
        }
    }
}
