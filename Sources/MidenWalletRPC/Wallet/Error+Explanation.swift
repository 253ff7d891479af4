import Foundation

extension Error {
    /// What happened, and why if the error says so, on one line: for the user. Pages do not learn it.
    package var explanation: String {
        guard let reason = (self as? any LocalizedError)?.failureReason else { return localizedDescription }
        // It may be the text of a node, and is kept for weeks.
        let line = reason.prefix(1000).split(whereSeparator: \.isNewline).joined(separator: " ")
        return "\(localizedDescription) Because: \(line)"
    }
}
