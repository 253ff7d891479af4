internal import CMidenSwiftClient
import Foundation

extension MessageSignature {
    /// Whether this is a signature of a message by the key in it. Needs no wallet and no network, and does not wait.
    ///
    /// - Parameter message: The message, of any length.
    /// - Returns: Whether it is.
    /// - Throws: ``MidenError/Code/invalidParameter`` where the public key is not one of the scheme,
    ///   ``MidenError/Code/unsupported`` where this build or this CPU cannot do it.
    public func isValid(for message: Data) throws -> Bool {
        try Core.checkLibrary(environment: ProcessInfo.processInfo.environment)
        let request = VerifyMessageRequest(scheme: scheme, publicKey: publicKey, signature: signature, message: message)
        var isValid: Int32 = 0
        let code = try Wire.encode(request).withUnsafeBytes { bytes in
            wc_verify_message(bytes.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count), &isValid)
        }
        guard code == WC_OK else {
            guard code == WC_INVALID_PARAMETER else {
                throw MidenError(bareCode: code)
            }
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidPublicKey,
                message: "The public key is not one of the scheme \(scheme.rawValue)."
            )
        }
        return isValid != 0
    }
}
