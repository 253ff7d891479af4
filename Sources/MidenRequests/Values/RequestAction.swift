/// What a request asks a wallet to do.
public enum RequestAction: String, Codable, Hashable, Sendable, CaseIterable {
    /// Say which account the user chose.
    case connectWallet
    /// The same, and sign a message with its key.
    case connectWalletAndSignMessage
    /// Sign a message with the key of an account.
    case signMessage
    /// Make payments.
    case sendCoin
    /// Consume notes.
    case consumeNote
    /// Call procedures of the acting account.
    case executeContract
    /// Execute transactions that the requester made.
    case executeContractWithEncoded

    /// Whether a request for it has transactions.
    public var hasTransactions: Bool {
        switch self {
        case .connectWallet, .connectWalletAndSignMessage, .signMessage: false
        case .sendCoin, .consumeNote, .executeContract, .executeContractWithEncoded: true
        }
    }

    /// Whether a request for it need not name a network.
    var isConnect: Bool { self == .connectWallet || self == .connectWalletAndSignMessage }
}
