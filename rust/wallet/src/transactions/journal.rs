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
use miden_client::account::AccountId;
use miden_client::transaction::{ProvenTransaction, TransactionId, TransactionResult};
use miden_client::utils::{ByteReader, Deserializable, Serializable};
use miden_protocol::crypto::hash::keccak::Keccak256;

use crate::errors::{Cause, JournalError, Result};
use crate::fail_points::{FailPoint, FailPoints};
use crate::private_files;
use crate::signing::blocking;

/// Says what the file is and in which form: behind it comes the digest of the rest.
const MAGIC: [u8; 8] = *b"MIDENTJ2";

/// The form of before, without a digest.
const MAGIC_WITHOUT_DIGEST: [u8; 8] = *b"MIDENTJ1";

/// How long a digest is.
const DIGEST: usize = 32;

/// What the name of an entry's file ends with, after the transaction.
const EXTENSION: &str = "transaction";

/// A transaction that was about to be submitted.
pub(crate) struct JournalEntry {
    pub(crate) executed: TransactionResult,
    pub(crate) proven: ProvenTransaction,
}

impl JournalEntry {
    /// The account that carries the transaction out.
    pub(crate) fn account(&self) -> AccountId {
        self.executed.executed_transaction().account_id()
    }
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
        for path in written(&self.folder).unwrap_or_default() {
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
        let mut body = Vec::new();
        executed.write_into(&mut body);
        proven.write_into(&mut body);
        let (folder, path) = (self.folder.clone(), self.path(transaction));
        let fail_points = self.fail_points.clone();
        let written = blocking(move || {
            // What is on its way tells of private accounts.
            let bytes = [&MAGIC[..], &digest(&body), &body].concat();
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
    pub(crate) async fn remove(&self, transaction: TransactionId) {
        let path = self.path(transaction);
        match blocking(move || Ok(fs::remove_file(path))).await {
            Ok(Err(error)) if error.kind() != ErrorKind::NotFound => {
                tracing::warn!(%transaction, %error, "an entry of the journal could not be removed");
            }
            _ => {}
        }
    }

    /// The same for one that is never to be submitted again, also after a power failure: its caller was told that
    /// nothing has changed.
    pub(crate) async fn remove_for_good(&self, transaction: TransactionId) {
        self.remove(transaction).await;
        let folder = self.folder.clone();
        let synced = blocking(move || Ok(private_files::sync_folder(&folder))).await;
        if let Ok(Err(error)) = synced {
            tracing::warn!(%transaction, %error, "the disk may still have an entry of the journal");
        }
    }

    /// The transactions with an entry that are not on their way in this process, in no order.
    pub(crate) async fn left_over(&self) -> Result<Vec<TransactionId>> {
        let left_over = self.not_underway().await?;
        Ok(left_over.iter().filter_map(|path| named_by(path)).collect())
    }

    /// Whether there is an entry that is not of a transaction on its way in this process.
    pub(crate) async fn has_left_over(&self) -> Result<bool> {
        Ok(!self.not_underway().await?.is_empty())
    }

    /// Whether there is no entry at all. Blocks.
    pub(crate) fn is_empty(&self) -> Result<bool, JournalError> {
        Ok(written(&self.folder)?.is_empty())
    }

    async fn not_underway(&self) -> Result<Vec<PathBuf>> {
        // Before and after the look at the folder: what ends meanwhile has its entry removed before it is no longer
        // underway, and what begins is underway before it has one.
        let before = self.underway().clone();
        let folder = self.folder.clone();
        let mut left_over = blocking(move || Ok(written(&folder)?)).await?;
        let after = self.underway();
        let is_underway =
            |transaction| before.contains(&transaction) || after.contains(&transaction);
        left_over.retain(|path| !named_by(path).is_some_and(is_underway));
        Ok(left_over)
    }

    /// What is written, oldest first: of one account the later builds on the earlier. To be asked while
    /// nothing is on its way.
    pub(crate) async fn entries(&self) -> Result<Vec<JournalEntry>> {
        let folder = self.folder.clone();
        blocking(move || Ok(entries(&folder)?)).await
    }

    fn underway(&self) -> MutexGuard<'_, HashSet<TransactionId>> {
        self.underway.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file of a transaction's entry.
    pub(crate) fn path(&self, transaction: TransactionId) -> PathBuf {
        self.folder.join(format!("{}.{EXTENSION}", transaction.to_hex()))
    }
}

/// The entries in a journal's folder, oldest first.
fn entries(folder: &Path) -> Result<Vec<JournalEntry>, JournalError> {
    let mut entries = Vec::new();
    for path in written(folder)? {
        let bytes = fs::read(&path).map_err(|error| unreadable(folder, error))?;
        entries.push(
            parse(&path, &bytes)
                .map_err(|source| JournalError::EntryUnusable { path: path.clone(), source })?,
        );
    }
    entries.sort_by_key(|entry| {
        let executed = entry.executed.executed_transaction();
        (entry.account(), executed.initial_account().nonce().as_canonical_u64())
    });
    Ok(entries)
}

/// The files of all entries in a journal's folder.
fn written(folder: &Path) -> Result<Vec<PathBuf>, JournalError> {
    let files = match fs::read_dir(folder) {
        Ok(files) => files,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unreadable(folder, error)),
    };
    let mut written = Vec::new();
    for file in files {
        let path = file.map_err(|error| unreadable(folder, error))?.path();
        if is_entry(&path) {
            written.push(path);
        }
    }
    Ok(written)
}

fn unreadable(folder: &Path, error: std::io::Error) -> JournalError {
    JournalError::NotRead { path: folder.to_owned(), source: error.into() }
}

/// The transaction that an entry's name says. One that says none is an entry all the same, which settling
/// complains of.
fn named_by(path: &Path) -> Option<TransactionId> {
    Word::try_from(path.file_stem()?.to_str()?).ok().map(TransactionId::from_raw)
}

fn is_entry(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == EXTENSION)
}

/// What an entry holds, if it is what was written. The transaction's id binds neither its proof nor all that the store is
/// told of it, and to read what is damaged may end in a panic.
fn body(bytes: &[u8]) -> Result<&[u8], Cause> {
    if let Some(body) = bytes.strip_prefix(&MAGIC_WITHOUT_DIGEST) {
        return Ok(body);
    }
    let checked = bytes
        .strip_prefix(&MAGIC)
        .ok_or("it does not begin as an entry this version can read does")?;
    let (written, body) = checked.split_at_checked(DIGEST).ok_or("it is cut short")?;
    if *written == digest(body) { Ok(body) } else { Err("it is not what was written".into()) }
}

fn digest(body: &[u8]) -> [u8; DIGEST] {
    Keccak256::hash(body).into()
}

/// Reads an entry, of which every byte has to be what was written.
fn parse(path: &Path, bytes: &[u8]) -> Result<JournalEntry, Cause> {
    let body = body(bytes)?;
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
