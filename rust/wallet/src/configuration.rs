//! What a wallet is opened on.

use std::path::PathBuf;
use std::time::Duration;

use crate::keystore::KeySource;

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
    /// How many threads a proof may use; 0 means as many as the machine has.
    pub prover_threads: usize,
    /// What each proving thread does first: lower its own priority, where the platform can.
    pub on_prover_thread_start: fn(),
}
