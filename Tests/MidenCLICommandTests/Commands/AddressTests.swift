import Foundation
import Testing

/// `receive`, and addresses where an account is named.
@Suite("Addresses", .timeLimit(.minutes(5)))
struct AddressTests {
    @Test("are shown, drawn into files, and taken for the account's id")
    func received() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let shown = try await sandbox.answer("receive")
        #expect(shown.shape == ["account_id: text", "address: text"])
        #expect(shown["account_id"].text == account)
        let address = shown["address"].text
        #expect(address.hasPrefix("memb1"))
        // Not on a terminal: the address alone.
        #expect(try await sandbox.check("receive") == address + "\n")

        let (svg, png) = (sandbox.directory.path + "/a.svg", sandbox.directory.path + "/a.png")
        _ = try await sandbox.check("receive", "--svg", svg, "--png", png)
        #expect(try String(contentsOfFile: svg, encoding: .utf8).contains("<svg"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: png)).starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let again = try await sandbox.run("receive", "--svg", svg)
        #expect(again.status == 2)

        #expect(try await sandbox.check("balance", "--account", address, "--field", "amount") == "5000000\n")
        #expect(try await sandbox.answer("use", address)["account_id"].text == account)
        let wrong = try await sandbox.run("balance", "--account", address + "q", "--json")
        #expect(wrong.status == 2)
        #expect(try wrong.error()["kind"].text == "invalid_address")
    }

    @Test("are told of accounts, one's own and others', and the other way round")
    func told() async throws {
        let sandbox = try Sandbox()
        #expect(try await sandbox.check("address").hasPrefix("This wallet has no account yet"))
        let first = try await sandbox.answer("new-wallet")["account_id"].text
        let second = try await sandbox.answer("new-wallet")["account_id"].text
        let all = try await sandbox.answer("address")["addresses"].list
        #expect(Set(all.map { $0["account_id"].text }) == [first, second])
        for entry in all {
            let (account, address) = (entry["account_id"].text, entry["address"].text)
            #expect(try await sandbox.check("address", account, "--field", "address") == address + "\n")
            #expect(try await sandbox.check("address", address, "--field", "account_id") == account + "\n")
        }
        let stranger = "0x5401ef36815e47d14b651e8e968153"
        #expect(try await sandbox.answer("address", stranger)["addresses"][0]["account_id"].text == stranger)
        let wrong = try await sandbox.run("address", "memb1nothing", "--json")
        #expect(try wrong.error()["kind"].text == "invalid_address")
    }
}
