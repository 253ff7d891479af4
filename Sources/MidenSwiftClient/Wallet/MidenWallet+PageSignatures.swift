import Foundation

// Signatures for web pages.

extension MidenWallet {
    /// Signs what a web page wants to have signed with an account's key, or asks the wallet's signer to. Nothing goes over
    /// the network. Ask the user first: a signature of a word or of signing inputs may authorise a transaction.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - payload: What to sign.
    ///   - accountId: An account of this wallet.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The tag of the scheme, 1 for ECDSA and 2 for Falcon, then the signature.
    ///   ``PageSignature/isValid(_:payload:commitment:)`` verifies it.
    /// - Throws: ``MidenError/Kind/invalidSigningPayload`` if the payload is not what it is said to be,
    ///   ``MidenError/Code/lookup`` if the account is not in this wallet, ``MidenError/Code/accountOperation`` if its key
    ///   cannot be used or the signer does not sign.
    public nonisolated func sign(
        _ payload: SigningPayload,
        accountId: AccountID,
        timeout: Duration? = nil
    ) async throws(MidenError) -> Data {
        let request = SignMessageRequest(accountId: accountId, kind: payload.kind, message: payload.bytes)
        let signed = try await core.perform(request, timeout: timeout)
        return Data([signed.scheme.tag]) + signed.signature
    }

    /// The commitment to the public key of an account: what web pages get as `publicKey`, and what a verifier compares with.
    /// Reads the store, not the network.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - accountId: An account of this wallet.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The commitment, 32 bytes.
    /// - Throws: ``MidenError/Kind/unknownAccount`` if the account is not in this wallet, ``MidenError/Code/unsupported`` if
    ///   it does not sign with a key of its own.
    public nonisolated func publicKeyCommitment(
        of accountId: AccountID,
        timeout: Duration? = nil
    ) async throws(MidenError) -> Data {
        let details = try await core.perform(GetAccountDetailsRequest(accountId: accountId), timeout: timeout)
        guard let commitment = details.state.signingKey.flatMap(Data.init(hexWord:)) else {
            throw MidenError.withoutKey(accountId)
        }
        return commitment
    }
}

extension SignatureScheme {
    /// What a signature for a web page begins with.
    fileprivate var tag: UInt8 {
        switch self {
        case .ecdsaK256Keccak: 1
        case .falcon512Poseidon2: 2
        }
    }
}

extension Data {
    /// The bytes of a word as it crosses: `0x` and 64 hexadecimal digits.
    init?(hexWord: String) {
        let digits = hexWord.dropFirst(2)
        guard hexWord.hasPrefix("0x"), digits.utf8.count == 64 else { return nil }
        let values = digits.compactMap(\.hexDigitValue)
        guard values.count == 64 else { return nil }
        self.init(stride(from: 0, to: 64, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) })
    }
}
