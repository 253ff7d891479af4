/// What the wallet keeps of all requests that the user decided.
public struct RequestList: Hashable, Sendable {
    /// The records, in the order of the decisions.
    public let records: [RequestRecord]
    /// The requests whose files cannot be read, in the order of their ids.
    public let damaged: [RequestID]
}
