import Foundation
import MidenTestSupport
import Testing

/// What all accounts hold together, and what it is worth.
@Suite("miden-cli portfolio", .timeLimit(.minutes(5)))
struct PortfolioTests {
    @Test("adds up all accounts, and says what has no price")
    func total() async throws {
        let sandbox = try Sandbox()
        #expect(try await sandbox.check("portfolio") == "Nothing is held.\n")
        _ = try await sandbox.paidAccount("5")
        let second = try await sandbox.answer("new-wallet")["account_id"].text
        _ = try await sandbox.check("faucet", "--amount", "2.5", "--account", second)
        _ = try await sandbox.check("faucet", "--amount", "7", "--token", "TOK", "--account", second)
        _ = try await sandbox.check("sync")
        _ = try await sandbox.check("consume", "--all", "--account", second, "--yes")
        let faucet = try await sandbox.faucet()

        let bare = try await sandbox.answer("portfolio")
        #expect(bare["total"].isNull && bare["currency"].isNull && bare["is_complete"].bool == false)
        #expect(Set(bare["holdings"].list.map { $0["asset"]["formatted"].text }) == ["7.5 MIDEN", "7 TOK"])

        let prices = #"{"currency": "EUR", "prices": {"\#(faucet)": "0.3"}}"#
        let file = try sandbox.directory.write(Data(prices.utf8), to: "prices.json")
        let priced = try await sandbox.answer("portfolio", "--prices", file)
        #expect(priced["currency"].text == "EUR" && priced["total"].text == "2.25")
        #expect(priced["is_complete"].bool == false)
        let text = try await sandbox.check("portfolio", "--prices", file)
        #expect(text.contains("   7.5  MIDEN    0.3"))
        #expect(text.hasSuffix("Total: 2.25 EUR, without what has no price\n"))
        let one = try await sandbox.check("portfolio", "--prices", file, "--account", second, "--field", "total")
        #expect(one == "0.75\n")

        // What is hidden is not passed over in silence.
        _ = try await sandbox.check("tokens", "hide", faucet)
        let hidden = try await sandbox.answer("portfolio", "--prices", file)
        #expect(hidden["total"].text == "0" && hidden["hidden_count"].number == 1)
        let rest = try await sandbox.check("portfolio", "--prices", file)
        #expect(rest.hasSuffix("1 hidden token more: --all shows them.\n"))
        #expect(try await sandbox.check("portfolio", "--prices", file, "--all", "--field", "total") == "2.25\n")
    }

    @Test(
        "says what is wrong with a file of prices",
        arguments: [
            (#"{"currency": "EUR", "prices": {"0x5401ef36815e47d14b651e8e968153": "1,5"}}"#, "“1,5” is not a price"),
            (#"{"currency": "EUR", "prices": {"0x5401ef36815e47d14b651e8e968153": 1.5}}"#, "as a text"),
            (#"{"currency": "EUR", "prices": {"MIDEN": "1.5"}}"#, "“MIDEN” is not an account id"),
            ("prices", "does not hold prices"),
        ]
    )
    func wrong(text: String, sentence: String) async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.check("new-wallet")
        let file = try sandbox.directory.write(Data(text.utf8), to: "prices.json")
        let refused = try await sandbox.run("portfolio", "--prices", file, "--json")
        #expect(refused.status == 2)
        #expect(try refused.error()["message"].text.contains(sentence), "\(refused.errors)")
        #expect(!refused.errors.contains("Error.") && !refused.errors.contains("dataCorrupted"), "\(refused.errors)")
        let missing = try await sandbox.run("portfolio", "--prices", file + ".not", "--json")
        #expect(try missing.error()["kind"].text == "file_unreadable")
    }
}
