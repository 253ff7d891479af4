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
}
