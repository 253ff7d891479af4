/// The result of `miden_requestAssets`.
public struct RequestAssetsResult: Codable, Hashable, Sendable {
    /// An amount of a token.
    public struct Asset: Codable, Hashable, Sendable {
        /// The address of the faucet that issues the token.
        public let faucetId: String
        /// Base units as decimal digits, since they exceed what JavaScript's numbers can hold.
        public let amount: String

        /// Makes an asset.
        ///
        /// - Parameters:
        ///   - faucetId: The address of the faucet.
        ///   - baseUnits: The amount in base units.
        public init(faucetId: String, baseUnits: UInt64) {
            self.faucetId = faucetId
            amount = String(baseUnits)
        }
    }

    /// What the account owns.
    public let assets: [Asset]

    /// Makes the result.
    ///
    /// - Parameter assets: What the account owns.
    public init(assets: [Asset]) {
        self.assets = assets
    }
}
