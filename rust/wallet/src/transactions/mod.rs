//! Transactions: what a wallet can do on the chain, and what became of it.

mod consume;
pub(crate) mod journal;
mod mint;
pub(crate) mod pipeline;
pub(crate) mod send;
mod settlement;
mod signing;
mod status;

pub(crate) use consume::owners;
pub use mint::{Minted, Token};
pub use pipeline::SentTransaction;
pub use status::{TransactionReport, TransactionState};
