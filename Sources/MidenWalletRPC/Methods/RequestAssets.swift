/// The parameters of `miden_requestAssets`.
public struct RequestAssetsParameters: Codable, Hashable, Sendable {
    /// The account that the page believes it is connected to.
    public let address: String

    /// Makes the parameters.
    ///
    /// - Parameter address: The address of the account.
    public init(address: String) {
        self.address = address
    }

    /// Reads the parameters.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if there is no address.
    public init(from decoder: any Decoder) throws {
        address = try decoder.container(keyedBy: CodingKeys.self).decode(
            String.self,
            forKey: .address,
            "an address",
            where: WireForm.isAddress
        )
    }
}

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
