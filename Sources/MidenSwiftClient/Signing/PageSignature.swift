import Foundation

/// Verifies signatures in the form that web pages get: the tag of the scheme, 1 for ECDSA and 2 for Falcon, then the
/// signature. Needs no wallet and no network: the signature tells its public key.
public enum PageSignature {
    /// Whether bytes begin with a signature of a payload by the key of a commitment. Does not wait.
    ///
    /// The commitment must come from the account's state on the chain, or be remembered from an earlier sign-in. One that came
    /// with the signature proves nothing.
    ///
    /// - Parameters:
    ///   - signature: The tag of the scheme and the signature. Bytes after the signature are ignored.
    ///   - payload: What was signed.
    ///   - commitment: The commitment to the key that is expected, 32 bytes.
    /// - Returns: Whether they do. False also for bytes that are no signature, and for an ECDSA signature with a high s.
    /// - Throws: ``MidenError/Code/invalidParameter`` if the payload is not what it is said to be
    ///   (``MidenError/Kind/invalidSigningPayload``) or the commitment is not a word (``MidenError/Kind/invalidPublicKey``),
    ///   ``MidenError/Code/unsupported`` if this build or this CPU cannot do it.
    public static func isValid(
        _ signature: Data,
        payload: SigningPayload,
        commitment: Data
    ) throws(MidenError) -> Bool {
        let request = VerifyPayloadRequest(
            signature: signature,
            kind: payload.kind,
            payload: payload.bytes,
            keyCommitment: commitment
        )
        return try request.result().isValid
    }
}
