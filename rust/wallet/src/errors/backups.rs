//! What can go wrong with backups, beside what can with every file under a passphrase.

use std::path::PathBuf;

use thiserror::Error;

use super::{Cause, ErrorCode};

/// What went wrong with a backup.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BackupError {
    /// The file cannot be read or written.
    #[error("The backup {path} cannot be read or written.")]
    FileUnusable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: Cause,
    },
    /// It is of a wallet on another network.
    #[error(
        "This is a backup of a wallet on the network “{found}”, and cannot be restored on “{wanted}”. \
         Nothing was changed."
    )]
    OfAnotherNetwork {
        /// The network of the backup: its name, or the genesis commitment where the names are the same.
        found: String,
        /// The network it was to be restored on.
        wanted: String,
    },
    /// There is a wallet already.
    #[error(
        "The wallet at {path} is not empty: it has {contents}. A backup is restored where there is \
         nothing yet, so choose another place for it. Nothing was changed."
    )]
    WalletNotEmpty {
        /// Its store.
        path: PathBuf,
        /// What it has.
        contents: String,
    },
}

impl BackupError {
    /// The class of the error, as the ABI numbers it.
    pub(super) fn code(&self) -> ErrorCode {
        match self {
            Self::FileUnusable { .. } => ErrorCode::InvalidParameter,
            Self::OfAnotherNetwork { .. } => ErrorCode::NetworkMismatch,
            Self::WalletNotEmpty { .. } => ErrorCode::Store,
        }
    }

    /// A stable name of the error, for programs.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::FileUnusable { .. } => "backup_file_unusable",
            Self::OfAnotherNetwork { .. } => "backup_of_another_network",
            Self::WalletNotEmpty { .. } => "wallet_not_empty",
        }
    }
}
