//! Transactions: what a wallet can do on the chain, and what became of it.

mod approval;
pub(crate) mod consume;
mod consume_all;
mod discarded_notes;
pub(crate) mod draft;
mod effects;
mod fees;
mod inclusion;
mod issuance;
pub(crate) mod journal;
mod mint;
mod options;
mod outcome;
mod own_notes;
pub(crate) mod payment;
pub(crate) mod pipeline;
mod recording;
mod recording_store;
pub(crate) mod references;
mod report;
mod requested;
mod resubmission;
mod send;
mod settlement;
mod signing;
mod size;
mod standard_scripts;
#[cfg(test)]
mod states;
mod status;
mod untrusted;

pub use approval::Approval;
pub(crate) use approval::Limit;
pub use consume_all::{ConsumedNotes, ConsumptionPreview, NotesToConsume};
pub use draft::Draft;
pub(crate) use effects::Effects;
pub use issuance::Issue;
pub use mint::{Minted, Token};
pub use options::TransactionOptions;
pub use payment::Payment;
pub use pipeline::SentTransaction;
pub use references::LONGEST_REFERENCE;
pub use report::{DiscardReason, DiscardedTransaction, TransactionReport, TransactionState};
pub(crate) use requested::Requested;
pub(crate) use untrusted::exceeds_cycles;
