//! A look at the store's own file, for what the client does not tell without decoding every record: which
//! transactions and notes there are, and how far each has come.
//!
//! It reads three tables of a schema that is not ours. The version of the store's crate is pinned to the last
//! digit, and the tests of the history fail where the tables change.

use std::path::Path;
use std::time::Duration;

use miden_client::note::NoteId;
use miden_client::transaction::TransactionId;
use miden_client::utils::Deserializable;
use rusqlite::{Connection, OpenFlags};

use super::error::IndexError;
use super::note_rows::NoteState;
use super::stored::{ConsumedNotes, NoteStage};

/// How far everything in the store has come.
pub(super) struct StoreStates {
    /// Each transaction with the number of its state.
    pub(super) transactions: Vec<(TransactionId, u8)>,
    /// Each note that came in and can be told, with its stage.
    pub(super) notes: Vec<(NoteId, NoteStage)>,
    /// The same notes, with what their pages say of them.
    pub(super) received: Vec<(NoteId, u8)>,
}

/// Reads it, in one moment of the store.
pub(super) fn states(store: &Path) -> Result<StoreStates, IndexError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(store, flags)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    let snapshot = connection.transaction()?;
    let transactions = pairs(
        &snapshot,
        "SELECT id, status_variant FROM transactions",
        TransactionId::read_from_bytes,
    )?;
    let notes = pairs(
        &snapshot,
        "SELECT note_id, state_discriminant FROM input_notes WHERE note_id IS NOT NULL",
        NoteId::read_from_bytes,
    )?;
    let received = notes.iter().map(|(note, state)| (*note, NoteState::of(*state) as u8)).collect();
    let notes = notes.into_iter().map(|(note, state)| (note, NoteStage::of(state))).collect();
    Ok(StoreStates { transactions, notes, received })
}

/// The notes that were made and are consumed, or `None` where there are as many as were known.
pub(super) fn consumed(
    store: &Path,
    known: Option<u64>,
) -> Result<Option<ConsumedNotes>, IndexError> {
    const CONSUMED: &str = "FROM output_notes WHERE state_discriminant = 4";
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(store, flags)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    if let Some(known) = known {
        let count: i64 =
            connection.query_row(&format!("SELECT count(*) {CONSUMED}"), [], |row| row.get(0))?;
        if count.unsigned_abs() == known {
            return Ok(None);
        }
    }
    let notes =
        pairs(&connection, &format!("SELECT note_id, 0 {CONSUMED}"), NoteId::read_from_bytes)?;
    Ok(Some(ConsumedNotes { notes: notes.into_iter().map(|(note, _)| note).collect() }))
}

/// Ids with the numbers beside them.
pub(super) fn pairs<T, E: std::error::Error + Send + Sync + 'static>(
    connection: &Connection,
    query: &str,
    read: impl Fn(&[u8]) -> Result<T, E>,
) -> Result<Vec<(T, u8)>, IndexError> {
    let mut statement = connection.prepare(query)?;
    let mut rows = statement.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let id = row.get_ref(0)?.as_blob().map_err(|error| IndexError::Entry(error.into()))?;
        found.push((read(id).map_err(|error| IndexError::Entry(error.into()))?, row.get(1)?));
    }
    Ok(found)
}
