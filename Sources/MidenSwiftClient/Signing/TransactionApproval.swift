import Foundation

/// What the user approved: what a preview of a request showed. Hand it to ``MidenWallet/transact(_:accountId:approved:maximumFee:prover:reference:timeout:)``
/// with the same request. The transaction is refused before it is signed if it would do more.
///
/// It covers the account, its network, the request as it was asked, and the effects: the notes consumed, the assets that come
/// in, the assets that go out with their recipients and note types, the fee, and the changes of storage and code.
///
/// It can be kept, so that what was approved is made after a restart. A later version of the library may refuse it.
public struct TransactionApproval: Codable, Hashable, Sendable {
    /// The digest that names it, 32 bytes. A decision of the user can refer to it.
    public let digest: Data

    /// What is approved, in a form of the Rust core.
    let content: Data

    init(digest: Data, content: Data) {
        self.digest = digest
        self.content = content
    }
}
