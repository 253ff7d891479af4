import Logging
import MidenSwiftClient

extension MidenWallet.Configuration {
    /// A chain of its own with dummy proofs.
    static func embedded(in directory: TemporaryDirectory, fee: UInt32 = 0, logger: Logger? = nil) -> Self {
        MidenWallet.Configuration(
            network: .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy, verificationBaseFee: fee)),
            dataDirectory: directory.path,
            logger: logger
        )
    }
}

/// Runs a test on a wallet of its own on a chain of its own.
func withEmbeddedWallet(
    fee: UInt32 = 0,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (MidenWallet) async throws -> Void
) async throws {
    let directory = try TemporaryDirectory()
    let wallet = try MidenWallet(configuration: .embedded(in: directory, fee: fee))
    try await body(wallet)
    try await wallet.shutdown()
    withExtendedLifetime(directory) {}
}

extension MidenWallet {
    /// Mints to an account and syncs.
    ///
    /// - Returns: The note, which can be consumed now.
    nonisolated func paidNote(
        to account: AccountID,
        amount: Amount,
        token: String = "MIDEN"
    ) async throws -> MintedNote {
        let minted = try await mint(to: account, amount: amount, token: token)
        try await sync()
        return minted
    }
}
