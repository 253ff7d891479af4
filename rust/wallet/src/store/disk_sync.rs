//! What the store has taken in is on the disk.
//!
//! No process that dies takes with it what the store has committed, but a power failure may: the client leaves it to
//! the system when the log of the store is written to the disk. So before something is thrown away that could bring a
//! commit back, and before an account is given out that nothing could, the log is synced.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;

use miden_client::transaction::TransactionId;

use crate::blocking_tasks::run_blocking;
use crate::errors::{Result, StoreError, WalletError};
use crate::store::database_copies::beside;
use crate::store::private_files;
use crate::transactions::coordinator::Coordinator;

impl Coordinator {
    /// Returns when all that the store has committed is on the disk.
    ///
    /// # Errors
    /// [`WalletError::Store`] where the disk fails.
    pub(crate) async fn sync_store_to_disk(&self) -> Result<()> {
        let log = beside(&self.store_path, "-wal");
        let failed = |source: io::Error| {
            WalletError::Store(StoreError::Failed { source: source.into(), transient: true })
        };
        let folder = private_files::parent_of(&self.store_path).to_owned();
        let synced = move || sync_file(&log).and_then(|()| private_files::sync_folder(&folder));
        run_blocking(move || synced().map_err(failed)).await
    }

    /// Takes the entry of a transaction that the store has recorded off those that are to be settled. Where the disk does
    /// not have the record the entry stays one: the next sync finds the record, and takes it off. It is kept until a sync
    /// finds the transaction in a block: the network can lose it before that.
    pub(crate) async fn take_off_journal(&self, transaction: TransactionId) {
        if self.has_store_on_disk().await {
            self.journal.keep_pending(transaction).await;
        }
    }

    /// Removes the entry of a transaction of which the store has all that it needs, as one that is learned from the chain.
    /// Where the disk does not have that the entry stays, and is looked at once more.
    pub(crate) async fn remove_from_journal(&self, transaction: TransactionId) {
        if self.has_store_on_disk().await {
            self.journal.remove_for_good(transaction).await;
        }
    }

    /// Whether the disk has what the store has committed. If not, that is logged.
    pub(crate) async fn has_store_on_disk(&self) -> bool {
        let synced = self.sync_store_to_disk().await;
        if let Err(error) = &synced {
            let causes = error.causes();
            tracing::warn!(%error, ?causes, "the disk may not have all that the store has recorded");
        }
        synced.is_ok()
    }
}

/// Syncs a file. One that is not there is the log of a store whose file itself has all of it.
fn sync_file(path: &Path) -> io::Result<()> {
    match File::options().read(true).write(true).open(path) {
        Ok(file) => file.sync_data(),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_synced_and_one_that_is_gone_needs_not_be() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("store.sqlite3-wal");
        sync_file(&log).expect("there is none");
        std::fs::write(&log, b"frames").expect("it is written");
        sync_file(&log).expect("it is synced");
        assert_eq!(std::fs::read(&log).expect("it is there"), b"frames");
        sync_file(folder.path()).expect_err("a folder is no log");
    }
}
