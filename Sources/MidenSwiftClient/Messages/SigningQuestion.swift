import Foundation

/// What Rust asks the app's signer to sign, as it crosses.
struct SigningQuestion: Codable, Sendable {
    let accountId: AccountID
    let scheme: SignatureScheme
    let publicKey: Data
    let message: Data
    let digest: Data?
    /// Nil for a transaction.
    let kind: PayloadKind?
    /// Nil for what is not a transaction.
    let transaction: TransactionSummaryMessage?

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case scheme
        case publicKey = "public_key"
        case message, digest, kind, transaction
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
            kind: Kind(question.kind),
            transaction: question.transaction.map(TransactionSummary.init)
        )
    }
}

extension SigningRequest.Kind {
    init(_ kind: PayloadKind?) {
        self =
            switch kind {
            case nil: .transaction
            case .message: .message
            case .webMessage: .webMessage
            case .word: .word
            case .signingInputs: .signingInputs
            case .receipt: .receipt
            }
    }
}
