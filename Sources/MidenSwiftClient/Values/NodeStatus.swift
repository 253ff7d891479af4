/// What a node says of itself, where it belongs to the wallet's network and is of a version the wallet can work with.
public struct NodeStatus: Hashable, Sendable {
    /// The version of the node's software.
    public let version: String
    /// The newest block the node has.
    public let blockNumber: UInt32

    /// Makes a status. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - version: The version of the node's software.
    ///   - blockNumber: The newest block the node has.
    public init(version: String, blockNumber: UInt32) {
        self.version = version
        self.blockNumber = blockNumber
    }
}
