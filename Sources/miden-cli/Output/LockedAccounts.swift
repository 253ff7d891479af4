import MidenSwiftClient

extension [AccountID] {
    /// What is said of accounts that are locked. There is at least one.
    var lockedWarning: String {
        """
        \(count == 1 ? "This account is" : "These accounts are") locked: \(map(\.hex).joined(separator: ", "))
        Another copy has made transactions, and what is shown of \(count == 1 ? "it" : "them") may be out of date. Import the \
        newest account file from there: miden-cli import <file>
        """
    }
}
