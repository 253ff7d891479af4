//! Which account can consume which note. No code of a stranger runs unless the user names the note.
//!
//! - `consumers` says which accounts can consume a note.
//! - `standard` decides the notes whose code is known, from the note alone.
//! - `verification` runs the scripts of other notes that the user names. `trial` is one such run. `run_data` is what it may
//!   read: the wallet's own store and never the network. Only transactions have `network_reads`.
//! - `marked_code` finds out in whose code an assertion failed.
//! - `verdicts` keeps what came of it in the store.
//! - `untrusted_runs` lets one run at a time take place, within a [`NoteScriptBudget`]; also the transactions that consume
//!   such notes run there (`transactions/untrusted.rs`).

mod budget;
mod consumers;
mod marked_code;
mod network_reads;
mod reasons;
mod run_data;
mod standard;
mod trial;
mod untrusted_runs;
mod verdicts;
mod verification;

pub use budget::NoteScriptBudget;
pub use consumers::LeftOutReason;
pub(crate) use consumers::NoteConsumers;
pub(crate) use network_reads::NetworkReads;
pub use reasons::UnverifiedReason;
pub(crate) use run_data::RunData;
pub(crate) use standard::{Holdings, StandardRule, callback_faucet, faucet_with_callbacks};
pub(crate) use untrusted_runs::UntrustedRuns;
pub(crate) use verdicts::Verdicts;
pub(crate) use verification::NoteVerification;
