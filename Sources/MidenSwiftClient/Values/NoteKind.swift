/// What a note's script is.
public enum NoteKind: String, Hashable, Sendable, CaseIterable, Codable {
    /// A payment to an account.
    case payment
    /// A payment that can be taken back, or that is locked for a time.
    case conditionalPayment = "conditional_payment"
    /// An offer that is taken whole.
    case swap
    /// An offer that can be taken in parts.
    case partialSwap = "partial_swap"
    /// Tokens that their faucet destroys when it consumes the note.
    case burn
    /// Any other one.
    case other
}
