import Foundation

/// Why a ``SignInVerifier`` refuses.
public enum SignInError: Error, Hashable, Sendable {
    /// The nonce was not issued for this origin, or was used before.
    case unknownNonce
    /// The sign-in was issued more than five minutes in the future of this server's clock.
    case issuedInFuture
    /// The sign-in has expired.
    case expired
    /// The signed text is not the one of this origin, network, account, nonce, times and statement.
    case otherText
    /// The signature is not one of the text by the expected key.
    case invalidSignature
    /// The statement to issue is not one line of 1 to 256 characters without control characters.
    case invalidStatement
    /// The lifetime to issue is not from 1 second to 24 hours.
    case invalidLifetime
    /// The store has as many open sign-ins as it keeps.
    case tooManyOpen
}

extension SignInError: LocalizedError {
    /// The reason as a sentence.
    public var errorDescription: String? {
        switch self {
        case .unknownNonce: "The nonce was not issued here, or was used before."
        case .issuedInFuture: "The sign-in was issued in the future."
        case .expired: "The sign-in has expired."
        case .otherText: "The signed text is not that of this sign-in."
        case .invalidSignature: "The signature is not one of the account's key."
        case .invalidStatement: "The statement is not one line of 1 to 256 characters without control characters."
        case .invalidLifetime: "A sign-in must hold from 1 second to 24 hours."
        case .tooManyOpen: "Too many sign-ins are open. Try again later."
        }
    }
}
