internal import CMidenSwiftClient

/// Asks for what the wallet knows of one of its accounts.
struct GetAccountDetailsRequest: Request, Codable {
    typealias Reply = AccountDetailsReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_ACCOUNT_DETAILS) }

    let accountId: AccountID

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
    }
}

/// What the wallet knows of an account, as it crosses.
struct AccountDetailsReply: Codable, Sendable {
    let accountId: AccountID
    let syncHeight: UInt32
    let nonce: UInt64
    let commitment: String
    let codeCommitment: String
    let storageCommitment: String
    let vaultRoot: String
    let signingKey: String?
    let fungibleAssets: [FungibleAssetMessage]
    let nonFungibleAssets: [NonFungibleAssetMessage]
    let isNew: Bool
    let isLocked: Bool

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case syncHeight = "sync_height"
        case nonce, commitment
        case codeCommitment = "code_commitment"
        case storageCommitment = "storage_commitment"
        case vaultRoot = "vault_root"
        case signingKey = "signing_key"
        case fungibleAssets = "fungible_assets"
        case nonFungibleAssets = "non_fungible_assets"
        case isNew = "is_new"
        case isLocked = "is_locked"
    }
}

extension AccountDetails {
    init(_ reply: AccountDetailsReply) {
        self.init(
            syncHeight: reply.syncHeight,
            nonce: reply.nonce,
            commitment: reply.commitment,
            codeCommitment: reply.codeCommitment,
            storageCommitment: reply.storageCommitment,
            vaultRoot: reply.vaultRoot,
            signingKey: reply.signingKey,
            balance: AccountBalance(
                accountId: reply.accountId,
                fungibleAssets: reply.fungibleAssets.map(FungibleAsset.init),
                nonFungibleAssets: reply.nonFungibleAssets.map(NonFungibleAsset.init),
                isLocked: reply.isLocked
            ),
            isNew: reply.isNew
        )
    }
}
