import MidenSwiftClient
import MidenTestSupport
import Testing

/// A network that takes new accounts by invitation alone and wants a fee for each transaction, as mainnet does.
// One after the other: they are paid by the same account.
@Suite(
    "By invitation and for a fee, on a real network",
    .serialized,
    .enabled(if: LocalNetwork.strictDirectory != nil, LocalNetwork.strictMissing),
    .timeLimit(.minutes(20))
)
struct StrictNetworkTests {
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

    /// Two MIDEN for each account, by the account that the genesis block funds.
    private static func pay(_ accounts: [AccountID], on network: LocalNetwork) async throws -> [NoteID] {
        let files = try TemporaryDirectory()
        let (payer, payerAccount) = try await network.funded(in: files)
        let faucet = try AccountID(try network.genesisAccount("native_faucet"))
        let sent = try await payer.send(
            from: payerAccount,
            payments: accounts.map { Payment(to: $0, faucetId: faucet, amount: 2_000_000) }
        )
        _ = try await payer.syncUntilCommitted(sent.transactionId)
        try await payer.shutdown()
        withExtendedLifetime(files) {}
        return sent.noteIds
    }

    @Test("A new account's first transaction is refused before its proof, and goes after a code was used for it")
    func registration() async throws {
        let network = try LocalNetwork.strict()
        let files = try TemporaryDirectory()
        let wallet = try network.wallet(in: files)
        try await wallet.sync()
        let account = try await wallet.createWallet()
        let note = try #require(try await Self.pay([account], on: network).first)
        try await wallet.syncUntilConsumable(note, by: account)
        // A preview proves nothing, and says so too.
        let previewed = await #expect(throws: MidenError.self) {
            _ = try await wallet.preview(.consume([note]), accountId: account)
        }
        #expect(previewed?.kind == .notInvited)
        let refused = await #expect(throws: MidenError.self) {
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [note])
        }
        #expect(refused?.kind == .notInvited)
        #expect(refused?.message.contains("invitation") == true)
        #expect(try await wallet.getTransactions().transactions.isEmpty)

        let unknown = await #expect(throws: MidenError.self) {
            try await wallet.register(accountId: account, invitationCode: "nobody-made-this")
        }
        #expect(unknown?.kind == .invitationUnknown || unknown?.kind == .invalidInvitation)
        let codes = try await Self.codes(1, of: network)
        let code = try #require(codes.first)
        #expect(try await wallet.checkInvitation(code: code))
        #expect(try await !wallet.checkInvitation(code: "nobody-made-this"))
        try await wallet.register(accountId: account, invitationCode: code)
        let consumed = try await wallet.consumeNotes(accountId: account, noteIds: [note])
        _ = try await wallet.syncUntilCommitted(consumed)
        #expect(try await wallet.getBalance(accountId: account).hasAssets)

        #expect(try await !wallet.checkInvitation(code: code))
        let other = try await wallet.createWallet()
        let used = await #expect(throws: MidenError.self) {
            try await wallet.register(accountId: other, invitationCode: code)
        }
        #expect(used?.kind == .invitationUsed)
        try await wallet.shutdown()
        withExtendedLifetime(files) {}
    }

    @Test("What is charged is what the preview says, for what one consumes, mints, sends, offers and takes back")
    func fees() async throws {
        let network = try LocalNetwork.strict()
        let files = try TemporaryDirectory()
        let wallet = try network.wallet(in: files)
        let native = try AccountID(try network.genesisAccount("native_faucet"))
        let account = try await wallet.createWallet()
        let faucet = try await wallet.createFaucet(symbol: "GOLD", decimals: 0, maximumSupply: 10)
        for (owner, code) in zip([account, faucet], try await Self.codes(2, of: network)) {
            try await wallet.register(accountId: owner, invitationCode: code)
        }

        let poor = await #expect(throws: MidenError.self) {
            _ = try await wallet.mint(from: faucet, to: account, amount: 4)
        }
        #expect(poor?.kind == .insufficientFee)

        let notes = try await Self.pay([account, faucet], on: network)
        try await wallet.syncUntilConsumable(notes[0], by: account)
        try await wallet.syncUntilConsumable(notes[1], by: faucet)
        _ = try await charged(.consume([notes[0]]), to: account, of: wallet, in: native, getting: 2_000_000)
        _ = try await charged(.consume([notes[1]]), to: faucet, of: wallet, in: native, getting: 2_000_000)
        _ = try await charged(.mint(to: account, amount: 4), to: faucet, of: wallet, in: native)

        let payment = Payment(to: faucet, faucetId: native, amount: 1000, noteType: .private)
        _ = try await charged(.send([payment]), to: account, of: wallet, in: native, giving: 1000)
        let offer = SwapOffer(
            offering: .fungible(faucetId: native, amount: 500),
            for: .fungible(faucetId: faucet, amount: 5),
            isPartial: true
        )
        let offered = try await charged(.swap(offer), to: account, of: wallet, in: native, giving: 500)
        let swap = try #require(offered.noteIds.first)
        _ = try await charged(.cancelSwap(swap), to: account, of: wallet, in: native, getting: 500)
        try await wallet.shutdown()
        withExtendedLifetime(files) {}
    }

    /// Previews a transaction, makes it at that fee and no more, and looks at what has gone from the account.
    private func charged(
        _ draft: TransactionDraft,
        to account: AccountID,
        of wallet: MidenWallet,
        in native: AccountID,
        getting gain: UInt64 = 0,
        giving loss: UInt64 = 0
    ) async throws -> SentTransaction {
        let before = try await wallet.getBalance(accountId: account).balance(for: native)
        let fee = try #require(try await wallet.preview(draft, accountId: account).fee)
        #expect(fee.faucetId == native && fee.amount > 0)
        let sent = try await wallet.transact(draft, accountId: account, maximumFee: Amount(fee.amount))
        _ = try await wallet.syncUntilCommitted(sent.transactionId)
        let after = try await wallet.getBalance(accountId: account).balance(for: native)
        #expect(after == before + gain - loss - fee.amount, "\(draft)")
        let history = try await wallet.getTransactions(.init(accountId: account)).transactions
        #expect(history.first { $0.id == sent.transactionId }?.fee == fee, "\(draft)")
        return sent
    }
}
