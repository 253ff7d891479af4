internal import CMidenSwiftClient

/// Asks for a public account of anybody.
struct GetPublicAccountRequest: Request, Codable {
    typealias Reply = PublicAccountReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_PUBLIC_ACCOUNT) }

    let accountId: AccountID
    /// The node's newest block where there is none.
    let blockNumber: UInt32?

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case blockNumber = "block_number"
    }
}

/// A public account, as it crosses.
struct PublicAccountReply: Codable, Sendable {
    struct Verification: Codable, Sendable {
        let checked: [PublicAccount.Verification.Part]
        let unchecked: [PublicAccount.Verification.Part]
        let syncHeight: UInt32

        enum CodingKeys: String, CodingKey {
            case checked, unchecked
            case syncHeight = "sync_height"
        }
    }

    let accountId: AccountID
    let blockNumber: UInt32
    let nonce: UInt64
    let commitment: String
    let codeCommitment: String
    let storageCommitment: String
    let vaultRoot: String
    let signingKey: String?
    let fungibleAssets: [FungibleAssetMessage]
    let nonFungibleAssets: [NonFungibleAssetMessage]
    let verification: Verification

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case blockNumber = "block_number"
        case nonce, commitment
        case codeCommitment = "code_commitment"
        case storageCommitment = "storage_commitment"
        case vaultRoot = "vault_root"
        case signingKey = "signing_key"
        case fungibleAssets = "fungible_assets"
        case nonFungibleAssets = "non_fungible_assets"
        case verification
    }
}

extension PublicAccount {
    init(_ reply: PublicAccountReply) {
        self.init(
            blockNumber: reply.blockNumber,
            nonce: reply.nonce,
            commitment: reply.commitment,
            codeCommitment: reply.codeCommitment,
            storageCommitment: reply.storageCommitment,
            vaultRoot: reply.vaultRoot,
            signingKey: reply.signingKey,
            balance: AccountBalance(
                accountId: reply.accountId,
                fungibleAssets: reply.fungibleAssets.map(FungibleAsset.init),
                nonFungibleAssets: reply.nonFungibleAssets.map(NonFungibleAsset.init)
            ),
            verification: Verification(
                checked: reply.verification.checked,
                unchecked: reply.verification.unchecked,
                syncHeight: reply.verification.syncHeight
            )
        )
    }
}
