//! The network of a wallet: its endpoints, the node with its time limits, the client over it, and the embedded chain.
//! Every room but `errors` may import it; only `connection` and the faucet of the embedded chain use a `Wallet`.

pub(crate) mod base_fee;
pub(crate) mod client;
pub(crate) mod connection;
#[cfg(feature = "embedded-chain")]
pub mod embedded;
pub(crate) mod endpoints;
pub(crate) mod expiration;
pub(crate) mod guarded_reads;
pub(crate) mod network;
pub(crate) mod timed_node;
