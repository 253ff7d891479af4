/// One side of a swap: an amount of a token, or a unique one.
public enum SwapAsset: Hashable, Sendable {
    /// An amount of a token, in base units.
    case fungible(faucetId: AccountID, amount: Amount)
    /// A unique token. Offers of these are refused as yet (``MidenError/Kind/invalidSwap``).
    case nonFungible(NonFungibleAsset)
}
