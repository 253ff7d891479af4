//! Transactions: what a wallet can do on the chain, and what became of it.

mod consume;
mod mint;
pub(crate) mod pipeline;
pub(crate) mod send;
mod status;

pub use mint::{Minted, Token};
pub use pipeline::SentTransaction;
pub use status::{TransactionReport, TransactionState};
