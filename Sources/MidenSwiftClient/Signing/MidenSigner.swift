import Foundation

/// Signs for a wallet's accounts with keys that the wallet does not have: in an HSM, a key management service, or on
/// somebody's desk.
///
/// The Secure Enclave signs with P-256 alone, which no account of Miden has. A signer can keep its key encrypted under one
/// of the Enclave's.
///
/// ```swift
/// struct CloudSigner: MidenSigner {
///     func sign(_ request: SigningRequest) async throws -> Data {
///         try await service.sign(digest: request.digest ?? request.message, key: request.publicKey)
///     }
/// }
/// configuration.keys = .signer(CloudSigner())
/// ```
///
/// The wallet asks while a transaction waits, after it was executed and before it is proven. Other calls go on
/// meanwhile, also transactions of other accounts. A signer that throws, that takes longer than the transaction may, or
/// whose signature is not one of the account's key, fails that one transaction: nothing has been submitted.
///
/// The wallet also asks for messages of the app and for what web pages want to have signed. ``SigningRequest/kind`` says which
/// it is and what the signature can authorise.
///
/// A wallet holds its signer for as long as it lives. A signer that holds the wallet in turn keeps both for ever.
public protocol MidenSigner: Sendable {
    /// Signs, or throws where it will not.
    ///
    /// Runs in a task of its own for each request, and may be called for several at once. The task is cancelled when
    /// nobody waits for the signature any more: the transaction was cancelled, its time has passed, or the wallet was
    /// closed. The same transaction may be asked for again, with another message, where the chain has moved meanwhile.
    ///
    /// - Parameter request: What is to be signed, and what that does.
    /// - Returns: The signature. For ECDSA r and s in 64 bytes, 65 with a recovery id, or DER; for Falcon the form in
    ///   which Miden writes it.
    /// - Throws: Whatever it will. What the error says is told with the transaction's error.
    func sign(_ request: SigningRequest) async throws -> Data
}
