/// A transaction that is not made yet.
public enum TransactionDraft: Hashable, Sendable {
    /// Makes payments.
    case send([Payment])
    /// Consumes notes.
    case consume([NoteID])
    /// Runs code of one's own.
    case custom(CustomTransaction)
    /// Carries out a request of a stranger, such as a web page. Its code runs within the wallet's budget for note scripts, one
    /// run at a time, and other requests of the wallet do not wait for it.
    case serialized(SerializedTransactionRequest)
    /// Issues an amount of the account's own token, in base units, to an account. The account is a faucet.
    case mint(to: AccountID, amount: Amount, noteType: NoteType = .public)
    /// Gives an amount of a token, in base units, back to its faucet. It is destroyed when the faucet consumes the note.
    case burn(faucetId: AccountID, amount: Amount)
    /// Offers an asset for another one.
    case swap(SwapOffer)
    /// Takes an offer: with an amount, in base units of what it requests, or whole.
    case fillSwap(NoteID, amount: Amount? = nil)
    /// Takes back what an own swap offers. Of one that was filled in part, the note is the one with what is left.
    case cancelSwap(NoteID)
}
