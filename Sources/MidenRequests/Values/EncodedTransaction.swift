import Foundation

/// A transaction that the requester made and a request asks to execute.
public struct EncodedTransaction: Hashable, Sendable {
    /// The most notes that come with it.
    public static let mostNotes = 64

    /// The transaction request, as the SDK serialized it. Whether it can be read is not checked here.
    public let transactionRequest: Data
    /// Notes that the wallet needs for it, as files.
    public let importNotes: [Data]

    /// Describes a transaction. ``AppRequest`` checks the limits.
    ///
    /// - Parameters:
    ///   - transactionRequest: The transaction request, as the SDK serialized it. It is not empty.
    ///   - importNotes: Notes that the wallet needs for it, as files: at most ``mostNotes``.
    public init(transactionRequest: Data, importNotes: [Data] = []) {
        self.transactionRequest = transactionRequest
        self.importNotes = importNotes
    }
}
