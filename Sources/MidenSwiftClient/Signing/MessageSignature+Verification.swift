import Foundation

extension MessageSignature {
    /// Whether this is a signature of a message by the key in it. Needs no wallet and no network, and does not wait.
    ///
    /// Whose key that is it does not say: the wallet's `verify(_:of:by:)` leads from an account to its key.
    ///
    /// - Parameter message: The message, of any length.
    /// - Returns: Whether it is.
    /// - Throws: ``MidenError/Code/invalidParameter`` where the public key is not one of the scheme or an ECDSA
    ///   signature has a high s (``MidenError/Kind/signatureWithHighS``), ``MidenError/Code/unsupported`` where this build
    ///   or this CPU cannot do it.
    public func isValid(for message: Data) throws -> Bool {
        try verified(of: message).isValid
    }

    /// Whether this is a signature of a message by a key, which its commitment names.
    func isValid(for message: Data, byKey commitment: String) throws -> Bool {
        let verified = try verified(of: message)
        return verified.isValid && verified.keyCommitment == commitment
    }

    private func verified(of message: Data) throws -> VerifyMessageReply {
        let request = VerifyMessageRequest(scheme: scheme, publicKey: publicKey, signature: signature, message: message)
        return try request.result()
    }
}
