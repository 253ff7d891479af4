/// A failure, as it crosses.
struct ErrorMessage: Codable, Sendable {
    let code: Int32
    let kind: String
    let message: String
    let causes: [String]
    let retryable: Bool
    /// A text, so that an id the one side cannot read never hides the error that names it.
    let transactionId: String?
    let assertionCode: String?
    let failedCall: Int?

    enum CodingKeys: String, CodingKey {
        case code, kind, message, causes, retryable
        case transactionId = "transaction_id"
        case assertionCode = "assertion_code"
        case failedCall = "failed_call"
    }
}
