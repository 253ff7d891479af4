import Foundation

/// A request that was made, with the link for the wallet.
///
/// ``link`` is for the user alone: anyone with the link can read the request, and answer it with another account. Descriptions
/// leave the link out.
public struct PendingRequest: Hashable, Sendable {
    /// The id of the request.
    public let id: RequestID
    /// What the wallet has to do.
    public let action: RequestAction
    /// The name, the key and the origin of the app, as the wallet sees them.
    public let requester: RequesterIdentity
    /// When the request was made.
    public let issuedAt: Date
    /// From when on no wallet begins to carry it out.
    public let expiresAt: Date
    /// The digest of the request text, 32 bytes, which receipts repeat.
    public let digest: Data
    /// The link that a wallet opens, in ASCII.
    public let link: String
    /// Whether the link is short enough for a QR code.
    public let fitsQRCode: Bool

    init(_ stored: StoredRequest) throws {
        let request = stored.request.request
        id = request.id
        action = request.action
        requester = request.requester
        issuedAt = request.issuedAt
        expiresAt = request.expiresAt
        digest = stored.request.digest
        link = try RequestLink.direct(stored.request).text(base: stored.linkBase)
        fitsQRCode = link.utf8.count <= RequestLink.longestQRCode
    }
}

/// What is shown of a pending request never has its link in it.
extension PendingRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Its action and id.
    public var description: String { "request \(id) (\(action.rawValue))" }

    /// The same.
    public var debugDescription: String { description }

    /// Nothing of the content.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
