extension MidenWallet {
    /// Who makes a wallet's proofs.
    public enum Prover: Hashable, Sendable {
        /// This machine. Nobody else sees the transactions.
        case local
        /// A service at an address such as `https://prover.example:443`.
        ///
        /// It sees the whole transaction: the account's state and all that is in the notes, of private ones too, but no
        /// keys. A transaction whose proof it does not make within the timeout fails with the kind
        /// ``MidenError/Kind/remoteProver``, and nothing is submitted.
        case remote(url: String, timeout: Duration = .seconds(60))
        /// The same, and this machine where the service does not make the proof.
        case remoteWithLocalFallback(url: String, timeout: Duration = .seconds(60))
    }

    /// Who made a proof.
    public enum ProvenBy: String, Hashable, Sendable, Codable {
        /// This machine.
        case local
        /// A service.
        case remote
        /// Nobody: it is a stand-in that only an embedded chain made for it takes.
        case standIn = "stand_in"
    }
}
