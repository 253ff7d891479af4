/// The result of `miden_getAccounts`, and of the Safari library's request of accounts.
public struct GetAccountsResult: Codable, Hashable, Sendable {
    /// The addresses that are granted, that of the session first.
    public let addresses: [String]

    /// Makes the result.
    ///
    /// - Parameter addresses: The addresses that are granted.
    public init(addresses: [String]) {
        self.addresses = addresses
    }
}
