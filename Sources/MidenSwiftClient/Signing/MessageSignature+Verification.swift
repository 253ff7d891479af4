import Foundation

extension MessageSignature {
    /// Whether this is a signature of a message by the key in it. Needs no wallet and no network, and does not wait.
    ///
    /// - Parameter message: The message, of any length.
    /// - Returns: Whether it is.
    /// - Throws: ``MidenError/Code/invalidParameter`` where the public key is not one of the scheme,
    ///   ``MidenError/Code/unsupported`` where this build or this CPU cannot do it.
    public func isValid(for message: Data) throws -> Bool {
        let request = VerifyMessageRequest(scheme: scheme, publicKey: publicKey, signature: signature, message: message)
        return try request.result().isValid
    }
}
