import Foundation

/// A transaction request in bytes, as Miden's SDKs write it and web pages send it.
///
/// ``described()`` says what can be read in it and runs nothing. ``MidenWallet/preview(_:accountId:timeout:)`` with
/// ``TransactionDraft/serialized(_:)`` executes its code within the wallet's budget: ask the user first.
public struct SerializedTransactionRequest: Hashable, Sendable {
    /// A recipient of a note that a request is expected to make.
    public struct Recipient: Hashable, Sendable {
        /// The commitment to it, `0x` and 64 hexadecimal digits.
        public let digest: String
        /// The root of its note script.
        public let script: String
        /// The account that the note is for. Nil if the note is not a payment to one.
        public let accountId: AccountID?
    }

    /// A note that a request consumes.
    public struct ConsumedNote: Hashable, Sendable, Identifiable {
        /// The note's id.
        public let id: NoteID
        /// The root of its script.
        public let script: String
        /// Whether consuming it runs standard code alone.
        public let isStandard: Bool
        /// What it carries, as the request says. How amounts are shown is not known.
        public let assets: TransactionSummary.Assets
    }

    /// What can be read in a request without running anything.
    public struct Description: Hashable, Sendable {
        /// The notes that it makes without a script of its own. How amounts are shown is not known.
        public let createdNotes: [TransactionSummary.CreatedNote]
        /// The recipients of the notes that it is expected to make, those of ``createdNotes`` among them. What the notes of its
        /// script carry is not known before it runs.
        public let recipients: [Recipient]
        /// The notes that it consumes, in their order. Whether the wallet has them is not known.
        public let consumedNotes: [ConsumedNote]
        /// The root of its script. Nil if it has none.
        public let script: String?
        /// The procedures that its script calls. Only what Miden ships names them, and none of the request's own code.
        public let calls: TransactionSummary.Calls
        /// The accounts that it reads besides its own.
        public let foreignAccountIds: [AccountID]
    }

    /// The bytes, at most 4 MiB.
    public let bytes: Data

    /// Wraps the bytes of a request, without reading them.
    ///
    /// - Parameter bytes: The serialized `TransactionRequest`.
    public init(_ bytes: Data) {
        self.bytes = bytes
    }

    /// Says what can be read in the request. Needs no wallet and no network, runs no code, and does not wait.
    ///
    /// - Returns: What it makes, consumes and reads.
    /// - Throws: ``MidenError/Kind/invalidTransactionRequest`` if the bytes do not decode, as those of another version of the
    ///   SDK, are too many, or ask for what the wallet does not do for others.
    public func described() throws(MidenError) -> Description {
        Description(try DescribeRequestRequest(request: bytes).result())
    }
}
