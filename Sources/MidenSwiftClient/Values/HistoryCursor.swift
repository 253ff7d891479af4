/// A place in the history of a wallet, after a page of it: what ``MidenWallet/getTransactions(_:after:limit:timeout:)``
/// goes on from.
///
/// It is a text to keep and to pass on, and of use with the same wallet's store alone, also after a restart. What is in
/// it is nobody's business.
public struct HistoryCursor: RawRepresentable, Hashable, Sendable, Codable {
    /// The cursor as a text.
    public let rawValue: String

    /// Takes a cursor that was kept as a text. Whether it is one is seen where it is used.
    ///
    /// - Parameter rawValue: The text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
