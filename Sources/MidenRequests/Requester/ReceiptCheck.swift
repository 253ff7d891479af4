import Foundation
import MidenSwiftClient

/// A check of a receipt. The raw value is its number: checks are made in this order.
enum ReceiptCheck: Int, CaseIterable {
    /// The sealed receipt opens.
    case opens = 1
    /// The text has the form.
    case form
    /// It is a receipt of this request, on its network.
    case request
    /// Number and status follow on what was accepted before.
    case order
    /// It names the account of the request and of earlier receipts.
    case account
    /// It is signed if and only if its status says so.
    case isSigned
    /// The signature is one of the account's key.
    case signature
    /// The transactions agree with the status and with the request.
    case transactions
    /// It was made after the request, and not in the future.
    case time
    /// The signature of the message is one of the account's key.
    case messageSignature

    /// The error of a receipt that fails this check.
    ///
    /// - Parameter reason: What is wrong, as the second half of a sentence. Without anything secret.
    /// - Returns: The error.
    func failed(_ reason: String) -> MidenError {
        MidenError(
            code: .accountOperation,
            kind: .invalidReceipt,
            message: "The receipt fails check \(rawValue): \(reason). It was not accepted."
        )
    }

    func require(_ holds: Bool, _ reason: @autoclosure () -> String) throws {
        guard holds else { throw failed(reason()) }
    }
}
