import Foundation

/// What Rust asks the app's signer to sign, as it crosses.
struct SigningQuestion: Codable, Sendable {
    let accountId: AccountID
    let scheme: SignatureScheme
    let publicKey: Data
    let message: Data
    let digest: Data?
    /// Nil where what is signed is a message of the app's own.
    let transaction: TransactionSummaryMessage?

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
