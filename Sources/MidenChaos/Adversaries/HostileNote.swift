/// What a stranger sends to hold up a wallet.
enum HostileNote: String, CaseIterable, Sendable {
    /// Its script never ends.
    case endlessNote
    /// Its script prints without an end.
    case printingNote
    /// Its script has the host hash megabytes without an end.
    case hashingNote
    /// An ordinary payment, in a token whose faucet never answers when an account is to get it.
    case callbackPayment

    /// The script in `Tests/Contracts`; nil of a payment, whose script is Miden's.
    var script: String? {
        switch self {
        case .endlessNote: "endless"
        case .printingNote: "printing"
        case .hashingNote: "hashing"
        case .callbackPayment: nil
        }
    }
}
