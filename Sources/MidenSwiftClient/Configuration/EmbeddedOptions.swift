extension MidenWallet {
    /// What an embedded chain is like. What it takes for proofs and fees is settled when the chain is first made.
    public struct EmbeddedOptions: Hashable, Sendable {
        /// What the chain takes for a proof.
        public enum Proofs: String, Hashable, Sendable, CaseIterable, Codable {
            /// Real proofs, which take seconds and are verified.
            case real
            /// Stand-ins that cost nothing, for tests.
            case dummy
        }

        /// What the chain takes for a proof.
        public var proofs: Proofs

        /// The fee per unit of verification in base units of the chain's own token; 0 means that transactions are free.
        public var verificationBaseFee: UInt32

        /// The folder that holds the chain. Nil means `chain` in the network's own folder of
        /// ``MidenWallet/Configuration/dataDirectory``.
        public var chainDirectory: String?

        /// The version the chain's node gives itself. Nil means the one this library works with; another one shows what
        /// a wallet says to a node it cannot work with. May be another each time.
        public var nodeVersion: String?

        /// How long the chain's node takes to answer a submission it has accepted: shows what a wallet does when its time
        /// is up after one. May be another each time.
        public var submissionDelay: Duration

        /// How long the chain's node takes to answer a wallet that syncs: shows what else the wallet does meanwhile. May be
        /// another each time.
        public var syncDelay: Duration

        /// Whether the chain's note transport is out of reach: shows what becomes of private notes then. May be another
        /// each time.
        public var noteTransportIsDown: Bool

        /// Makes options.
        ///
        /// - Parameters:
        ///   - proofs: What the chain takes for a proof.
        ///   - verificationBaseFee: The fee per unit of verification in base units.
        ///   - chainDirectory: The folder that holds the chain.
        ///   - nodeVersion: The version the chain's node gives itself.
        ///   - submissionDelay: How long its node takes to answer a submission.
        ///   - syncDelay: How long its node takes to answer a wallet that syncs.
        ///   - noteTransportIsDown: Whether its note transport is out of reach.
        public init(
            proofs: Proofs = .real,
            verificationBaseFee: UInt32 = 0,
            chainDirectory: String? = nil,
            nodeVersion: String? = nil,
            submissionDelay: Duration = .zero,
            syncDelay: Duration = .zero,
            noteTransportIsDown: Bool = false
        ) {
            self.proofs = proofs
            self.verificationBaseFee = verificationBaseFee
            self.chainDirectory = chainDirectory
            self.nodeVersion = nodeVersion
            self.submissionDelay = submissionDelay
            self.syncDelay = syncDelay
            self.noteTransportIsDown = noteTransportIsDown
        }
    }
}
