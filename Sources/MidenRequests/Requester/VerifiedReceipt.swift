import Foundation

/// Where the commitment is from by which a receipt's signature was verified.
public enum VerifiedBy: String, Codable, Hashable, Sendable, CaseIterable {
    /// From the account's state on the chain.
    case chain
    /// From a receipt of a connect action that was verified before by a commitment from the chain or from the caller.
    case pinned
    /// From the caller.
    case given
    /// From the receipt itself: somebody with that key signed. It does not say that the key is the account's.
    case unverified = "none"
}

extension VerifiedBy? {
    /// How much a receipt proves. Anyone with the link can make an unsigned receipt. A signature by an unknown key proves only that
    /// its author has that key. A pinned key may have been replaced since.
    var strength: Int {
        switch self {
        case nil: 0
        case .unverified: 1
        case .pinned: 2
        case .given, .chain: 3
        }
    }
}

/// A receipt that passed all checks.
///
/// What it says of a transaction is the wallet's word. Before goods leave, look in a wallet of your own for the notes that it
/// names.
public struct VerifiedReceipt: Hashable, Sendable {
    /// What the wallet reports.
    public let receipt: RequestReceipt
    /// The receipt with its signature, such as to keep it.
    public let signed: SignedReceipt
    /// Where the commitment of the account's key is from, nil if the receipt is not signed. A receipt of a request of which
    /// nothing was carried out names no account and is not signed.
    public let verifiedBy: VerifiedBy?

    init(_ signed: SignedReceipt, verifiedBy: VerifiedBy?) {
        receipt = signed.receipt
        self.signed = signed
        self.verifiedBy = verifiedBy
    }
}
