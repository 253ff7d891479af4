import MidenSwiftClient

/// What the workloads run on: a wallet on an embedded chain, with an account that holds two tokens.
public struct WorkloadWallet: Sendable {
    /// The wallet.
    public let wallet: MidenWallet
    /// The account with the two tokens.
    public let account: AccountID

    /// Makes the chain, the wallet and the account, and pays the account. Dummy proofs make it a matter of moments.
    ///
    /// - Parameter directory: An empty folder for the files.
    /// - Throws: `MidenError`.
    public init(in directory: String) async throws {
        wallet = try MidenWallet(
            configuration: MidenWallet.Configuration(
                network: .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy)),
                dataDirectory: directory
            )
        )
        account = try await wallet.createWallet()
        for token in ["MIDEN", "TOK"] {
            try await wallet.mint(to: account, amount: 1_000_000, token: token)
        }
        try await wallet.sync()
        let notes = try await wallet.getInputNotes(accountId: account)
        _ = try await wallet.consumeNotes(accountId: account, noteIds: notes.consumableNoteIds)
        try await wallet.sync()
    }
}
