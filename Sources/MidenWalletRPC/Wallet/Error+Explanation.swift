import Foundation

extension Error {
    /// What happened, and why if the error says so, on one line: for the user. Pages do not learn it.
    package var explanation: String {
        guard let reason = (self as? any LocalizedError)?.failureReason else { return localizedDescription }
        return "\(localizedDescription) \(reason.split(whereSeparator: \.isNewline).joined(separator: " "))"
    }
}
