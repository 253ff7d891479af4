//! Why a note is unverified.

use serde::{Deserialize, Serialize};

/// Why it is not known whether an account can consume a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnverifiedReason {
    /// Its script has not run: it runs only if the user names the note.
    NotChecked,
    /// Its script exceeds the budget of cycles.
    TooManyCycles,
    /// Its script exceeds the budget of time.
    TooSlow,
    /// Its script reads what only the network knows, and runs only when the note is consumed.
    NeedsNetwork,
}
