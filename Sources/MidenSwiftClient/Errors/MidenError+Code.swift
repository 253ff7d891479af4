extension MidenError {
    /// The class of a failure, as the C header numbers it. Numbers are never reused.
    public enum Code: Int32, Sendable, Hashable, CaseIterable {
        /// An argument cannot be what it should be.
        case invalidParameter = -1
        /// The wallet has been shut down.
        case invalidHandle = -2
        /// An account or key operation failed.
        case accountOperation = -3
        /// A note cannot be used, or a note id is invalid.
        case noteOperation = -4
        /// What was asked for is not in the wallet.
        case lookup = -5
        /// A transaction was not carried out.
        case transactionSubmission = -6
        /// 256 requests are waiting already; the call was refused at once.
        case queueFull = -8
        /// No node answers.
        case nodeUnreachable = -10
        /// The node or the store belongs to another network or version.
        case networkMismatch = -11
        /// The store cannot be opened, read or written.
        case store = -12
        /// The task was cancelled; nothing was submitted.
        case cancelled = -13
        /// A blocking call was made from a completion callback, where it would wait for itself.
        case wouldDeadlock = -14
        /// This build or this machine cannot do it.
        case unsupported = -15
        /// A fault of this library.
        case `internal` = -16
        /// The time allowed has passed.
        case timedOut = -99
    }
}

/// The names that match in a `catch`: `catch MidenError.queueFull`.
extension MidenError {
    /// Matches errors with ``Code/invalidParameter``.
    public static var invalidParameter: Code { .invalidParameter }
    /// Matches errors with ``Code/invalidHandle``.
    public static var invalidHandle: Code { .invalidHandle }
    /// Matches errors with ``Code/accountOperation``.
    public static var accountOperation: Code { .accountOperation }
    /// Matches errors with ``Code/noteOperation``.
    public static var noteOperation: Code { .noteOperation }
    /// Matches errors with ``Code/lookup``.
    public static var lookup: Code { .lookup }
    /// Matches errors with ``Code/transactionSubmission``.
    public static var transactionSubmission: Code { .transactionSubmission }
    /// Matches errors with ``Code/queueFull``.
    public static var queueFull: Code { .queueFull }
    /// Matches errors with ``Code/nodeUnreachable``.
    public static var nodeUnreachable: Code { .nodeUnreachable }
    /// Matches errors with ``Code/networkMismatch``.
    public static var networkMismatch: Code { .networkMismatch }
    /// Matches errors with ``Code/store``.
    public static var store: Code { .store }
    /// Matches errors with ``Code/cancelled``.
    public static var cancelled: Code { .cancelled }
    /// Matches errors with ``Code/wouldDeadlock``.
    public static var wouldDeadlock: Code { .wouldDeadlock }
    /// Matches errors with ``Code/unsupported``.
    public static var unsupported: Code { .unsupported }
    /// Matches errors with ``Code/internal``.
    public static var `internal`: Code { .internal }
    /// Matches errors with ``Code/timedOut``.
    public static var timedOut: Code { .timedOut }
}

extension MidenError.Code {
    /// Whether an error of any type is a ``MidenError`` of this code. This is what a `catch` and a `switch` ask.
    ///
    /// - Parameters:
    ///   - code: The code to look for.
    ///   - error: Any error.
    /// - Returns: Whether the error has the code.
    public static func ~= (code: MidenError.Code, error: any Error) -> Bool {
        (error as? MidenError)?.code == code
    }
}
