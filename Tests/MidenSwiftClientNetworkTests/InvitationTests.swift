import MidenSwiftClient
import MidenTestSupport
import Testing

/// A network that takes new accounts by invitation alone, as mainnet does.
@Suite(
    "By invitation, on a real network",
    .serialized,
    .enabled(if: LocalNetwork.invitationDirectory != nil, LocalNetwork.invitationMissing),
    .timeLimit(.minutes(10))
)
struct InvitationTests {
    /// Codes that the network's operator makes.
    private static func codes(_ count: Int, of network: LocalNetwork) async throws -> [String] {
        let files = try TemporaryDirectory()
        let file = files.path + "/codes.csv"
        let node = try #require(Program.path(of: "miden-node"))
        let command = try RunningCommand(
            ["admin", "--url", network.adminURL, "create-invites", "--count", "\(count)", "--output", file],
            environment: ["PATH": "/usr/bin:/bin"],
            program: node
        )
        let outcome = await command.outcome()
        try #require(outcome.status == 0, "\(outcome.errors)")
        return try String(contentsOfFile: file, encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst()
            .map { line in String(line.split(separator: ",").first ?? "") }
    }

    @Test("A new account's first transaction is refused before its proof, and goes after a code was used for it")
    func registration() async throws {
        let network = try LocalNetwork.byInvitation()
        let files = try TemporaryDirectory()
        let wallet = try network.wallet(in: files)
        try await wallet.sync()
        let account = try await wallet.createWallet()
        let faucet = try await wallet.createFaucet(symbol: "GOLD", decimals: 0, maximumSupply: 10)
        let draft = TransactionDraft.mint(to: account, amount: 4)
        // A preview proves nothing, and says so too.
        let previewed = await #expect(throws: MidenError.self) {
            _ = try await wallet.preview(draft, accountId: faucet)
        }
        #expect(previewed?.kind == .notInvited)
        let refused = await #expect(throws: MidenError.self) {
            _ = try await wallet.transact(draft, accountId: faucet)
        }
        #expect(refused?.kind == .notInvited)
        #expect(refused?.message.contains("invitation") == true)
        #expect(try await wallet.getTransactions().transactions.isEmpty)

        let unknown = await #expect(throws: MidenError.self) {
            try await wallet.register(accountId: faucet, invitationCode: "nobody-made-this")
        }
        #expect(unknown?.kind == .invitationUnknown || unknown?.kind == .invalidInvitation)
        let codes = try await Self.codes(1, of: network)
        let code = try #require(codes.first)
        try await wallet.register(accountId: faucet, invitationCode: code)
        let minted = try await wallet.transact(draft, accountId: faucet)
        _ = try await wallet.syncUntilCommitted(minted.transactionId)
        #expect(try await wallet.getFaucet(faucet).issued == 4)

        let used = await #expect(throws: MidenError.self) {
            try await wallet.register(accountId: account, invitationCode: code)
        }
        #expect(used?.kind == .invitationUsed)
        try await wallet.shutdown()
        withExtendedLifetime(files) {}
    }
}
