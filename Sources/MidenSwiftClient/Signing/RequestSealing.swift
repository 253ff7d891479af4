import Foundation

/// The keys of requests between apps, the requester's signature, and what is sealed with those keys.
///
/// All functions compute on the calling thread. They need no wallet and no network, and do not wait. Each one throws
/// ``MidenError/Code/invalidParameter`` if a key, a seed, a signature or a digest does not have its length, and
/// ``MidenError/Code/unsupported`` if this build or this CPU cannot do it.
package enum RequestSealing {
    /// What derives from the secret of a request. Only the requester has it.
    package struct SecretKeys: Sendable {
        /// The key that a relayed link has, 32 bytes. A secret.
        package let linkKey: Data
        /// What the requester proves with at a relay that the request is its own, 32 bytes. A secret.
        package let requesterToken: Data
        /// The X25519 public key that receipts are sealed to, 32 bytes.
        package let receiptKey: Data
    }

    /// What derives from the key of a link. Requester and wallet have it.
    package struct LinkKeys: Sendable {
        /// The id of the request, 16 bytes.
        package let id: Data
        /// The key that the request is sealed with, 32 bytes. A secret.
        package let requestKey: Data
        /// What the wallet proves with at a relay that it has the link, 32 bytes. A secret.
        package let walletToken: Data
    }

    /// Derives the keys of a request from its secret of 32 bytes.
    package static func keys(ofSecret secret: Data) throws(MidenError) -> SecretKeys {
        let reply = try DeriveSecretKeysRequest(secret: secret).result()
        return SecretKeys(
            linkKey: reply.linkKey,
            requesterToken: reply.requesterToken,
            receiptKey: reply.receiptKey
        )
    }

    /// Derives the keys of a request from the key of its link, 32 bytes.
    package static func keys(ofLinkKey linkKey: Data) throws(MidenError) -> LinkKeys {
        let reply = try DeriveLinkKeysRequest(linkKey: linkKey).result()
        return LinkKeys(id: reply.id, requestKey: reply.requestKey, walletToken: reply.walletToken)
    }

    /// The Ed25519 public key, 32 bytes, of a requester's seed of 32 bytes.
    package static func publicKey(ofSeed seed: Data) throws(MidenError) -> Data {
        try RequesterKeyRequest(seed: seed).result().publicKey
    }

    /// Signs a request text with the key of a requester's seed.
    ///
    /// - Returns: The Ed25519 signature, 64 bytes, over `miden-swift request v1`, a line feed and the text.
    package static func sign(requestText: Data, seed: Data) throws(MidenError) -> Data {
        try SignRequestRequest(text: requestText, seed: seed).result().signature
    }

    /// Whether a signature over a request text is one by a requester's key. A key of a small order signs nothing, and a
    /// signature counts in one form only.
    package static func isValid(_ signature: Data, requestText: Data, key: Data) throws(MidenError) -> Bool {
        try VerifyRequestRequest(signature: signature, text: requestText, publicKey: key).result().isValid
    }

    /// Seals a signed request with the key of its link. The key must seal one request only.
    package static func seal(request: Data, linkKey: Data) throws(MidenError) -> Data {
        try SealRequestRequest(request: request, linkKey: linkKey).result().sealed
    }

    /// Opens a sealed request with the key of its link. Nil if it does not open: it is of another link or was changed.
    package static func open(request sealed: Data, linkKey: Data) throws(MidenError) -> Data? {
        try OpenRequestRequest(sealed: sealed, linkKey: linkKey).result().opened
    }

    /// Seals a signed receipt to the requester. Two calls give different bytes.
    ///
    /// - Throws: ``MidenError/Kind/invalidPublicKey`` with ``MidenError/Code/invalidParameter`` if the receipt key has
    ///   a small order, so that anyone could open what is sealed to it.
    package static func seal(
        receipt: Data,
        to receiptKey: Data,
        requestDigest: Data
    ) throws(MidenError) -> Data {
        try SealReceiptRequest(receipt: receipt, receiptKey: receiptKey, requestDigest: requestDigest).result().sealed
    }

    /// Opens a sealed receipt with the secret of its request. Nil if it does not open: it is of another request or was
    /// changed.
    package static func open(
        receipt sealed: Data,
        secret: Data,
        requestDigest: Data
    ) throws(MidenError) -> Data? {
        try OpenReceiptRequest(sealed: sealed, secret: secret, requestDigest: requestDigest).result().opened
    }
}
