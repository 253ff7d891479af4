//! What was about to be submitted, written down before it was.
//!
//! Between the network's acceptance of a transaction and its record in the store nothing may stop
//! the process: a private account whose newest state is lost is locked for good. So the executed
//! transaction and its proof are on the disk before the submission, and are taken off it once the
//! store has them. What a wallet finds there when it starts is settled before its first sync.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use miden_client::transaction::{ProvenTransaction, TransactionId, TransactionResult};
use miden_client::utils::{Deserializable, Serializable};

use crate::errors::{Result, WalletError};
use crate::private_files;

/// Says what the file is and in which form.
const MAGIC: [u8; 8] = *b"MIDENTJ1";

/// A transaction that was about to be submitted.
pub(crate) struct JournalEntry {
    pub(crate) executed: TransactionResult,
    pub(crate) proven: ProvenTransaction,
}

/// The folder beside the store that holds one file for each transaction on its way.
#[derive(Debug)]
pub(crate) struct Journal {
    folder: PathBuf,
}

impl Journal {
    /// The journal of a store.
    pub(crate) fn beside(store: &Path) -> Self {
        let mut folder = store.as_os_str().to_owned();
        folder.push(".journal");
        Self { folder: PathBuf::from(folder) }
    }

    /// Writes an entry, whole and synced to the disk, or fails and leaves none.
    pub(crate) fn write(
        &self,
        executed: &TransactionResult,
        proven: &ProvenTransaction,
    ) -> Result<()> {
        let mut bytes = MAGIC.to_vec();
        executed.write_into(&mut bytes);
        proven.write_into(&mut bytes);
        // What is on its way tells of private accounts.
        private_files::make_folder(&self.folder).map_err(|error| self.failed(error))?;
        private_files::write(&self.file(executed.id()), &bytes).map_err(|error| self.failed(error))
    }

    /// Takes an entry off. One that is not there was taken off before.
    pub(crate) fn remove(&self, transaction: TransactionId) -> Result<()> {
        match fs::remove_file(self.file(transaction)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(self.failed(error)),
            _ => Ok(()),
        }
    }

    /// What is written, oldest first: of one account the later builds on the earlier.
    pub(crate) fn entries(&self) -> Result<Vec<JournalEntry>> {
        let files = match fs::read_dir(&self.folder) {
            Ok(files) => files,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(self.failed(error)),
        };
        let mut entries = Vec::new();
        for file in files {
            let path = file.map_err(|error| self.failed(error))?.path();
            // What was being written when the process died has another name.
            if path.extension().is_some_and(|extension| extension == "transaction") {
                entries.push(self.read(&path)?);
            }
        }
        entries.sort_by_key(|entry| {
            let executed = entry.executed.executed_transaction();
            (executed.account_id(), executed.initial_account().nonce().as_canonical_u64())
        });
        Ok(entries)
    }

    fn read(&self, path: &Path) -> Result<JournalEntry> {
        let bytes = fs::read(path).map_err(|error| self.failed(error))?;
        let body = bytes
            .strip_prefix(&MAGIC)
            .ok_or_else(|| self.failed("not an entry of a journal this version can read"))?;
        let mut reader = miden_client::SliceReader::new(body);
        let executed =
            TransactionResult::read_from(&mut reader).map_err(|error| self.failed(error))?;
        let proven =
            ProvenTransaction::read_from(&mut reader).map_err(|error| self.failed(error))?;
        Ok(JournalEntry { executed, proven })
    }

    fn file(&self, transaction: TransactionId) -> PathBuf {
        self.folder.join(format!("{}.transaction", transaction.to_hex()))
    }

    fn failed(&self, source: impl Into<crate::errors::Cause>) -> WalletError {
        WalletError::Journal { path: self.folder.clone(), source: source.into() }
    }
}
