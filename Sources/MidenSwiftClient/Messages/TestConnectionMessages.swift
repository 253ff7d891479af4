internal import CMidenSwiftClient

/// Asks the node for its status.
struct TestConnectionRequest: BareRequest {
    typealias Reply = TestConnectionReply

    static var operation: UInt32 { UInt32(WC_OPERATION_TEST_CONNECTION) }
}

/// Whether a node answered, and what it says of itself.
struct TestConnectionReply: Codable, Sendable {
    let reachable: Bool
    let nodeVersion: String?
    let chainTip: UInt32?
    /// Why none could be reached.
    let failure: ErrorMessage?

    enum CodingKeys: String, CodingKey {
        case reachable, failure
        case nodeVersion = "node_version"
        case chainTip = "chain_tip"
    }
}

extension NodeStatus {
    /// That no node answers is an error here.
    init(_ reply: TestConnectionReply) throws {
        guard let version = reply.nodeVersion, let block = reply.chainTip else {
            throw reply.failure.map(MidenError.init) ?? MidenError(bareCode: WC_INTERNAL)
        }
        self.init(version: version, blockNumber: block)
    }
}
