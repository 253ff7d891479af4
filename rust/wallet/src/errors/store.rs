//! What can go wrong with the store, and with what lies beside it.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::{Cause, ErrorCode};

/// Why the store cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The store was made for another network.
    #[error(
        "The store at {path} belongs to the network “{found}” and cannot be used with “{wanted}”. \
         Use another store path for each network."
    )]
    OfAnotherNetwork {
        /// The store.
        path: PathBuf,
        /// The network it belongs to.
        found: String,
        /// The network it was opened for.
        wanted: String,
    },
    /// Somebody else has the store open.
    #[error("The store at {path} is in use by {owner}. A store can be open only once.")]
    InUse {
        /// The store.
        path: PathBuf,
        /// Who has it, as far as is known.
        owner: String,
    },
    /// The disk has no room.
    #[error(
        "The disk that holds the wallet's files is full. What the wallet has written before is kept. Make \
         room, then try again."
    )]
    DiskFull {
        /// What the system or SQLite said.
        #[source]
        source: Cause,
    },
    /// The store, or the folder it is in, cannot be written.
    #[error(
        "{} cannot be written: the file, its folder or the disk is read-only for this user. Allow it to be \
         written, then try again.",
        store_at(path.as_deref())
    )]
    ReadOnly {
        /// The store, where that is known.
        path: Option<PathBuf>,
        /// What the system or SQLite said.
        #[source]
        source: Cause,
    },
    /// The store is damaged, or is something else.
    #[error(
        "{} is damaged or is no store, and was left as it is. Restore it from a backup, or choose another \
         path to begin a new one.",
        store_at(path.as_deref())
    )]
    Damaged {
        /// The store, where that is known.
        path: Option<PathBuf>,
        /// What SQLite said.
        #[source]
        source: Cause,
    },
    /// The store cannot be opened for another reason.
    #[error(
        "The store at {path} cannot be opened, and was left as it is. If its file is damaged or is no \
         store, restore it from a backup, or choose another path to begin a new one."
    )]
    Unusable {
        /// The store.
        path: PathBuf,
        /// Why.
        #[source]
        source: Cause,
    },
    /// The store failed.
    #[error(
        "The wallet's store could not be read or written. See that its disk has room and that its \
         files can be written, then try again; if it is damaged, restore it from a backup."
    )]
    Failed {
        /// What the store said.
        #[source]
        source: Cause,
        /// Whether the same call may succeed a moment later.
        transient: bool,
    },
    /// The index of the history fails. What it is made of is in the store.
    #[error(
        "The wallet's history could not be read or written. See that the disk has room and that the \
         wallet's files can be written, then try again. Nothing is lost: the history is made of what is \
         in the store."
    )]
    History {
        /// What stands in the way.
        #[source]
        source: Cause,
    },
}

/// The store as a sentence begins with it.
fn store_at(path: Option<&Path>) -> String {
    path.map_or_else(
        || "The wallet's store".to_owned(),
        |path| format!("The store at {}", path.display()),
    )
}

impl StoreError {
    /// The class of the error, as the ABI numbers it.
    pub(super) fn code(&self) -> ErrorCode {
        match self {
            Self::OfAnotherNetwork { .. } => ErrorCode::NetworkMismatch,
            _ => ErrorCode::Store,
        }
    }

    /// A stable name of the error, for programs.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::OfAnotherNetwork { .. } => "store_of_another_network",
            Self::InUse { .. } => "store_in_use",
            Self::DiskFull { .. } => "disk_full",
            Self::ReadOnly { .. } => "store_read_only",
            Self::Damaged { .. } => "store_damaged",
            Self::Unusable { .. } => "store_unusable",
            Self::Failed { .. } => "store",
            Self::History { .. } => "history",
        }
    }
}
