import MidenSwiftClient

/// What the workloads run on: a wallet on an embedded chain, with an account that holds two tokens. Its calls await a
/// place where the queue is full.
public struct WorkloadWallet: Sendable {
    /// The wallet.
    public let wallet: MidenWallet
    /// The account with the two tokens.
    public let account: AccountID
    /// Knows how far the wallet's transaction is.
    public let stages: StageWatch

    /// Makes the chain, the wallet and the account, and pays the account. With dummy proofs that is a matter of moments.
    ///
    /// - Parameters:
    ///   - directory: An empty folder for the files.
    ///   - proofs: What the chain takes for a proof.
    ///   - chainDirectory: The folder that holds the chain; nil means one among the wallet's files.
    /// - Throws: `MidenError`.
    public init(
        in directory: String,
        proofs: MidenWallet.EmbeddedOptions.Proofs = .dummy,
        chainDirectory: String? = nil
    ) async throws {
        stages = StageWatch()
        let options = MidenWallet.EmbeddedOptions(proofs: proofs, chainDirectory: chainDirectory)
        wallet = try Self.open(in: directory, options, stages)
        // The seed of the account that the plain Rust program uses too.
        account = try await wallet.createWallet(seed: [UInt8](repeating: 7, count: 32))
        for token in ["MIDEN", "TOK"] {
            try await wallet.mint(to: account, amount: 1_000_000, token: token)
        }
        try await wallet.sync()
        let notes = try await wallet.getInputNotes(accountId: account)
        _ = try await wallet.consumeNotes(accountId: account, noteIds: notes.consumableNoteIds)
        try await wallet.sync()
    }

    /// Opens what was made before and closed.
    ///
    /// - Parameters:
    ///   - directory: The folder with the files.
    ///   - options: What the chain is like.
    ///   - account: The account with the two tokens.
    /// - Throws: `MidenError`.
    public init(reopening directory: String, _ options: MidenWallet.EmbeddedOptions, account: AccountID) throws {
        stages = StageWatch()
        wallet = try Self.open(in: directory, options, stages)
        self.account = account
    }

    /// Mints to the account and syncs.
    ///
    /// - Returns: A note that can be consumed now.
    /// - Throws: `MidenError`.
    public func paidNote() async throws -> NoteID {
        let minted = try await wallet.mint(to: account, amount: 1000)
        try await wallet.sync()
        return minted.noteId
    }

    private static func open(
        in directory: String,
        _ options: MidenWallet.EmbeddedOptions,
        _ stages: StageWatch
    ) throws -> MidenWallet {
        try MidenWallet(
            configuration: MidenWallet.Configuration(
                network: .embedded(options),
                dataDirectory: directory,
                logger: stages.logger,
                whenQueueIsFull: .wait
            )
        )
    }
}
