//! Which account can consume which note, without letting a stranger's script hold anything up.
//!
//! - `consumers` says which accounts can consume a note.
//! - `standard` decides the notes whose script is known, from the note alone.
//! - `trial` runs any other script, on another thread and within a [`NoteScriptBudget`]. `trial_data` is what such a run
//!   may read: the wallet's own store, and never the network.
//! - `verdicts` keeps what came of it in the store.
//! - `verification` decides when scripts run: on request, and in the background after a sync.

mod budget;
mod consumers;
mod standard;
mod trial;
mod trial_data;
mod verdicts;
mod verification;

pub use budget::NoteScriptBudget;
pub use consumers::LeftOutReason;
pub(crate) use consumers::NoteConsumers;
pub(crate) use standard::Holdings;
pub use verdicts::UnverifiedReason;
pub(crate) use verdicts::Verdicts;
pub(crate) use verification::NoteVerification;
