//! What was about to be submitted, written down before it was.
//!
//! Between the network's acceptance of a transaction and its record in the store nothing may stop
//! the process: a private account whose newest state is lost is locked for good. So the executed
//! transaction and its proof are on the disk before the submission, and are taken off it once the
//! store has them. What a wallet finds there when it starts is settled before its first sync.

use std::collections::HashSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use miden_client::Word;
use miden_client::transaction::{ProvenTransaction, TransactionId, TransactionResult};
use miden_client::utils::{ByteReader, Deserializable, Serializable};

use crate::errors::{Cause, JournalError, Result};
use crate::fail_points::{FailPoint, FailPoints};
use crate::private_files;
use crate::signing::blocking;

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
    /// Those of this process that are on their way at this moment. The others are left over.
    underway: Mutex<HashSet<TransactionId>>,
    fail_points: FailPoints,
}

/// A transaction is on its way until this is dropped. If its entry is there then, it is left over.
pub(crate) struct Underway<'a> {
    journal: &'a Journal,
    transaction: TransactionId,
}

impl Drop for Underway<'_> {
    fn drop(&mut self) {
        self.journal.underway().remove(&self.transaction);
    }
}

impl Journal {
    /// The journal of a store. Whoever calls this owns the store.
    pub(crate) fn open(store: &Path, fail_points: FailPoints) -> Self {
        let mut folder = store.as_os_str().to_owned();
        folder.push(".journal");
        let underway = Mutex::default();
        let journal = Self { folder: PathBuf::from(folder), underway, fail_points };
        journal.look_around();
        journal
    }

    /// Clears away what a process was writing when it died, and says what waits to be settled. A
    /// folder that cannot be read is no reason yet not to open the wallet: who needs it is told.
    fn look_around(&self) {
        private_files::clear_unfinished(&self.folder, EXTENSION);
        for path in self.written().unwrap_or_default() {
            let entry = path.display();
            tracing::warn!(%entry, "a transaction of an earlier run is to be settled");
        }
    }

    /// Writes an entry, whole and synced to the disk, or fails and leaves none. A disk may take its time, and nobody
    /// else should wait for it: so on a thread that may. Once begun it goes on where the future is dropped.
    pub(crate) async fn write(
        &self,
        executed: &TransactionResult,
        proven: &ProvenTransaction,
    ) -> Result<Underway<'_>> {
        let transaction = executed.id();
        self.underway().insert(transaction);
        let underway = Underway { journal: self, transaction };
        let mut bytes = MAGIC.to_vec();
        executed.write_into(&mut bytes);
        proven.write_into(&mut bytes);
        let (folder, path) = (self.folder.clone(), self.path(transaction));
        let fail_points = self.fail_points.clone();
        let written = blocking(move || {
            // What is on its way tells of private accounts.
            Ok(private_files::make_folder(&folder).and_then(|()| {
                private_files::write(&path, &bytes, || fail_points.passed(FailPoint::DuringJournal))
            }))
        });
        if let Err(error) = written.await? {
            // It may have its name already and only not be synced. The caller is told that nothing
            // was submitted, and so nothing must be later.
            self.remove_for_good(transaction).await;
            let path = self.folder.clone();
            return Err(JournalError::NotWritten { path, source: error.into() }.into());
        }
        Ok(underway)
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

    /// The same for one that is never to be submitted again, also after a power failure: its caller was told that
    /// nothing has changed.
    pub(crate) async fn remove_for_good(&self, transaction: TransactionId) {
        self.remove(transaction);
        let folder = self.folder.clone();
        let synced = blocking(move || Ok(private_files::sync_folder(&folder))).await;
        if let Ok(Err(error)) = synced {
            tracing::warn!(%transaction, %error, "the disk may still have an entry of the journal");
        }
    }

    /// The transactions with an entry that are not on their way in this process, in no order.
    pub(crate) fn left_over(&self) -> Result<Vec<TransactionId>, JournalError> {
        // First: whatever ends meanwhile has its entry removed before it is no longer listed there.
        let underway = self.underway();
        let written = self.written()?;
        let named = written.iter().filter_map(|path| named_by(path));
        Ok(named.filter(|transaction| !underway.contains(transaction)).collect())
    }

    /// Whether there is an entry that is not of a transaction on its way in this process.
    pub(crate) fn has_left_over(&self) -> Result<bool, JournalError> {
        let underway = self.underway();
        let written = self.written()?;
        let is_underway = |transaction: TransactionId| underway.contains(&transaction);
        Ok(written.iter().any(|path| !named_by(path).is_some_and(is_underway)))
    }

    /// What is written, oldest first: of one account the later builds on the earlier. To be asked while
    /// nothing is on its way.
    pub(crate) fn entries(&self) -> Result<Vec<JournalEntry>, JournalError> {
        let mut entries = Vec::new();
        for path in self.written()? {
            let bytes = fs::read(&path).map_err(|error| self.unreadable(error))?;
            entries.push(
                parse(&path, &bytes)
                    .map_err(|source| JournalError::EntryUnusable { path: path.clone(), source })?,
            );
        }
        entries.sort_by_key(|entry| {
            let executed = entry.executed.executed_transaction();
            (executed.account_id(), executed.initial_account().nonce().as_canonical_u64())
        });
        Ok(entries)
    }

    /// The files of all entries.
    fn written(&self) -> Result<Vec<PathBuf>, JournalError> {
        let files = match fs::read_dir(&self.folder) {
            Ok(files) => files,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(self.unreadable(error)),
        };
        let mut written = Vec::new();
        for file in files {
            let path = file.map_err(|error| self.unreadable(error))?.path();
            if is_entry(&path) {
                written.push(path);
            }
        }
        Ok(written)
    }

    fn unreadable(&self, error: std::io::Error) -> JournalError {
        JournalError::NotRead { path: self.folder.clone(), source: error.into() }
    }

    fn underway(&self) -> MutexGuard<'_, HashSet<TransactionId>> {
        self.underway.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file of a transaction's entry.
    pub(crate) fn path(&self, transaction: TransactionId) -> PathBuf {
        self.folder.join(format!("{}.{EXTENSION}", transaction.to_hex()))
    }
}

/// The transaction that an entry's name says. One that says none is an entry all the same, which settling
/// complains of.
fn named_by(path: &Path) -> Option<TransactionId> {
    Word::try_from(path.file_stem()?.to_str()?).ok().map(TransactionId::from_raw)
}

fn is_entry(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == EXTENSION)
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
