//! What was about to be submitted, written down before it was.
//!
//! Between the network's acceptance of a transaction and its record in the store nothing may stop
//! the process: a private account whose newest state is lost is locked for good. So the executed
//! transaction and its proof are on the disk before the submission. Once the store has recorded it, the entry holds up
//! nothing; it is kept until a sync finds the transaction in a block, because a node can lose it. What a wallet finds
//! unrecorded there when it starts is settled before its first sync.

mod header;

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

use self::header::Header;
use crate::blocking_tasks::run_blocking;
use crate::errors::{Cause, JournalError, Result, WalletError};
use crate::fail_points::{FailPoint, FailPoints};
use crate::store::private_files;

/// The form before the header: behind it comes the digest of the rest.
const MAGIC_WITHOUT_HEADER: [u8; 8] = *b"MIDENTJ2";

/// The form before that, without a digest.
const MAGIC_WITHOUT_DIGEST: [u8; 8] = *b"MIDENTJ1";

/// How long a digest is.
const DIGEST: usize = 32;

/// What the name of an entry's file ends with, after the transaction.
pub(super) const EXTENSION: &str = "transaction";

/// The same, where the network has refused the transaction and the chain did not have it.
pub(super) const REFUSED_EXTENSION: &str = "refused";

/// The same, where the store has recorded the transaction and no sync has found it in a block yet.
pub(super) const PENDING_EXTENSION: &str = "pending";

/// A transaction that was about to be submitted.
pub(crate) struct JournalEntry {
    pub(crate) executed: TransactionResult,
    pub(crate) proven: ProvenTransaction,
}

/// The file of an entry.
pub(crate) struct EntryFile {
    pub(crate) path: PathBuf,
    /// The account that carries the transaction out, if the file tells it.
    pub(crate) account: Option<AccountId>,
    /// What is in it, or why that cannot be used.
    pub(crate) entry: Result<JournalEntry, Cause>,
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
        for path in written(&self.folder, EXTENSION).unwrap_or_default() {
            let entry = path.display();
            tracing::warn!(%entry, "a transaction of an earlier run is to be settled");
        }
    }

    /// Writes an entry, whole and synced to the disk, or fails and leaves none. A disk may take its time, and nobody
    /// else should wait for it: so on a thread that may. Once begun it goes on where the future is dropped. The reference
    /// is the caller's, and empty where there is none.
    pub(crate) async fn write(
        &self,
        executed: &TransactionResult,
        proven: &ProvenTransaction,
        reference: &str,
    ) -> Result<Underway<'_>> {
        let transaction = executed.id();
        self.underway().insert(transaction);
        let underway = Underway { journal: self, transaction };
        let header = Header { reference: reference.to_owned(), ..Header::of(executed) }.to_bytes();
        let mut body = Vec::new();
        executed.write_into(&mut body);
        proven.write_into(&mut body);
        let (folder, path) = (self.folder.clone(), self.path(transaction));
        let fail_points = self.fail_points.clone();
        let written = run_blocking(move || {
            // What is on its way tells of private accounts.
            let bytes =
                [header.map_err(WalletError::internal)?, digest(&body).to_vec(), body].concat();
            Ok(private_files::make_folder(&folder).and_then(|()| {
                private_files::write(&path, &bytes, || fail_points.passed(FailPoint::DuringJournal))
            }))
        });
        if let Err(error) = written.await? {
            // It may have its name already and only not be synced. The caller is told that nothing
            // was submitted, and so nothing must be later. A refused entry of the same transaction stays.
            let is_gone = remove_file(self.path(transaction)).await;
            self.sync_removal().await;
            let path = self.folder.clone();
            let not_written = JournalError::NotWritten { path, source: error.into() };
            if is_gone {
                return Err(not_written.into());
            }
            // The next sync submits it.
            let source = not_written.into();
            return Err(WalletError::SubmissionUnknown { transaction, source });
        }
        Ok(underway)
    }

    /// Makes an entry one of a recorded transaction. One that cannot be renamed does no harm: it is settled once more,
    /// which finds the transaction in the store or on the chain. So it is no reason to call a transaction failed that was
    /// carried out.
    pub(crate) async fn keep_pending(&self, transaction: TransactionId) {
        // In this order: a refused entry of the same transaction has an older proof, which expires earlier.
        for from in [self.refused_path(transaction), self.path(transaction)] {
            rename(from, self.pending_path(transaction)).await;
        }
    }

    /// Makes the entry of a transaction that was recorded one that is to be settled again.
    pub(crate) async fn unsettle(&self, transaction: TransactionId) {
        rename(self.pending_path(transaction), self.path(transaction)).await;
    }

    /// Removes an entry of whatever kind. One that cannot be removed does no harm: it is looked at once more.
    pub(crate) async fn remove(&self, transaction: TransactionId) {
        for extension in [EXTENSION, REFUSED_EXTENSION, PENDING_EXTENSION] {
            remove_file(self.path(transaction).with_extension(extension)).await;
        }
    }

    /// Makes the entry of a recorded transaction that is given up one of a refused transaction: the node's answers alone
    /// say that it is given up. If the transaction is made again meanwhile, the next sync finds its record and renames the
    /// entry back.
    pub(crate) async fn refuse_pending(&self, transaction: TransactionId) {
        rename(self.pending_path(transaction), self.refused_path(transaction)).await;
    }

    /// Removes the entry of a refused transaction.
    pub(crate) async fn remove_refused(&self, transaction: TransactionId) {
        remove_file(self.refused_path(transaction)).await;
        self.sync_removal().await;
    }

    /// Makes an entry one of a refused transaction: it holds up nothing and is never submitted again, also after a
    /// power failure.
    pub(crate) async fn refuse(&self, transaction: TransactionId) -> Result<()> {
        let (from, to) = (self.path(transaction), self.refused_path(transaction));
        let folder = self.folder.clone();
        let renamed =
            move || fs::rename(from, to).and_then(|()| private_files::sync_folder(&folder));
        let not_written = |source: std::io::Error| JournalError::NotWritten {
            path: self.folder.clone(),
            source: source.into(),
        };
        Ok(run_blocking(move || Ok(renamed())).await?.map_err(not_written)?)
    }

    /// The same for one that is never to be submitted again, also after a power failure: its caller was told that
    /// nothing has changed.
    pub(crate) async fn remove_for_good(&self, transaction: TransactionId) {
        self.remove(transaction).await;
        self.sync_removal().await;
    }

    async fn sync_removal(&self) {
        let folder = self.folder.clone();
        let synced = run_blocking(move || Ok(private_files::sync_folder(&folder))).await;
        if let Ok(Err(error)) = synced {
            tracing::warn!(%error, "the disk may still have an entry of the journal");
        }
    }

    /// The transactions with an entry that are not on their way in this process, in no order.
    pub(crate) async fn left_over(&self) -> Result<Vec<TransactionId>> {
        let left_over = self.not_underway().await?;
        Ok(left_over.iter().filter_map(|path| named_by(path)).collect())
    }

    /// Whether an entry that is not of a transaction on its way in this process holds up an account: one of the account,
    /// or one that does not tell whose it is.
    pub(crate) async fn holds_up(&self, account: AccountId) -> Result<bool> {
        let left_over = self.not_underway().await?;
        let files =
            run_blocking(move || Ok(left_over.into_iter().map(read).collect::<Vec<_>>())).await?;
        Ok(files.iter().any(|file| file.account.is_none_or(|other| other == account)))
    }

    /// Whether there is no entry of a transaction that may be missing in the store. Blocks.
    pub(crate) fn is_empty(&self) -> Result<bool, JournalError> {
        Ok(written(&self.folder, EXTENSION)?.is_empty()
            && written(&self.folder, REFUSED_EXTENSION)?.is_empty())
    }

    async fn not_underway(&self) -> Result<Vec<PathBuf>> {
        // Before and after the look at the folder: what ends meanwhile has its entry removed before it is no longer
        // underway, and what begins is underway before it has one.
        let before = self.underway().clone();
        let folder = self.folder.clone();
        let mut left_over = run_blocking(move || Ok(written(&folder, EXTENSION)?)).await?;
        let after = self.underway();
        let is_underway =
            |transaction| before.contains(&transaction) || after.contains(&transaction);
        left_over.retain(|path| !named_by(path).is_some_and(is_underway));
        Ok(left_over)
    }

    /// The entry of a transaction that the store may not have recorded, if there is one.
    pub(crate) async fn entry(&self, transaction: TransactionId) -> Result<Option<EntryFile>> {
        // In this order: an entry that is refused meanwhile is found under its second name.
        let paths = [self.path(transaction), self.refused_path(transaction)];
        let found = |path: PathBuf| {
            let file = read(path);
            (file.entry.is_ok() || file.path.exists()).then_some(file)
        };
        run_blocking(move || Ok(paths.into_iter().find_map(found))).await
    }

    /// What waits to be settled, oldest first: of one account the later builds on the earlier. To be asked while
    /// nothing is on its way.
    pub(crate) async fn entries(&self) -> Result<Vec<EntryFile>> {
        let folder = self.folder.clone();
        run_blocking(move || Ok(entries(&folder, EXTENSION)?)).await
    }

    /// The transactions that were refused and may still be included, oldest first.
    pub(crate) async fn refused(&self) -> Result<Vec<EntryFile>> {
        let folder = self.folder.clone();
        run_blocking(move || Ok(entries(&folder, REFUSED_EXTENSION)?)).await
    }

    /// The recorded transactions that no sync has found in a block yet, in no order. Reads the names of the files alone.
    pub(crate) async fn pending(&self) -> Result<Vec<TransactionId>> {
        let folder = self.folder.clone();
        let files = run_blocking(move || Ok(written(&folder, PENDING_EXTENSION)?)).await?;
        Ok(files.iter().filter_map(|path| named_by(path)).collect())
    }

    /// The entries of some of them that can be read, oldest first: of one account the later builds on the earlier.
    pub(crate) async fn pending_entries(
        &self,
        transactions: Vec<TransactionId>,
    ) -> Result<Vec<JournalEntry>> {
        let paths: Vec<_> = transactions.into_iter().map(|it| self.pending_path(it)).collect();
        let files = run_blocking(move || {
            let mut files: Vec<_> = paths.into_iter().map(read).collect();
            sort(&mut files);
            Ok(files)
        });
        Ok(files.await?.into_iter().filter_map(|file| file.entry.ok()).collect())
    }

    fn underway(&self) -> MutexGuard<'_, HashSet<TransactionId>> {
        self.underway.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file of a transaction's entry.
    pub(crate) fn path(&self, transaction: TransactionId) -> PathBuf {
        self.folder.join(format!("{}.{EXTENSION}", transaction.to_hex()))
    }

    /// The file of a refused transaction's entry.
    pub(crate) fn refused_path(&self, transaction: TransactionId) -> PathBuf {
        self.path(transaction).with_extension(REFUSED_EXTENSION)
    }

    /// The file of a recorded transaction's entry.
    pub(crate) fn pending_path(&self, transaction: TransactionId) -> PathBuf {
        self.path(transaction).with_extension(PENDING_EXTENSION)
    }
}

async fn rename(from: PathBuf, to: PathBuf) {
    let entry = from.display().to_string();
    match run_blocking(move || Ok(fs::rename(from, to))).await {
        Ok(Err(error)) if error.kind() != ErrorKind::NotFound => {
            tracing::warn!(%entry, %error, "an entry of the journal could not be renamed");
        }
        _ => {}
    }
}

/// Returns whether the file is gone.
async fn remove_file(path: PathBuf) -> bool {
    let removed = path.clone();
    // Without the folder there is no file either.
    let is_missing = |kind| matches!(kind, ErrorKind::NotFound | ErrorKind::NotADirectory);
    match run_blocking(move || Ok(fs::remove_file(removed))).await {
        Ok(Err(error)) if !is_missing(error.kind()) => {
            let entry = path.display();
            tracing::warn!(%entry, %error, "an entry of the journal could not be removed");
            false
        }
        removed => removed.is_ok(),
    }
}

impl EntryFile {
    /// Whether it is that of a transaction that the network has refused or that was given up.
    pub(crate) fn is_refused(&self) -> bool {
        self.path.extension().is_some_and(|extension| extension == REFUSED_EXTENSION)
    }

    /// The transaction that the file's name says. One that says none is an entry all the same.
    #[cfg(all(test, feature = "embedded-chain"))]
    pub(crate) fn transaction(&self) -> Option<TransactionId> {
        named_by(&self.path)
    }
}

/// The entries of one kind in a journal's folder, oldest first.
fn entries(folder: &Path, extension: &str) -> Result<Vec<EntryFile>, JournalError> {
    let mut entries: Vec<_> = written(folder, extension)?.into_iter().map(read).collect();
    sort(&mut entries);
    Ok(entries)
}

/// Sorts entries by account, and those of an account by its nonce.
fn sort(entries: &mut [EntryFile]) {
    entries.sort_by_key(|file| {
        let nonce = file.entry.as_ref().ok().map(|entry| {
            let initial = entry.executed.executed_transaction().initial_account();
            initial.nonce().as_canonical_u64()
        });
        (file.account, nonce)
    });
}

/// The files of all entries of one kind in a journal's folder.
fn written(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, JournalError> {
    let files = match fs::read_dir(folder) {
        Ok(files) => files,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unreadable(folder, error)),
    };
    let mut written = Vec::new();
    for file in files {
        let path = file.map_err(|error| unreadable(folder, error))?.path();
        if path.extension().is_some_and(|found| found == extension) {
            written.push(path);
        }
    }
    Ok(written)
}

fn unreadable(folder: &Path, error: std::io::Error) -> JournalError {
    JournalError::NotRead { path: folder.to_owned(), source: error.into() }
}

/// The transaction that the name of an entry's file says.
fn named_by(path: &Path) -> Option<TransactionId> {
    Word::try_from(path.file_stem()?.to_str()?).ok().map(TransactionId::from_raw)
}

/// Reads the file of an entry.
fn read(path: PathBuf) -> EntryFile {
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) => return EntryFile { path, account: None, entry: Err(error.into()) },
    };
    let (header, entry) = if bytes.starts_with(&header::MAGIC) {
        match Header::read(&bytes) {
            Ok((header, rest)) => {
                let entry = parse_behind(&header, rest);
                (Some(header), entry)
            }
            Err(error) => (None, Err(error)),
        }
    } else {
        (None, body_without_header(&bytes).and_then(parse))
    };
    let entry = entry.and_then(|entry| require_named(&path, entry));
    let account = match &entry {
        Ok(entry) => Some(entry.account()),
        Err(_) => header.map(|header| header.account),
    };
    EntryFile { path, account, entry }
}

/// Reads what follows a header.
fn parse_behind(header: &Header, rest: &[u8]) -> Result<JournalEntry, Cause> {
    if header.format != header::FORMAT {
        let Header { format, client_version, .. } = header;
        let text =
            format!("client {client_version} wrote it in form {format}, which is unknown here");
        return Err(text.into());
    }
    let entry = parse(checked(rest)?)?;
    let of_the_entry = Header {
        client_version: header.client_version.clone(),
        reference: header.reference.clone(),
        ..Header::of(&entry.executed)
    };
    if *header != of_the_entry {
        return Err("its header is of another transaction".into());
    }
    Ok(entry)
}

/// What an entry of a form without a header holds.
fn body_without_header(bytes: &[u8]) -> Result<&[u8], Cause> {
    if let Some(body) = bytes.strip_prefix(&MAGIC_WITHOUT_DIGEST) {
        return Ok(body);
    }
    let rest = bytes
        .strip_prefix(&MAGIC_WITHOUT_HEADER)
        .ok_or("it does not begin as an entry this version can read does")?;
    checked(rest)
}

/// What follows a digest, if it is what was written. The transaction's id binds neither its proof nor all that the store is
/// told of it, and to read what is damaged may end in a panic.
fn checked(bytes: &[u8]) -> Result<&[u8], Cause> {
    let (written, body) = bytes.split_at_checked(DIGEST).ok_or("it is cut short")?;
    if *written == digest(body) { Ok(body) } else { Err("it is not what was written".into()) }
}

fn digest(body: &[u8]) -> [u8; DIGEST] {
    Keccak256::hash(body).into()
}

/// Reads a transaction and its proof, of which every byte has to be what was written.
fn parse(body: &[u8]) -> Result<JournalEntry, Cause> {
    let mut reader = miden_client::SliceReader::new(body);
    let executed = TransactionResult::read_from(&mut reader)?;
    let proven = ProvenTransaction::read_from(&mut reader)?;
    if reader.has_more_bytes() {
        return Err("it goes on behind its end".into());
    }
    Ok(JournalEntry { executed, proven })
}

/// Refuses an entry that is not under its name.
fn require_named(path: &Path, entry: JournalEntry) -> Result<JournalEntry, Cause> {
    let transaction = entry.executed.id();
    if named_by(path) != Some(transaction) || entry.proven.id() != transaction {
        return Err("its name, its transaction and its proof are not of the same".into());
    }
    Ok(entry)
}
