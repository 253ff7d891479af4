#if WalletServer
    import Foundation
    import MidenSwiftClient
    import MidenTestSupport

    /// A wallet of somebody else on the same chain. Its private notes are handed over as files.
    struct Stranger: Sendable {
        struct PrivateNote: Encodable {
            let noteId: String
            /// The note file.
            let file: Data
        }

        private let wallet: MidenWallet
        private let account: AccountID
        private let faucetId: AccountID
        private let directory: TemporaryDirectory

        /// - Parameter dataDirectory: The data folder of the other wallet, which has the chain.
        /// - Throws: `MidenError`.
        init(onChainIn dataDirectory: String) async throws {
            directory = try TemporaryDirectory()
            let chain = MidenWallet.EmbeddedOptions(proofs: .dummy, chainDirectory: "\(dataDirectory)/embedded/chain")
            var configuration = MidenWallet.Configuration(network: .embedded(chain), dataDirectory: directory.path)
            configuration.noteTransport = .none
            wallet = try await MidenWallet.open(configuration: configuration)
            account = try await wallet.createWallet()
            let minted = try await wallet.mint(to: account, amount: 1000)
            try await wallet.sync()
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])
            faucetId = minted.faucetId
        }

        /// Pays 7 base units by a private note, which a block includes.
        func pay(_ recipient: AccountID) async throws -> PrivateNote {
            let sent = try await wallet.send(
                from: account,
                to: recipient,
                faucetId: faucetId,
                amount: 7,
                noteType: .private
            )
            try await wallet.sync()
            let file = try await wallet.exportNote(noteId: sent.noteId, content: .detailsWithProof)
            return PrivateNote(noteId: sent.noteId.hex, file: Data(file))
        }

        func shutdown() async throws {
            try await wallet.shutdown()
        }
    }
#endif
