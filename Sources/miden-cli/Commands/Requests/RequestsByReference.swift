import MidenRequests
import MidenSwiftClient

/// The requests of other apps that transactions were made for, by the references of these transactions.
struct RequestsByReference {
    private let requests: [String: RequestRecord]

    /// Looks for the requests that transactions were made for. Reads nothing if they have no references of requests.
    ///
    /// - Parameters:
    ///   - transactions: The transactions.
    ///   - wallet: The wallet that made them.
    /// - Throws: `MidenError` if the files of the requests cannot be used.
    init(of transactions: [TransactionRecord], in wallet: MidenWallet) throws {
        let references = Set(transactions.compactMap(\.reference))
        requests = try RequestFiles.wallet(of: wallet).records(ofReferences: references)
    }

    /// The request of a reference. Nil if it is of none that is known here.
    subscript(reference: String) -> RequestRecord? { requests[reference] }
}
