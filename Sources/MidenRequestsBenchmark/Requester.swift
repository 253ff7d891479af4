import Foundation
import MidenRequests
import MidenSwiftClient

/// The app that asks: it makes requests, each with an id of its own.
struct Requester: Sendable {
    private let key: RequesterKey
    private let identity: RequesterIdentity

    init() throws {
        key = try RequesterKey()
        identity = try RequesterIdentity(name: "Shop", key: key.publicKey)
    }

    /// The link of a new request.
    func link(_ content: AppRequest.Content) throws -> String {
        let secret = try RequestSecret()
        let issued = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
        let request = try AppRequest(
            id: secret.id,
            issuedAt: issued,
            expiresAt: issued.addingTimeInterval(600),
            content: content,
            network: .localnet,
            requester: identity,
            receiptKey: secret.receiptKey
        )
        return try RequestLink.direct(SignedRequest(request, by: key)).text()
    }
}
