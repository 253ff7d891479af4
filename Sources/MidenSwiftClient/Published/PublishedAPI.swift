/// The value types of the published API, whose ids are strings. The functions whose names end in `Async` return them.
public enum PublishedAPI {
    /// An amount of one token.
    public struct FungibleAsset: Hashable, Sendable, Codable {
        /// The faucet that issues the token.
        public let faucetId: String
        /// The amount in base units.
        public let amount: UInt64
    }

    /// What an account holds.
    public struct AccountBalance: Hashable, Sendable, Codable {
        /// The account.
        public let accountId: String
        /// The tokens it holds.
        public let fungibleAssets: [FungibleAsset]
        /// How many different tokens it holds.
        public let totalFungibleCount: Int
        /// How many unique tokens it holds.
        public let totalNonFungibleCount: Int

        /// Whether the account holds anything.
        public var hasAssets: Bool { totalFungibleCount > 0 || totalNonFungibleCount > 0 }

        /// How much of one token the account holds.
        ///
        /// - Parameter faucetId: The faucet that issues the token.
        /// - Returns: The amount in base units; 0 where it has none.
        public func balance(for faucetId: String) -> UInt64 {
            fungibleAssets.first { $0.faucetId == faucetId }?.amount ?? 0
        }
    }

    /// A note an account of the wallet has received.
    public struct InputNoteInfo: Hashable, Sendable, Codable {
        /// The note's id.
        public let noteId: String
        /// The tokens the note carries.
        public let assets: [FungibleAsset]
        /// Whether the wallet has the proof that the note is on the chain.
        public let isAuthenticated: Bool

        /// The amounts the note carries in base units, by faucet.
        public var totalAssets: [String: UInt64] {
            Dictionary(assets.map { ($0.faucetId, $0.amount) }, uniquingKeysWith: +)
        }
    }

    /// The notes that were asked for.
    public struct InputNotesResult: Hashable, Sendable, Codable {
        /// The notes.
        public let notes: [InputNoteInfo]
        /// How many notes there are.
        public let totalCount: Int
        /// The ids of the notes that can be consumed now.
        public let consumableNoteIds: [String]

        /// Whether there is a note that can be consumed now.
        public var hasConsumableNotes: Bool { !consumableNoteIds.isEmpty }
    }
}

extension PublishedAPI.FungibleAsset {
    init(_ asset: FungibleAsset) {
        self.init(faucetId: asset.faucetId.hex, amount: asset.amount)
    }
}

extension PublishedAPI.AccountBalance {
    init(_ balance: AccountBalance) {
        self.init(
            accountId: balance.accountId.hex,
            fungibleAssets: balance.fungibleAssets.map(PublishedAPI.FungibleAsset.init),
            totalFungibleCount: balance.totalFungibleCount,
            totalNonFungibleCount: balance.totalNonFungibleCount
        )
    }
}

extension PublishedAPI.InputNotesResult {
    init(_ result: InputNotesResult) {
        self.init(
            notes: result.notes.map { note in
                PublishedAPI.InputNoteInfo(
                    noteId: note.id.hex,
                    assets: note.fungibleAssets.map(PublishedAPI.FungibleAsset.init),
                    isAuthenticated: note.isAuthenticated
                )
            },
            totalCount: result.totalCount,
            consumableNoteIds: result.consumableNoteIds.map(\.hex)
        )
    }
}
