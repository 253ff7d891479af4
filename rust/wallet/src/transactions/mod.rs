//! Transactions: what a wallet can do on the chain and what became of it, from the locks to the journal and the proofs.
//! Every room but `errors` may import it, and `accounts` only `coordinator`.

pub(crate) mod account_locks;
mod approval;
pub(crate) mod consumable;
pub(crate) mod consume;
mod consume_all;
pub(crate) mod coordinator;
mod discarded_notes;
pub(crate) mod draft;
mod effects;
pub(crate) mod fee_note;
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
pub(crate) mod poisoning;
pub(crate) mod proving;
mod recording;
mod recording_store;
pub(crate) mod references;
mod report;
pub(crate) mod request;
mod requested;
mod resubmission;
mod send;
mod sent;
mod settlement;
mod signing;
mod size;
mod standard_scripts;
#[cfg(test)]
mod states;
mod status;
pub(crate) mod store_guards;
pub(crate) mod swaps;
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
pub use references::LONGEST_REFERENCE;
pub use report::{DiscardReason, DiscardedTransaction, TransactionReport, TransactionState};
pub(crate) use requested::Requested;
pub use sent::SentTransaction;
pub(crate) use untrusted::exceeds_cycles;
