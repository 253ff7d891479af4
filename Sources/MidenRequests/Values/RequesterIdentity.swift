import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// The app that makes a request. Its key signs its requests; its name and origin are claims.
public struct RequesterIdentity: Hashable, Sendable {
    /// The longest name, in Unicode code points.
    public static let longestName = 64

    /// The name that the app gives itself: a claim, 1 to 64 code points of a stranger's choice.
    public let name: String
    /// The Ed25519 public key, 32 bytes.
    public let key: Data
    /// The origin that the app claims, such as `https://shop.example`.
    public let origin: String?

    /// The beginning of the key's SHA-256 for people to compare: 16 hexadecimal digits in groups of four. Programs compare
    /// the whole ``key``.
    public var fingerprint: String {
        let digits = Array(SHA256.hash(key).prefix(8).hexDigits)
        return stride(from: 0, to: digits.count, by: 4).map { String(digits[$0..<$0 + 4]) }.joined(separator: " ")
    }

    /// Describes a requester.
    ///
    /// - Parameters:
    ///   - name: 1 to 64 Unicode code points.
    ///   - key: The Ed25519 public key, 32 bytes.
    ///   - origin: `https://HOST` or `https://HOST:PORT` as browsers write it, if the app claims one.
    /// - Throws: `MidenError.Kind.invalidRequest` if one of them is not of the form.
    public init(name: String, key: Data, origin: String? = nil) throws {
        guard (1...Self.longestName).contains(name.unicodeScalars.count) else {
            throw MidenError.invalidRequest("requester.name is not a name of 1 to \(Self.longestName) characters.")
        }
        guard key.count == 32 else {
            throw MidenError.invalidRequest("requester.key is not a key of 32 bytes.")
        }
        if let origin, !WebHost.isOrigin(origin) {
            throw MidenError.invalidRequest("requester.origin is not an origin such as https://shop.example.")
        }
        self.name = name
        self.key = key
        self.origin = origin
    }
}
