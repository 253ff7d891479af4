import MidenSwiftClient
import MidenTestSupport

/// A wallet with an account, a faucet of its own, and a thousand of its token.
struct Trader {
    let wallet: MidenWallet
    let files: TemporaryDirectory
    let account: AccountID
    let faucet: AccountID

    /// Makes one.
    ///
    /// - Parameters:
    ///   - symbol: The symbol of its token.
    ///   - network: Where.
    ///   - visibility: Who can see its account.
    /// - Throws: Where a transaction fails.
    init(_ symbol: String, on network: LocalNetwork, visibility: AccountVisibility = .private) async throws {
        files = try TemporaryDirectory()
        wallet = try network.wallet(in: files)
        account = try await wallet.createWallet(visibility: visibility)
        faucet = try await wallet.createFaucet(symbol: symbol, decimals: 0, maximumSupply: 5000)
        let minted = try await wallet.mint(from: faucet, to: account, amount: 1000)
        try await wallet.syncUntilConsumable(minted.noteId, by: account)
        let consumed = try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])
        _ = try await wallet.syncUntilCommitted(consumed)
    }

    /// Takes in the next note, once it can be consumed.
    func takeIn() async throws {
        for _ in 0..<240 {
            try await wallet.sync()
            if let taken = try await wallet.consumeAllNotes(accountId: account).transactionIds.first {
                _ = try await wallet.syncUntilCommitted(taken)
                return
            }
            try await pauseForBlock()
        }
        throw Abandoned(reason: "nothing came in for a minute")
    }

    /// How much of a token it has.
    func held(_ faucet: AccountID) async throws -> UInt64 {
        try await wallet.getBalance(accountId: account).balance(for: faucet)
    }
}
