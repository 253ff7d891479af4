/// How far a request, or one of its transactions, has come.
public enum RequestStatus: String, Codable, Hashable, Sendable, CaseIterable {
    /// There is no receipt yet. Of a transaction: it has not begun, or is under way.
    case requested
    /// At least one transaction is submitted, none has failed, and not all are in blocks.
    case executed
    /// All transactions are in blocks. A connection or a signature has it at once.
    case succeeded = "succeed"
    /// One or more transactions were submitted, and one did not succeed. Of a transaction: the network discarded it.
    case failed
    /// The user approved, and no transaction was submitted. Of a transaction: it could not be made.
    case reverted
    /// The user declined. Of a transaction: it has not begun because an earlier one failed.
    case cancelled = "canceled"
    /// The time has passed without a receipt. Only the requester says so; it is in no receipt.
    case expired

    /// Whether no other status can follow.
    public var isFinal: Bool { self != .requested && self != .executed }

    /// Whether a receipt with it is signed by the account.
    package var isSigned: Bool { self == .executed || self == .succeeded || self == .failed }
}
