//! What goes wrong with the index.

use thiserror::Error;

use crate::store::database_copies::{CopyError, is_damage};

/// What went wrong. None of it is a reason to lose anything: the store has it all.
#[derive(Debug, Error)]
pub(super) enum IndexError {
    /// SQLite says no.
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
    /// The file cannot be made.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// It is something else, or of another version.
    #[error("the file is not a history this version can read")]
    NotAnIndex,
    /// An entry cannot be read.
    #[error("an entry of the history cannot be read")]
    Entry(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A page was asked for after an entry that is not there.
    #[error("there is no such entry")]
    NoSuchEntry,
}

impl IndexError {
    /// Whether the file itself is what is wrong, so that a new one helps.
    pub(super) fn is_damage(&self) -> bool {
        match self {
            Self::Database(error) => is_damage(error),
            Self::NotAnIndex | Self::Entry(_) => true,
            Self::File(_) | Self::NoSuchEntry => false,
        }
    }
}

impl From<CopyError> for IndexError {
    fn from(error: CopyError) -> Self {
        match error {
            CopyError::Database(error) => Self::Database(error),
            CopyError::File(error) => Self::File(error),
        }
    }
}

impl From<serde_json::Error> for IndexError {
    fn from(error: serde_json::Error) -> Self {
        Self::Entry(error.into())
    }
}
