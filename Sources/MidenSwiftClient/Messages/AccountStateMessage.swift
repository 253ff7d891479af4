/// What an account is and holds, as it crosses: beside what else is said in the same object.
struct AccountStateMessage: Codable, Sendable {
    let accountId: AccountID
    let nonce: UInt64
    let commitment: String
    let codeCommitment: String
    let storageCommitment: String
    let vaultRoot: String
    let signingKey: String?
    let fungibleAssets: [FungibleAssetMessage]
    let nonFungibleAssets: [NonFungibleAssetMessage]

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case nonce, commitment
        case codeCommitment = "code_commitment"
        case storageCommitment = "storage_commitment"
        case vaultRoot = "vault_root"
        case signingKey = "signing_key"
        case fungibleAssets = "fungible_assets"
        case nonFungibleAssets = "non_fungible_assets"
    }
}

extension AccountState {
    init(_ message: AccountStateMessage, isLocked: Bool = false) {
        self.init(
            nonce: message.nonce,
            commitment: message.commitment,
            codeCommitment: message.codeCommitment,
            storageCommitment: message.storageCommitment,
            vaultRoot: message.vaultRoot,
            signingKey: message.signingKey,
            balance: AccountBalance(
                accountId: message.accountId,
                fungibleAssets: message.fungibleAssets.map(FungibleAsset.init),
                nonFungibleAssets: message.nonFungibleAssets.map(NonFungibleAsset.init),
                isLocked: isLocked
            )
        )
    }
}
