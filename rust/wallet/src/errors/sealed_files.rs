//! What can go wrong with files that are under a passphrase of their own: backups and key files.

use thiserror::Error;

use super::{Cause, ErrorCode};

/// What is wrong with a file under a passphrase. `what` is a backup or a key file, as people call it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SealedFileError {
    /// A passphrase of nothing for a file that is to be made.
    #[error("A passphrase must not be empty: {what} was not made.")]
    PassphraseEmpty {
        /// What it should have been for.
        what: &'static str,
    },
    /// It is something else.
    #[error("This is not {what} as this library makes them.")]
    Other {
        /// What it should be.
        what: &'static str,
    },
    /// It was made by another version of this library.
    #[error(
        "This is {what} of version {found}, and this library reads version {newest}. Use the version of \
         this library that made it."
    )]
    OfAnotherVersion {
        /// What it is.
        what: &'static str,
        /// Its version.
        found: u32,
        /// The version that can be read.
        newest: u32,
    },
    /// The passphrase is another one.
    #[error("The passphrase is not the one of this file, which is {what}. Nothing was changed.")]
    WrongPassphrase {
        /// What it is.
        what: &'static str,
    },
    /// It is not what was written once.
    #[error("This file is {what} and is damaged. Nothing was changed. Use another copy of it.")]
    Damaged {
        /// What it is.
        what: &'static str,
        /// What is wrong with it.
        #[source]
        source: Cause,
    },
}

impl SealedFileError {
    /// The class of the error, as the ABI numbers it.
    pub(super) fn code(&self) -> ErrorCode {
        match self {
            Self::WrongPassphrase { .. } => ErrorCode::AccountOperation,
            _ => ErrorCode::InvalidParameter,
        }
    }

    /// A stable name of the error, for programs.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::PassphraseEmpty { .. } => "file_passphrase_empty",
            Self::Other { .. } => "invalid_sealed_file",
            Self::OfAnotherVersion { .. } => "sealed_file_of_another_version",
            Self::WrongPassphrase { .. } => "wrong_file_passphrase",
            Self::Damaged { .. } => "sealed_file_damaged",
        }
    }
}
