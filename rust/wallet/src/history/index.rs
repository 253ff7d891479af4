//! The file: a SQLite database with what the pages show, and the events.

mod notes;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use miden_client::account::AccountId;
use miden_client::note::NoteId;
use miden_client::transaction::TransactionId;
use miden_client::utils::{Deserializable, Serializable};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction, params};

use super::cursor::{Identity, new_identity};
use super::error::IndexError;
use super::events::StoredEvent;
use super::note_rows::NoteRow;
use super::pages::{TransactionQuery, TransactionStage};
use super::store_file::pairs;
use super::stored::{Details, NoteStage, Row, TransactionKind};
use crate::private_files;
pub(super) use notes::ConsumedNotes;
use notes::{FROM_VERSION_1, NOTE_TABLES, write_notes};

/// Says that the file is a history: "MIDH".
const APPLICATION: i32 = 0x4D49_4448;

/// The version of the tables. What version 1 lacks is added; a file of any other version is made anew.
const VERSION: i32 = 2;

/// What pages are filtered by is apart from what they show: so every filter reads little.
const SCHEMA: &str = "
    CREATE TABLE log (identity BLOB NOT NULL, synced INTEGER NOT NULL) STRICT;
    CREATE TABLE transactions (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        id BLOB NOT NULL UNIQUE,
        account BLOB NOT NULL,
        state INTEGER NOT NULL,
        kind INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        is_noted INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX pending ON transactions(state) WHERE state = 0;
    CREATE TABLE details (sequence INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
    CREATE TABLE notes (id BLOB PRIMARY KEY, stage INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX unsettled ON notes(stage) WHERE stage IN (0, 2);
    CREATE TABLE locked_accounts (id BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TABLE events (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        recorded_at INTEGER NOT NULL,
        is_sync INTEGER NOT NULL,
        body TEXT NOT NULL
    ) STRICT;
";

/// What is new in the store.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// Transactions that are new or have come further, oldest first.
    pub(super) transactions: Vec<Row>,
    /// Transactions the store does not have any more: it was restored from a backup.
    pub(super) gone: Vec<TransactionId>,
    pub(super) notes: Vec<(NoteId, NoteStage)>,
    /// Notes the store does not have any more.
    pub(super) notes_gone: Vec<NoteId>,
    /// Notes that came in, as their pages show them. Those that were made are with their transactions.
    pub(super) received: Vec<NoteRow>,
    /// Notes of these that the store does not have any more.
    pub(super) received_gone: Vec<NoteId>,
    /// The notes that were made and are consumed: all of them, where that may have changed.
    pub(super) consumed: Option<ConsumedNotes>,
    /// How many accounts the wallet has, where all was compared.
    pub(super) own_accounts: Option<u64>,
    /// All accounts that are locked now.
    pub(super) locked: Vec<AccountId>,
    /// The block a sync has come to.
    pub(super) synced: Option<u32>,
    /// When all this was found, in seconds since 1970.
    pub(super) recorded_at: u64,
}

/// How far everything in the index has come.
#[derive(Debug, Default)]
pub(super) struct IndexStates {
    pub(super) transactions: Vec<(TransactionId, u8)>,
    pub(super) notes: Vec<(NoteId, NoteStage)>,
}

/// A page of transactions as the index has it.
pub(super) struct RowPage {
    pub(super) rows: Vec<Row>,
    pub(super) has_more: bool,
}

/// Events with their numbers and times.
pub(super) struct EventRows {
    pub(super) rows: Vec<(u64, u64, StoredEvent)>,
    /// The number of the newest event there ever was.
    pub(super) newest: u64,
}

/// The open file.
pub(super) struct Index {
    connection: Connection,
    identity: Identity,
}

impl Index {
    /// Opens the file, or makes it. One that is no history of this version is made anew: nothing is lost
    /// by that but the numbers of the events.
    pub(super) fn open(path: &Path) -> Result<Self, IndexError> {
        match Self::open_as_it_is(path) {
            Err(error) if error.is_damage() => {
                tracing::warn!(path = %path.display(), %error, "the history is made anew");
                Self::remove(path);
                Self::open_as_it_is(path)
            }
            result => result,
        }
    }

    /// Removes the file, and what SQLite has beside it.
    pub(super) fn remove(path: &Path) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let mut name = path.as_os_str().to_owned();
            name.push(suffix);
            match fs::remove_file(PathBuf::from(&name)) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    tracing::warn!(path = %name.display(), %error, "a file could not be removed");
                }
                _ => {}
            }
        }
    }

    fn open_as_it_is(path: &Path) -> Result<Self, IndexError> {
        // SQLite gives what it puts beside the file the file's permissions.
        drop(private_files::open(path)?);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags)?;
        // Whoever has the store has the index. And a number of an event that a consumer has seen must not
        // be given to another one after a power failure.
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        let found: (i32, i32) = (
            connection.pragma_query_value(None, "application_id", |row| row.get(0))?,
            connection.pragma_query_value(None, "user_version", |row| row.get(0))?,
        );
        let tables: i64 =
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        match (found, tables) {
            ((APPLICATION, VERSION), 1..) => {}
            ((APPLICATION, 1), 1..) => upgrade(&mut connection)?,
            ((0, 0), 0) => make(&mut connection)?,
            _ => return Err(IndexError::NotAnIndex),
        }
        let identity: Option<Identity> =
            connection.query_row("SELECT identity FROM log", [], |row| row.get(0)).optional()?;
        Ok(Self { identity: identity.ok_or(IndexError::NotAnIndex)?, connection })
    }

    /// What tells this log of events from every other, one of the same store that was lost among them.
    pub(super) fn identity(&self) -> Identity {
        self.identity
    }

    /// How far everything has come.
    pub(super) fn states(&self) -> Result<IndexStates, IndexError> {
        self.states_where("iif(is_noted, state, 255)", "", "")
    }

    /// The same of what can still change without anybody being told: pending transactions, and notes that
    /// are expected or being consumed.
    pub(super) fn unsettled(&self) -> Result<IndexStates, IndexError> {
        self.states_where("state", "WHERE state = 0", "WHERE stage IN (0, 2)")
    }

    fn states_where(
        &self,
        state: &str,
        transactions: &str,
        notes: &str,
    ) -> Result<IndexStates, IndexError> {
        let transactions = pairs(
            &self.connection,
            &format!("SELECT id, {state} FROM transactions {transactions}"),
            TransactionId::read_from_bytes,
        )?;
        let notes = pairs(
            &self.connection,
            &format!("SELECT id, stage FROM notes {notes}"),
            NoteId::read_from_bytes,
        )?;
        let notes = notes
            .into_iter()
            .map(|(note, stage)| Ok((note, stage_numbered(stage)?)))
            .collect::<Result<_, IndexError>>()?;
        Ok(IndexStates { transactions, notes })
    }

    /// Writes what is new with the events it comes to: all of it or nothing.
    pub(super) fn write(&mut self, changes: &Changes) -> Result<(), IndexError> {
        let database = self.connection.transaction()?;
        let mut events = Vec::new();
        for row in &changes.transactions {
            write_transaction(&database, row, &mut events)?;
        }
        for transaction in &changes.gone {
            remove_transaction(&database, *transaction)?;
        }
        for (note, stage) in &changes.notes {
            write_note(&database, *note, *stage, &mut events)?;
        }
        for note in &changes.notes_gone {
            database.execute("DELETE FROM notes WHERE id = ?1", [note.to_bytes()])?;
        }
        write_notes(&database, changes)?;
        write_locked(&database, &changes.locked, &mut events)?;
        for event in &events {
            write_event(&database, event, changes.recorded_at)?;
        }
        if let Some(block) = changes.synced {
            write_synced(&database, block, changes.recorded_at)?;
        }
        Ok(database.commit()?)
    }

    /// A page of transactions, newest first.
    pub(super) fn page(
        &self,
        query: &TransactionQuery,
        after: Option<TransactionId>,
        limit: u32,
    ) -> Result<RowPage, IndexError> {
        let before = match after {
            None => i64::MAX,
            Some(id) => self
                .connection
                .prepare_cached("SELECT sequence FROM transactions WHERE id = ?1")?
                .query_row([id.to_bytes()], |row| row.get(0))
                .optional()?
                .ok_or(IndexError::NoSuchEntry)?,
        };
        // Joined crosswise, which settles who leads: the filters.
        let mut statement = self.connection.prepare_cached(
            "SELECT id, account, kind, created_at, body
             FROM transactions AS entry CROSS JOIN details ON details.sequence = entry.sequence
             WHERE entry.sequence < ?1
               AND (?2 IS NULL OR account = ?2) AND (?3 IS NULL OR state = ?3)
               AND (?4 IS NULL OR kind = ?4)
               AND (?5 IS NULL OR created_at >= ?5) AND (?6 IS NULL OR created_at < ?6)
             ORDER BY entry.sequence DESC LIMIT ?7",
        )?;
        let mut rows = statement.query(params![
            before,
            query.account.map(|account| account.to_bytes()),
            query.stage.map(|stage| match stage {
                TransactionStage::Pending => 0_u8,
                TransactionStage::Committed => 1,
                TransactionStage::Discarded => 2,
            }),
            query.kind.map(|kind| kind as u8),
            query.created_from.map(seconds),
            query.created_before.map(seconds),
            i64::from(limit) + 1,
        ])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            if found.len() == limit as usize {
                return Ok(RowPage { rows: found, has_more: true });
            }
            found.push(read_row(row)?);
        }
        Ok(RowPage { rows: found, has_more: false })
    }

    /// The events after a number, oldest first.
    pub(super) fn events(&self, after: u64, limit: u32) -> Result<EventRows, IndexError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT number, recorded_at, body FROM events WHERE number > ?1 ORDER BY number LIMIT ?2",
        )?;
        let mut rows = statement.query(params![seconds(after), limit])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let body = row.get_ref(2)?.as_str().map_err(|error| IndexError::Entry(error.into()))?;
            let number: i64 = row.get(0)?;
            let recorded_at: i64 = row.get(1)?;
            let event = serde_json::from_str(body)?;
            found.push((number.unsigned_abs(), recorded_at.unsigned_abs(), event));
        }
        let newest: Option<i64> = self
            .connection
            .query_row("SELECT seq FROM sqlite_sequence WHERE name = 'events'", [], |row| {
                row.get(0)
            })
            .optional()?;
        Ok(EventRows { rows: found, newest: newest.unwrap_or(0).unsigned_abs() })
    }
}

fn make(connection: &mut Connection) -> Result<(), IndexError> {
    let database = connection.transaction()?;
    database.execute_batch(SCHEMA)?;
    database.execute_batch(NOTE_TABLES)?;
    database.execute("INSERT INTO log (identity, synced) VALUES (?1, 0)", [new_identity()])?;
    database.pragma_update(None, "application_id", APPLICATION)?;
    database.pragma_update(None, "user_version", VERSION)?;
    Ok(database.commit()?)
}

/// Adds what an index of version 1 lacks: its events go on.
fn upgrade(connection: &mut Connection) -> Result<(), IndexError> {
    let database = connection.transaction()?;
    database.execute_batch(FROM_VERSION_1)?;
    database.execute_batch(NOTE_TABLES)?;
    database.pragma_update(None, "user_version", VERSION)?;
    Ok(database.commit()?)
}

fn write_transaction(
    database: &Transaction<'_>,
    row: &Row,
    events: &mut Vec<StoredEvent>,
) -> Result<(), IndexError> {
    let (id, state) = (row.transaction.to_bytes(), row.details.state.number());
    let known: Option<(i64, u8)> = database
        .prepare_cached("SELECT sequence, state FROM transactions WHERE id = ?1")?
        .query_row([&id], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let body = serde_json::to_string(&row.details)?;
    if let Some((sequence, _)) = known {
        database
            .prepare_cached("UPDATE transactions SET state = ?2, is_noted = 1 WHERE sequence = ?1")?
            .execute(params![sequence, state])?;
        database
            .prepare_cached("UPDATE details SET body = ?2 WHERE sequence = ?1")?
            .execute(params![sequence, body])?;
    } else {
        database
            .prepare_cached(
                "INSERT INTO transactions (id, account, state, kind, created_at, is_noted)
                 VALUES (?1, ?2, ?3, ?4, ?5, 1)",
            )?
            .execute(params![
                id,
                row.account.to_bytes(),
                state,
                row.kind as u8,
                seconds(row.created_at)
            ])?;
        database
            .prepare_cached("INSERT INTO details (sequence, body) VALUES (?1, ?2)")?
            .execute(params![database.last_insert_rowid(), body])?;
    }
    if known.is_none_or(|(_, before)| before != state) {
        events.extend(StoredEvent::of_transaction(row));
    }
    Ok(())
}

fn remove_transaction(
    database: &Transaction<'_>,
    transaction: TransactionId,
) -> Result<(), IndexError> {
    let id = transaction.to_bytes();
    database.execute(
        "DELETE FROM details WHERE sequence = (SELECT sequence FROM transactions WHERE id = ?1)",
        [&id],
    )?;
    database.execute("DELETE FROM transactions WHERE id = ?1", [&id])?;
    Ok(())
}

fn write_note(
    database: &Transaction<'_>,
    note: NoteId,
    stage: NoteStage,
    events: &mut Vec<StoredEvent>,
) -> Result<(), IndexError> {
    let id = note.to_bytes();
    let known: Option<u8> = database
        .prepare_cached("SELECT stage FROM notes WHERE id = ?1")?
        .query_row([&id], |row| row.get(0))
        .optional()?;
    let before = known.map_or(Ok(NoteStage::Expected), stage_numbered)?;
    database
        .prepare_cached("INSERT OR REPLACE INTO notes (id, stage) VALUES (?1, ?2)")?
        .execute(params![id, stage as u8])?;
    events.extend(StoredEvent::of_note(note, before, stage));
    Ok(())
}

fn write_locked(
    database: &Transaction<'_>,
    locked: &[AccountId],
    events: &mut Vec<StoredEvent>,
) -> Result<(), IndexError> {
    let mut statement = database.prepare_cached("SELECT id FROM locked_accounts")?;
    let known =
        statement.query_map([], |row| row.get::<_, Vec<u8>>(0))?.collect::<Result<Vec<_>, _>>()?;
    let now: Vec<Vec<u8>> = locked.iter().map(AccountId::to_bytes).collect();
    for id in known.iter().filter(|id| !now.contains(id)) {
        database.execute("DELETE FROM locked_accounts WHERE id = ?1", [id])?;
    }
    for (account, id) in locked.iter().zip(&now).filter(|(_, id)| !known.contains(id)) {
        database.execute("INSERT INTO locked_accounts (id) VALUES (?1)", [id])?;
        events.push(StoredEvent::locked(*account));
    }
    Ok(())
}

/// Says to which block the wallet has come. Where that was the newest event already, the new one takes its
/// place under a number of its own: a wallet that syncs for years with nothing to tell keeps one event.
fn write_synced(database: &Transaction<'_>, block: u32, at: u64) -> Result<(), IndexError> {
    let further = database.execute("UPDATE log SET synced = ?1 WHERE synced < ?1", [block])?;
    if further > 0 {
        database.execute(
            "DELETE FROM events
             WHERE is_sync = 1 AND number = (SELECT max(number) FROM events)",
            [],
        )?;
        write_event(database, &StoredEvent::Synced { block }, at)?;
    }
    Ok(())
}

fn write_event(database: &Transaction<'_>, event: &StoredEvent, at: u64) -> Result<(), IndexError> {
    let is_sync = matches!(event, StoredEvent::Synced { .. });
    database
        .prepare_cached("INSERT INTO events (recorded_at, is_sync, body) VALUES (?1, ?2, ?3)")?
        .execute(params![seconds(at), is_sync, serde_json::to_string(event)?])?;
    Ok(())
}

fn read_row(row: &rusqlite::Row<'_>) -> Result<Row, IndexError> {
    let entry = |error: miden_client::utils::DeserializationError| IndexError::Entry(error.into());
    let created_at: i64 = row.get(3)?;
    let body = row.get_ref(4)?.as_str().map_err(|error| IndexError::Entry(error.into()))?;
    let details: Details = serde_json::from_str(body)?;
    Ok(Row {
        transaction: TransactionId::read_from_bytes(blob(row, 0)?).map_err(entry)?,
        account: AccountId::read_from_bytes(blob(row, 1)?).map_err(entry)?,
        kind: TransactionKind::numbered(row.get(2)?)
            .ok_or_else(|| IndexError::Entry("a kind there is not".into()))?,
        created_at: created_at.unsigned_abs(),
        details,
        made: Vec::new(),
    })
}

fn blob<'a>(row: &'a rusqlite::Row<'_>, column: usize) -> Result<&'a [u8], IndexError> {
    row.get_ref(column)?.as_blob().map_err(|error| IndexError::Entry(error.into()))
}

fn stage_numbered(number: u8) -> Result<NoteStage, IndexError> {
    use NoteStage::{Arrived, Consumed, Expected, Processing};
    [Expected, Arrived, Processing, Consumed]
        .into_iter()
        .find(|stage| *stage as u8 == number)
        .ok_or_else(|| IndexError::Entry("a stage there is not".into()))
}

/// SQLite's numbers have a sign. What is too large for one is later than everything.
fn seconds(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;
