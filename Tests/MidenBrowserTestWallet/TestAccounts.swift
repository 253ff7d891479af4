#if WalletServer
    import Foundation
    import MidenSwiftClient
    import MidenTestSupport
    import MidenWalletRPC

    /// The wallet on the embedded chain: the account that pages see, and another one, which they pay.
    struct TestAccounts: Sendable {
        /// What the account has.
        struct Holdings: Encodable {
            let assets: [RequestAssetsResult.Asset]
            let balances: [GetBalanceResult.Balance]
            /// The ids of the notes that it can consume.
            let consumable: [String]
            /// The ids of the private notes that came in for it, whatever has become of them.
            let privateNotes: [String]
        }

        /// What is kept in the data folder.
        private struct Kept: Codable {
            let account: AccountID
            let recipient: AccountID
            let faucetId: AccountID
        }

        let wallet: MidenWallet
        private let kept: Kept

        /// The account that pages see.
        var account: AccountID { kept.account }
        var address: String { get throws { try text(of: kept.account) } }
        /// The other account's address.
        var recipientAddress: String { get throws { try text(of: kept.recipient) } }

        /// Opens the wallet of a data folder, and makes it and its accounts if there is none.
        static func open(in dataDirectory: String) async throws -> TestAccounts {
            let network = MidenWallet.Network.embedded(MidenWallet.EmbeddedOptions(proofs: .dummy))
            let wallet = try await MidenWallet.open(
                configuration: MidenWallet.Configuration(network: network, dataDirectory: dataDirectory)
            )
            let file = URL(fileURLWithPath: dataDirectory).appendingPathComponent("accounts.json")
            if FileManager.default.fileExists(atPath: file.path) {
                let kept = try JSONDecoder().decode(Kept.self, from: try Data(contentsOf: file))
                try await wallet.sync()
                return TestAccounts(wallet: wallet, kept: kept)
            }
            let account = try await wallet.createWallet()
            // More than JavaScript's numbers hold exactly.
            let minted = try await wallet.mint(to: account, amount: Amount(9_007_199_254_740_993))
            try await wallet.sync()
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])
            let kept = Kept(
                account: account,
                recipient: try await wallet.createWallet(),
                faucetId: minted.faucetId
            )
            try JSONEncoder().encode(kept).write(to: file, options: .atomic)
            return TestAccounts(wallet: wallet, kept: kept)
        }

        func assets() async throws -> [RequestAssetsResult.Asset] {
            try await wallet.getBalance(accountId: account).fungibleAssets.map {
                RequestAssetsResult.Asset(faucetId: try text(of: $0.faucetId), baseUnits: $0.amount)
            }
        }

        func holdings() async throws -> Holdings {
            try await wallet.sync()
            let owned = try await wallet.getBalance(accountId: account).fungibleAssets
            let notes = try await wallet.getReceivedNotes(accountId: account)
            return Holdings(
                assets: try await assets(),
                balances: try owned.map {
                    GetBalanceResult.Balance(
                        faucetId: try text(of: $0.faucetId),
                        amount: $0.quantity,
                        symbol: $0.symbol
                    )
                },
                consumable: try await wallet.getInputNotes(accountId: account).consumableNoteIds.map(\.hex),
                privateNotes: notes.filter { $0.type == .private }.map(\.id.hex)
            )
        }

        /// Consumes all notes of the other account.
        ///
        /// - Returns: What it was paid in all, in base units.
        func received() async throws -> UInt64 {
            try await wallet.sync()
            _ = try await wallet.consumeAllNotes(accountId: kept.recipient)
            return try await wallet.getBalance(accountId: kept.recipient).balance(for: kept.faucetId)
        }

        /// Makes a public note of 3 base units for the account.
        func mint() async throws -> NoteID {
            let note = try await wallet.mint(to: account, amount: 3)
            try await wallet.sync()
            return note.noteId
        }

        /// The bytes of a transaction request, as a page sends them.
        func request(_ name: String) throws -> Data? {
            switch name {
            case "payment": try RequestFile.payment(from: account.hex, faucetId: kept.faucetId.hex)
            case "script": try RequestFile.script()
            default: nil
            }
        }

        /// The account that an address is of.
        func account(of address: String) throws -> AccountID {
            try AccountAddress(address, on: wallet.configuration.network).accountId
        }

        private func text(of id: AccountID) throws -> String {
            try AccountAddress(id, on: wallet.configuration.network).text
        }
    }
#endif
