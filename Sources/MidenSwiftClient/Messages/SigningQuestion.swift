import Foundation

/// What Rust asks the app's signer to sign, as it crosses.
struct SigningQuestion: Codable, Sendable {
    struct Assets: Codable, Sendable {
        let fungibleAssets: [FungibleAssetMessage]
        let nonFungibleAssets: [NonFungibleAssetMessage]

        enum CodingKeys: String, CodingKey {
            case fungibleAssets = "fungible_assets"
            case nonFungibleAssets = "non_fungible_assets"
        }
    }

    struct CreatedNote: Codable, Sendable {
        let noteId: NoteID
        let noteType: NoteType
        let recipientId: AccountID?
        let fungibleAssets: [FungibleAssetMessage]
        let nonFungibleAssets: [NonFungibleAssetMessage]

        enum CodingKeys: String, CodingKey {
            case noteId = "note_id"
            case noteType = "note_type"
            case recipientId = "recipient_id"
            case fungibleAssets = "fungible_assets"
            case nonFungibleAssets = "non_fungible_assets"
        }
    }

    struct Transaction: Codable, Sendable {
        let accountId: AccountID
        let consumedNotes: [NoteID]
        let createdNotes: [CreatedNote]
        let assetsIn: Assets
        let assetsOut: Assets
        let fee: FungibleAssetMessage?

        enum CodingKeys: String, CodingKey {
            case accountId = "account_id"
            case consumedNotes = "consumed_notes"
            case createdNotes = "created_notes"
            case assetsIn = "assets_in"
            case assetsOut = "assets_out"
            case fee
        }
    }

    let accountId: AccountID
    let scheme: SignatureScheme
    let publicKey: Data
    let message: Data
    let digest: Data?
    /// Nil where what is signed is a message of the app's own.
    let transaction: Transaction?

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case scheme
        case publicKey = "public_key"
        case message, digest, transaction
    }
}

/// The signer's signature, as it crosses.
struct SigningAnswer: Codable, Sendable {
    let signature: Data
}

/// Why there is no signature, as it crosses.
struct SigningFailure: Codable, Sendable {
    let message: String
}

extension SigningRequest {
    init(_ question: SigningQuestion) {
        self.init(
            accountId: question.accountId,
            scheme: question.scheme,
            publicKey: question.publicKey,
            message: question.message,
            digest: question.digest,
            transaction: question.transaction.map(TransactionSummary.init)
        )
    }
}

extension TransactionSummary {
    init(_ transaction: SigningQuestion.Transaction) {
        self.init(
            accountId: transaction.accountId,
            consumedNotes: transaction.consumedNotes,
            createdNotes: transaction.createdNotes.map(CreatedNote.init),
            assetsIn: Assets(transaction.assetsIn),
            assetsOut: Assets(transaction.assetsOut),
            fee: transaction.fee.map(FungibleAsset.init)
        )
    }
}

extension TransactionSummary.CreatedNote {
    init(_ note: SigningQuestion.CreatedNote) {
        self.init(
            id: note.noteId,
            type: note.noteType,
            recipientId: note.recipientId,
            fungibleAssets: note.fungibleAssets.map(FungibleAsset.init),
            nonFungibleAssets: note.nonFungibleAssets.map(NonFungibleAsset.init)
        )
    }
}

extension TransactionSummary.Assets {
    init(_ assets: SigningQuestion.Assets) {
        self.init(
            fungible: assets.fungibleAssets.map(FungibleAsset.init),
            nonFungible: assets.nonFungibleAssets.map(NonFungibleAsset.init)
        )
    }
}
