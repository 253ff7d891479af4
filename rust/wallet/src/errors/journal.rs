//! What can go wrong with the journal of transactions on their way.

use std::path::PathBuf;

use miden_client::account::AccountId;
use thiserror::Error;

use super::Cause;

/// What is wrong with the journal.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// It cannot be written.
    #[error(
        "The transaction was not submitted, because it could not be written down first in the \
         journal at {path}. See that the disk has room and that the folder can be written, then try \
         again."
    )]
    NotWritten {
        /// The journal's folder.
        path: PathBuf,
        /// Why.
        #[source]
        source: Cause,
    },
    /// It cannot be read.
    #[error(
        "The journal of transactions at {path} could not be read. Nothing is synced or submitted \
         before what it holds is settled: see that the folder and its files can be read, then try \
         again."
    )]
    NotRead {
        /// The journal's folder.
        path: PathBuf,
        /// Why.
        #[source]
        source: Cause,
    },
    /// An entry is damaged, or does not fit the store.
    #[error(
        "A transaction was written down in {path} before it was submitted, and cannot be settled \
         from it. {stopped} \
         Restore the file, or the store it belongs to, from a backup. Where there is none, move the \
         file away: if the network accepted the transaction and its account is a private one, that \
         locks the account.",
        stopped = account.map_or_else(
            || "The file does not tell its account, so no account makes transactions meanwhile; syncs go on.".to_owned(),
            |account| {
                format!(
                    "Its account {account} makes no transactions meanwhile; syncs and other accounts go on."
                )
            }
        )
    )]
    EntryUnusable {
        /// The entry's file.
        path: PathBuf,
        /// The account of the transaction, or `None` if the file does not tell it.
        account: Option<AccountId>,
        /// What is wrong with it.
        #[source]
        source: Cause,
    },
}

impl JournalError {
    /// A stable name of the error, for programs.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::NotWritten { .. } => "journal_not_written",
            Self::NotRead { .. } => "journal_not_read",
            Self::EntryUnusable { .. } => "journal_entry_unusable",
        }
    }
}
