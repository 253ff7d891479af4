/// Why a request or a transaction was not carried out, as a receipt says it. A reason is never given: it may tell the balance.
public struct ReceiptError: Codable, Hashable, Sendable {
    /// A stable name, such as `declined`. In the receipt of another wallet it may be any text.
    public let code: String
    /// A sentence for people. In the receipt of another wallet it may be any text.
    public let message: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: A stable name.
    ///   - message: A sentence for people.
    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    /// The user declined, or closed a request that could not be made.
    public static let declined = Self(code: "declined", message: "The user declined")
    /// The wallet could not make the transaction.
    public static let notExecuted = Self(code: "not_executed", message: "The wallet could not make the transaction")
    /// The request expired first.
    public static let expired = Self(
        code: "expired",
        message: "The request expired before this transaction began"
    )
    /// The network discarded the transaction.
    public static let discarded = Self(code: "discarded", message: "No block includes the transaction")
    /// An earlier transaction of the request failed.
    public static let earlierFailed = Self(code: "earlier_failed", message: "An earlier transaction failed")
}
