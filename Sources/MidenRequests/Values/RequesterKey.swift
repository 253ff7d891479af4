import Foundation
import MidenSwiftClient

/// The key with which an app signs its requests. Wallets know the app by it, so keep it.
///
/// The seed is a secret: descriptions and reflection do not show it.
public struct RequesterKey: Sendable {
    /// The Ed25519 public key, 32 bytes.
    public let publicKey: Data
    /// The secret: 32 bytes.
    package let seed: Data

    /// Makes a new key out of the system's source of randomness. Needs no wallet and no network.
    ///
    /// - Throws: `MidenError.Code.unsupported` if this build or this CPU cannot do it.
    public init() throws {
        try self.init(seed: .random(count: 32))
    }

    /// Makes the key of a seed. Needs no wallet and no network.
    ///
    /// - Parameter seed: The secret, 32 bytes.
    /// - Throws: `MidenError.Kind.invalidSeed` if it has another number of bytes, `MidenError.Code.unsupported` if this build
    ///   or this CPU cannot do it.
    public init(seed: Data) throws {
        guard seed.count == 32 else {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidSeed,
                message: "The seed of a requester's key has \(seed.count) bytes instead of 32."
            )
        }
        publicKey = try RequestSealing.publicKey(ofSeed: seed)
        self.seed = Data(seed)
    }
}

extension RequesterKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The public key alone.
    public var description: String { "requester's key \(publicKey.hexDigits)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Has no children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
