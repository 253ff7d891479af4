import Foundation

/// A browser extension that may speak for the pages of its browser.
public struct Pairing: Codable, Hashable, Sendable, Identifiable {
    /// A pairing has its own id.
    public let id: UUID
    /// The origin of the extension, such as `chrome-extension://` and its id.
    public let origin: String
    /// When the user paired it.
    public let pairedAt: Date
    /// The SHA-256 of the token.
    let tokenDigest: Data

    /// Whether a token is that of this pairing. The time that this takes tells nothing of the token.
    func accepts(tokenOf digest: Data) -> Bool {
        tokenDigest.isEqualInConstantTime(to: digest)
    }
}
