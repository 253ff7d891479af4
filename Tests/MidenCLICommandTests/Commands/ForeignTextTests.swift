import MidenTestSupport
import Testing

/// Text that strangers have chosen.
@Suite("Text of others", .timeLimit(.minutes(5)))
struct ForeignTextTests {
    @Test("faucet's name with bidirectional controls is escaped for people and exact in JSON")
    func faucetName() async throws {
        let sandbox = try Sandbox()
        let name = "\u{202E}NEDIM\u{2066}\nx"
        _ = try await sandbox.answer(
            "new-faucet",
            "--symbol",
            "GOLD",
            "--decimals",
            "3",
            "--maximum-supply",
            "10",
            "--name",
            name
        )
        #expect(try await sandbox.answer("faucets")["faucets"][0]["name"].text == name)
        let shown = try await sandbox.check("faucets")
        #expect(shown.contains(#"\u{202E}NEDIM\u{2066}\u{A}x"#), "\(shown)")
        #expect(!shown.unicodeScalars.contains("\u{202E}") && !shown.unicodeScalars.contains("\u{2066}"))
        #expect(shown.filter(\.isNewline).count == 2)
        let field = try await sandbox.check("faucets", "--field", "name")
        #expect(field == #"\u{202E}NEDIM\u{2066}"# + "\nx\n")
    }
}
