/// A token of which there is only one.
public struct NonFungibleAsset: Hashable, Sendable {
    /// The faucet that issued it.
    public let faucetId: AccountID
    /// What identifies it among the faucet's tokens: `0x` and 64 hexadecimal digits.
    public let asset: String

    /// Makes an asset. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - faucetId: The faucet that issued it.
    ///   - asset: What identifies it, in hex.
    public init(faucetId: AccountID, asset: String) {
        self.faucetId = faucetId
        self.asset = asset
    }
}
