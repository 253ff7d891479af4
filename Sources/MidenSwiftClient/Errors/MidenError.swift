import Foundation

/// What went wrong in a wallet.
///
/// Every function of this library that can fail throws this type and no other. ``message`` is a sentence for a
/// person, ``code`` the class of the failure, and ``kind`` names the exact failure for programs:
///
/// ```swift
/// do {
///     try await wallet.consumeNotes(accountId: account, noteIds: notes)
/// } catch MidenError.queueFull {
///     // one of the static names matches the code of any error
/// } catch let error as MidenError where error.isRetryable {
///     // the same call may succeed later
/// }
/// ```
///
/// The functions are declared `throws` and not `throws(MidenError)`: the compiler of Swift 6.3 crashes on the usual way to
/// use typed throws in a loop.
public struct MidenError: Error, Sendable, Equatable {
    /// The class of the failure. The set is closed and its numbers never change.
    public let code: Code

    /// The exact failure, as a stable name. New ones may appear in any release.
    public let kind: Kind

    /// A sentence a person can act on, in English.
    public let message: String

    /// The failures below this one, outermost first. For logs and reports of faults, not for end users.
    public let causes: [String]

    /// Whether the same call may succeed later without anybody changing anything.
    public let isRetryable: Bool

    /// The transaction this is about, where there is one.
    public let transactionId: TransactionID?

    /// The code of the assertion that failed in the virtual machine, if one did, in decimal digits. It may be above 2^53.
    public let assertionCode: String?

    /// The place of the call that failed, from 0, if it is known that it was a call.
    public let failedCall: Int?

    /// Makes an error. The library does this itself; the initializer is public for tests of code that handles errors.
    ///
    /// - Parameters:
    ///   - code: The class of the failure.
    ///   - kind: The exact failure.
    ///   - message: A sentence a person can act on.
    ///   - causes: The failures below this one, outermost first.
    ///   - isRetryable: Whether the same call may succeed later.
    ///   - transactionId: The transaction this is about.
    ///   - assertionCode: The code of the assertion that failed.
    ///   - failedCall: The place of the call that failed.
    public init(
        code: Code,
        kind: Kind,
        message: String,
        causes: [String] = [],
        isRetryable: Bool = false,
        transactionId: TransactionID? = nil,
        assertionCode: String? = nil,
        failedCall: Int? = nil
    ) {
        self.code = code
        self.kind = kind
        self.message = message
        self.causes = causes
        self.isRetryable = isRetryable
        self.transactionId = transactionId
        self.assertionCode = assertionCode
        self.failedCall = failedCall
    }
}

extension MidenError: LocalizedError {
    /// The ``message``, so that `localizedDescription` is the sentence a person should read.
    public var errorDescription: String? { message }

    /// The ``causes`` as one text, outermost first; nil if there are none.
    public var failureReason: String? { causes.isEmpty ? nil : causes.joined(separator: ": ") }
}

extension MidenError: CustomStringConvertible {
    /// Code, kind, message and causes on one line, for logs.
    public var description: String {
        let below = causes.isEmpty ? "" : " [" + causes.joined(separator: " < ") + "]"
        return "\(code) (\(code.rawValue), \(kind)): \(message)\(below)"
    }
}
