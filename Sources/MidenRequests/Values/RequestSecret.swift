import Foundation
import MidenSwiftClient

/// The requester's secret of one request: all keys of the request derive from it. It is never used for two requests.
///
/// Descriptions and reflection do not show it.
public struct RequestSecret: Sendable {
    /// The id of the request.
    public let id: RequestID
    /// The X25519 public key to which receipts are sealed, 32 bytes.
    public let receiptKey: Data
    /// The key in a relayed link, 32 bytes: a secret.
    public let linkKey: Data
    /// What the requester shows a relay, 32 bytes: a secret.
    public let requesterToken: Data
    /// What the wallet shows a relay, 32 bytes: a secret.
    public let walletToken: Data
    /// The secret, 32 bytes.
    package let bytes: Data

    /// Makes a new secret out of the system's source of randomness. Needs no wallet and no network.
    ///
    /// - Throws: `MidenError.Code.unsupported` if this build or this CPU cannot do it.
    public init() throws {
        try self.init(.random(count: 32))
    }

    /// Takes a secret that was kept. Needs no wallet and no network.
    ///
    /// - Parameter bytes: The secret, 32 bytes.
    /// - Throws: `MidenError.Code.invalidParameter` if it has another number of bytes, `MidenError.Code.unsupported` if this
    ///   build or this CPU cannot do it.
    public init(_ bytes: Data) throws {
        guard bytes.count == 32 else {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidSeed,
                message: "The secret of a request has \(bytes.count) bytes instead of 32."
            )
        }
        let keys = try RequestSealing.keys(ofSecret: bytes)
        let linkKeys = try RequestSealing.keys(ofLinkKey: keys.linkKey)
        id = RequestID(bytes: linkKeys.id)
        receiptKey = keys.receiptKey
        linkKey = keys.linkKey
        requesterToken = keys.requesterToken
        walletToken = linkKeys.walletToken
        self.bytes = Data(bytes)
    }
}

extension RequestSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The id of the request alone.
    public var description: String { "secret of request \(id)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Has no children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
