//! What a wallet is opened on.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use crate::keys::keystore::KeySource;
use crate::notes::screening::NoteScriptBudget;
use crate::transactions::proof_memory::ProofMemory;

/// The network a wallet belongs to. A store belongs to one network for ever.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Network {
    /// The main network.
    Mainnet,
    /// The public test network.
    Testnet,
    /// The public development network.
    Devnet,
    /// A node on this machine, at its default port.
    Local,
    /// Any other node.
    Custom {
        /// Where its RPC answers, as `https://host:port`.
        rpc_endpoint: String,
    },
    /// A chain inside this process, for demonstrations and tests.
    Embedded {
        /// Where the chain is kept between processes.
        chain_directory: PathBuf,
        /// Whether the chain takes real proofs and verifies them, or stands-in that cost nothing.
        /// Settled when the chain is first made.
        dummy_proofs: bool,
        /// The fee per unit of verification, in base units; 0 means that transactions are free.
        /// Settled when the chain is first made.
        verification_base_fee: u32,
        /// The version the chain's node gives itself, where it is not this library's: to try what a
        /// wallet says to a node it cannot work with.
        node_version: Option<String>,
        /// How long the chain's node takes to answer a submission: to try what a wallet does when
        /// its time is up after one.
        submission_delay: Duration,
        /// How long the chain's node takes to answer a wallet that catches up: to try what else the
        /// wallet can do meanwhile.
        sync_delay: Duration,
        /// Whether the chain's note transport is out of reach: to try what becomes of private notes
        /// then.
        note_transport_is_down: bool,
    },
}

impl Network {
    /// The name by which a store remembers its network.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Mainnet => "mainnet",
            Self::Testnet => "testnet",
            Self::Devnet => "devnet",
            Self::Local => "local",
            Self::Custom { .. } => "custom",
            Self::Embedded { .. } => "embedded",
        }
    }
}

/// Who carries private notes from wallet to wallet. It reads what it carries.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum NoteTransport {
    /// The one the network's operators run, where there is one: for the public networks and for an
    /// embedded chain.
    #[default]
    OfNetwork,
    /// Nobody: private notes are handed over as files.
    None,
    /// A service of one's own choice.
    At {
        /// Where it answers, as `https://host:port`.
        endpoint: String,
    },
}

/// Who makes proofs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ProverChoice {
    /// This machine.
    #[default]
    Local,
    /// A service, which sees the whole transaction: the account's state, the notes and what is in
    /// them, but no keys.
    Remote {
        /// Where it answers, as `https://host:port`.
        endpoint: String,
        /// How long one proof may take, from connecting to the end of the answer.
        timeout: Duration,
        /// Whether this machine makes the proof where the service does not.
        falls_back: bool,
    },
}

/// What a wallet is opened on.
#[derive(Debug, Clone)]
pub struct WalletConfiguration {
    /// The network.
    pub network: Network,
    /// The SQLite file that holds accounts, notes and block headers. Made where there is none.
    pub store_path: PathBuf,
    /// The folder that holds the keys. Made where there is none.
    pub keystore_path: PathBuf,
    /// What protects the keys, or signs instead of them.
    pub keys: KeySource,
    /// Who makes proofs, unless a transaction says otherwise.
    pub prover: ProverChoice,
    /// Who carries private notes.
    pub note_transport: NoteTransport,
    /// How long one call of the node may take, from connecting to the end of its answer, retries included. One that
    /// reads page by page may take longer, as long as something comes in within this time. An operation makes several
    /// calls.
    pub node_call_timeout: Duration,
    /// How much the scripts of notes may cost while the wallet finds out who can consume them.
    pub note_scripts: NoteScriptBudget,
    /// How many threads a proof may use; 0 means as many as the machine has. All wallets of a process share a pool, whose
    /// size is what the first of them says.
    pub prover_threads: usize,
    /// How many proofs run at the same time on this machine; others wait for their turn. Each takes memory of its own. All
    /// wallets of a process share this number as they share the pool.
    pub concurrent_proofs: NonZeroUsize,
    /// How much memory the proofs that run at the same time on this machine may take together. A proof waits until
    /// enough is free, and a transaction whose proof needs more alone is refused before the proof. It does not apply
    /// to remote provers. All wallets of a process share this limit as they share the pool. Stand-ins for proofs on
    /// an embedded chain need no memory: there only [`ProofMemory::AtMost`] refuses, as it would with proofs.
    pub proof_memory: ProofMemory,
    /// What each proving thread does first: lower its own priority, where the platform can.
    pub on_prover_thread_start: fn(),
}

impl WalletConfiguration {
    /// How long one call of the node may take where nobody said.
    pub const NODE_CALL_TIMEOUT: Duration = Duration::from_secs(10);
}
