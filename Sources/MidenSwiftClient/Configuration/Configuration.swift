import Foundation
import Logging

extension MidenWallet {
    /// What a wallet is opened on.
    ///
    /// ```swift
    /// var configuration = MidenWallet.Configuration(network: .devnet)
    /// configuration.timeouts.transaction = .seconds(600)
    /// let wallet = try MidenWallet(configuration: configuration)
    /// ```
    public struct Configuration: Sendable {
        /// The network. A store belongs to one network for ever.
        public var network: Network

        /// The folder that holds the keys, encrypted. Nil means `keystore` in the network's own folder of ``dataDirectory``.
        public var keystorePath: String?

        /// The file that holds accounts, notes and block headers. Nil means `store.sqlite3` in the network's own
        /// folder of ``dataDirectory``.
        public var storePath: String?

        /// The folder in which each network has a folder of its own. Nil means the platform's place for such data:
        /// `miden-swift` in `$XDG_DATA_HOME`, which is `~/.local/share` where not set, on Linux, and in Application
        /// Support on Apple's systems.
        public var dataDirectory: String?

        /// How long calls wait.
        public var timeouts: Timeouts

        /// Where the log goes. The library never makes a log of its own: a configuration in which none is named logs nothing.
        /// `MidenWallet()`, which has no configuration to name one in, logs to the app's own.
        ///
        /// What Rust has to say arrives here with its fields as metadata. The level the logger has when the wallet is
        /// opened decides what crosses from Rust at all. It is called on Rust's threads, and must not call the wallet.
        public var logger: Logger

        /// Who makes the proofs.
        public var prover: Prover

        /// Who carries private notes.
        public var noteTransport: NoteTransport

        /// How much the scripts of notes may cost while the wallet finds out which accounts can consume them.
        public var noteScripts: NoteScriptBudget

        /// How many threads a proof may use; 0 means as many as the machine has. All wallets of a process share one pool of
        /// threads: its size is what the first of those that are open has said, and the log says so of one that would have
        /// another.
        public var proverThreads: Int

        /// How many proofs run at the same time on this machine; the others wait for their turn, and until the memory that
        /// they need is free. All wallets of a process share this number as they share the threads.
        public var concurrentProofs: Int

        /// How many bytes of memory the proofs that run at the same time on this machine may take together. Nil means half of
        /// the memory of the machine, or of the control group that the process is in, and at least 1,340 MiB.
        ///
        /// The memory of a proof goes by the cycles of its transaction, padded to a power of two: 400 MiB for a payment with
        /// an ECDSA key, 1,340 MiB with a Falcon key, 4 GiB for 100 notes. A transaction that needs more is refused before
        /// the proof (``MidenError/Kind/proofTooLarge``), and `consumeAllNotes` takes fewer notes at once. It does not apply
        /// to a remote prover, but to the proof that this machine makes in its place. All wallets of a process share this
        /// number as they share the threads. A chain with dummy proofs has no limit if this is nil.
        public var maximumProofMemory: Int?

        /// What a call does when 256 requests wait already.
        public var whenQueueIsFull: WhenQueueIsFull

        /// Where the accounts' keys are, and what protects them.
        public var keys: KeySource

        /// Opens a copy of the store, as it is in that moment, in a temporary folder that is removed with the wallet. False
        /// where not set.
        ///
        /// It works also while another process has the store open, on a full disk and in a read-only folder, and changes no
        /// file of the wallet. What only reads the store works, also public accounts, and note files can be exported. Everything
        /// else fails with ``MidenError/Code/unsupported``. Keys are listed without a look at their secret parts: one that does
        /// not decrypt counts as ``AccountKey/Place/here``.
        public var isReadOnly = false

        /// Makes a configuration. Nothing is read from the environment, and nothing is touched on disk.
        ///
        /// - Parameters:
        ///   - network: The network.
        ///   - keystorePath: The folder that holds the keys.
        ///   - storePath: The file that holds accounts, notes and block headers.
        ///   - dataDirectory: The folder in which each network has a folder of its own.
        ///   - timeouts: How long calls wait.
        ///   - logger: Where the log goes; nil means nowhere.
        ///   - prover: Who makes the proofs.
        ///   - noteTransport: Who carries private notes.
        ///   - noteScripts: How much the scripts of notes may cost.
        ///   - proverThreads: How many threads a proof may use; 0 means as many as the machine has.
        ///   - concurrentProofs: How many proofs run at the same time on this machine, at least 1.
        ///   - maximumProofMemory: How many bytes of memory these may take together, at least 1; nil means half of what there is.
        ///   - whenQueueIsFull: What a call does when 256 requests wait already.
        ///   - keys: Where the accounts' keys are.
        public init(
            network: Network = .testnet,
            keystorePath: String? = nil,
            storePath: String? = nil,
            dataDirectory: String? = nil,
            timeouts: Timeouts = Timeouts(),
            logger: Logger? = nil,
            prover: Prover = .local,
            noteTransport: NoteTransport = .ofNetwork,
            noteScripts: NoteScriptBudget = NoteScriptBudget(),
            proverThreads: Int = 0,
            concurrentProofs: Int = 1,
            maximumProofMemory: Int? = nil,
            whenQueueIsFull: WhenQueueIsFull = .fail,
            keys: KeySource = .platform
        ) {
            self.network = network
            self.keystorePath = keystorePath
            self.storePath = storePath
            self.dataDirectory = dataDirectory
            self.timeouts = timeouts
            self.logger = logger ?? Logger(label: "miden", factory: { _ in SwiftLogNoOpLogHandler() })
            self.prover = prover
            self.noteTransport = noteTransport
            self.noteScripts = noteScripts
            self.proverThreads = proverThreads
            self.concurrentProofs = concurrentProofs
            self.maximumProofMemory = maximumProofMemory
            self.whenQueueIsFull = whenQueueIsFull
            self.keys = keys
        }
    }
}
