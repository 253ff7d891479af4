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
use miden_client::utils::{ByteReader, Deserializable, Serializable};

use crate::errors::{Cause, JournalError, Result};
use crate::fail_points::{FailPoint, FailPoints};
use crate::private_files;

/// Says what the file is and in which form.
const MAGIC: [u8; 8] = *b"MIDENTJ1";

/// What the name of an entry's file ends with, after the transaction.
const EXTENSION: &str = "transaction";

/// A transaction that was about to be submitted.
pub(crate) struct JournalEntry {
    pub(crate) executed: TransactionResult,
    pub(crate) proven: ProvenTransaction,
}

/// The folder beside the store that holds one file for each transaction on its way.
#[derive(Debug)]
pub(crate) struct Journal {
    folder: PathBuf,
    fail_points: FailPoints,
}

impl Journal {
    /// The journal of a store. Whoever calls this owns the store.
    pub(crate) fn open(store: &Path, fail_points: FailPoints) -> Self {
        let mut folder = store.as_os_str().to_owned();
        folder.push(".journal");
        let journal = Self { folder: PathBuf::from(folder), fail_points };
        journal.look_around();
        journal
    }

    /// Clears away what a process was writing when it died, and says what waits to be settled. A
    /// folder that cannot be read is no reason yet not to open the wallet: who needs it is told.
    fn look_around(&self) {
        let Ok(files) = fs::read_dir(&self.folder) else { return };
        for path in files.flatten().map(|file| file.path()) {
            if is_entry(&path) {
                let entry = path.display();
                tracing::warn!(%entry, "a transaction of an earlier run is to be settled");
            } else if is_unfinished(&path)
                && let Err(error) = fs::remove_file(&path)
            {
                let file = path.display();
                tracing::warn!(%file, %error, "half an entry of the journal is left");
            }
        }
    }

    /// Writes an entry, whole and synced to the disk, or fails and leaves none.
    pub(crate) fn write(
        &self,
        executed: &TransactionResult,
        proven: &ProvenTransaction,
    ) -> Result<(), JournalError> {
        let mut bytes = MAGIC.to_vec();
        executed.write_into(&mut bytes);
        proven.write_into(&mut bytes);
        let path = self.path(executed.id());
        self.write_whole(&path, &bytes).map_err(|error| {
            // It may have its name already and only not be synced. The caller is told that nothing
            // was submitted, and so nothing must be later.
            self.remove(executed.id());
            JournalError::NotWritten { path: self.folder.clone(), source: error.into() }
        })
    }

    fn write_whole(&self, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
        // What is on its way tells of private accounts.
        private_files::make_folder(&self.folder)?;
        private_files::write(path, bytes, || self.fail_points.passed(FailPoint::DuringJournal))
    }

    /// Takes an entry off. One that cannot be taken off does no harm: it is settled once more, which
    /// finds the transaction in the store or on the chain. So it is no reason to call a transaction
    /// failed that was carried out.
    pub(crate) fn remove(&self, transaction: TransactionId) {
        match fs::remove_file(self.path(transaction)) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                tracing::warn!(%transaction, %error, "an entry of the journal could not be removed");
            }
            _ => {}
        }
    }

    /// Whether nothing is written.
    pub(crate) fn is_empty(&self) -> Result<bool, JournalError> {
        match fs::read_dir(&self.folder) {
            Ok(files) => Ok(!files.flatten().any(|file| is_entry(&file.path()))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
            Err(error) => {
                Err(JournalError::NotRead { path: self.folder.clone(), source: error.into() })
            }
        }
    }

    /// What is written, oldest first: of one account the later builds on the earlier.
    pub(crate) fn entries(&self) -> Result<Vec<JournalEntry>, JournalError> {
        let unreadable = |error: std::io::Error| JournalError::NotRead {
            path: self.folder.clone(),
            source: error.into(),
        };
        let files = match fs::read_dir(&self.folder) {
            Ok(files) => files,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(unreadable(error)),
        };
        let mut entries = Vec::new();
        for file in files {
            let path = file.map_err(unreadable)?.path();
            if is_entry(&path) {
                let bytes = fs::read(&path).map_err(unreadable)?;
                entries.push(parse(&path, &bytes).map_err(|source| {
                    JournalError::EntryUnusable { path: path.clone(), source }
                })?);
            }
        }
        entries.sort_by_key(|entry| {
            let executed = entry.executed.executed_transaction();
            (executed.account_id(), executed.initial_account().nonce().as_canonical_u64())
        });
        Ok(entries)
    }

    /// The file of a transaction's entry.
    pub(crate) fn path(&self, transaction: TransactionId) -> PathBuf {
        self.folder.join(format!("{}.{EXTENSION}", transaction.to_hex()))
    }
}

fn is_entry(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == EXTENSION)
}

/// Whether a file is what was being written when the process died: the entry's name with a dot
/// before it and something after it.
fn is_unfinished(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    name.starts_with('.') && name.contains(&format!(".{EXTENSION}."))
}

/// Reads an entry, of which every byte has to be what was written.
fn parse(path: &Path, bytes: &[u8]) -> Result<JournalEntry, Cause> {
    let body = bytes
        .strip_prefix(&MAGIC)
        .ok_or("it does not begin as an entry this version can read does")?;
    let mut reader = miden_client::SliceReader::new(body);
    let executed = TransactionResult::read_from(&mut reader)?;
    let proven = ProvenTransaction::read_from(&mut reader)?;
    if reader.has_more_bytes() {
        return Err("it goes on behind its end".into());
    }
    let named = path.file_stem().is_some_and(|name| *name == *executed.id().to_hex());
    if !named || proven.id() != executed.id() {
        return Err("its name, its transaction and its proof are not of the same".into());
    }
    Ok(JournalEntry { executed, proven })
}
