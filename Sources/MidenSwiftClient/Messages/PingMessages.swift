internal import CMidenSwiftClient

/// An empty operation: the way to the worker and back.
struct PingRequest: BareRequest {
    typealias Reply = Void

    static var operation: UInt32 { UInt32(WC_OPERATION_PING) }
}
