//! The file itself: its tables, its versions, and copies of it.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use super::from_chain::CHAIN_TABLES;
use super::notes::{FROM_VERSION_1, NOTE_KINDS, NOTE_TABLES};
use super::{Index, seconds};
use crate::history::error::IndexError;
use crate::history::identity::{Identity, new_identity};
use crate::history::logs::Logs;
use crate::store::database_copies::{beside, copied, remove};
use crate::store::private_files;

/// Says that the file is a history: "MIDH".
pub(in crate::history) const APPLICATION: i32 = 0x4D49_4448;

/// The version of the tables. What earlier ones lack is added; a file of any other version is made anew.
pub(in crate::history) const VERSION: i32 = 6;

/// What pages are filtered by is apart from what they show: so every filter reads little. What is not
/// `is_noted` is read once more: an earlier version said less of it.
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

/// What was added with version 3: the logs of events that this one came from.
const ORIGINS_TABLE: &str = "
    CREATE TABLE origins (
        place INTEGER PRIMARY KEY,
        identity BLOB NOT NULL,
        last_event INTEGER NOT NULL
    ) STRICT;
";

/// What an index of version 2 says otherwise: the kinds of its transactions.
const FROM_VERSION_2: &str = "UPDATE transactions SET is_noted = 0;";

/// An index of version 5 hides notes that it would show now: they are looked at as if there were new accounts.
const FROM_VERSION_5: &str = "UPDATE note_log SET own_accounts = 9223372036854775807;";

impl Index {
    /// Opens the file, or makes it. One that is no history of this version is made anew: nothing is lost
    /// by that but the numbers of the events.
    pub(in crate::history) fn open(path: &Path) -> Result<Self, IndexError> {
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
    pub(in crate::history) fn remove(path: &Path) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let path = beside(path, suffix);
            if let Err(error) = remove(&path) {
                tracing::warn!(path = %path.display(), %error, "a file could not be removed");
            }
        }
    }

    fn open_as_it_is(path: &Path) -> Result<Self, IndexError> {
        // SQLite gives what it puts beside the file the file's permissions.
        drop(private_files::open(path)?);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags)?;
        // Others copy it meanwhile: none of them keeps the holder of the store from writing.
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
        // A number of an event that a consumer has seen must not be given to another one after a power failure.
        connection.pragma_update(None, "synchronous", "FULL")?;
        let found: (i32, i32) = (
            connection.pragma_query_value(None, "application_id", |row| row.get(0))?,
            connection.pragma_query_value(None, "user_version", |row| row.get(0))?,
        );
        let tables: i64 =
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        match (found, tables) {
            ((APPLICATION, VERSION), 1..) => {}
            ((APPLICATION, version @ 1..=5), 1..) => upgrade(&mut connection, version)?,
            ((0, 0), 0) => make(&mut connection)?,
            _ => return Err(IndexError::NotAnIndex),
        }
        let logs = read_logs(&connection)?;
        Ok(Self { connection, path: path.to_owned(), logs })
    }

    /// Which logs the numbers of the events are of.
    pub(in crate::history) fn logs(&self) -> &Logs {
        &self.logs
    }

    /// A copy of the file.
    pub(in crate::history) fn copy(&self) -> Result<Vec<u8>, IndexError> {
        Ok(copied(&self.connection, &self.path)?)
    }

    /// Goes on under another identity, and remembers the one it had.
    pub(in crate::history) fn branch_off(&mut self) -> Result<(), IndexError> {
        let last = self.newest_event()?;
        let database = self.connection.transaction()?;
        database.execute(
            "INSERT INTO origins (identity, last_event) VALUES (?1, ?2)",
            params![self.logs.current, seconds(last)],
        )?;
        database.execute("UPDATE log SET identity = ?1", [new_identity()])?;
        database.commit()?;
        self.logs = read_logs(&self.connection)?;
        Ok(())
    }
}

fn make(connection: &mut Connection) -> Result<(), IndexError> {
    let database = connection.transaction()?;
    database.execute_batch(SCHEMA)?;
    database.execute_batch(NOTE_TABLES)?;
    database.execute_batch(ORIGINS_TABLE)?;
    database.execute_batch(CHAIN_TABLES)?;
    database.execute_batch(NOTE_KINDS)?;
    database.execute("INSERT INTO log (identity, synced) VALUES (?1, 0)", [new_identity()])?;
    database.pragma_update(None, "application_id", APPLICATION)?;
    database.pragma_update(None, "user_version", VERSION)?;
    Ok(database.commit()?)
}

/// Adds what an index of an earlier version lacks: its events go on.
fn upgrade(connection: &mut Connection, found: i32) -> Result<(), IndexError> {
    let database = connection.transaction()?;
    if found < 2 {
        database.execute_batch(FROM_VERSION_1)?;
        database.execute_batch(NOTE_TABLES)?;
    }
    if found < 3 {
        database.execute_batch(FROM_VERSION_2)?;
        database.execute_batch(ORIGINS_TABLE)?;
    }
    if found < 4 {
        database.execute_batch(CHAIN_TABLES)?;
    }
    if found < 5 {
        database.execute_batch(NOTE_KINDS)?;
    }
    database.execute_batch(FROM_VERSION_5)?;
    database.pragma_update(None, "user_version", VERSION)?;
    Ok(database.commit()?)
}

fn read_logs(connection: &Connection) -> Result<Logs, IndexError> {
    let current: Option<Identity> =
        connection.query_row("SELECT identity FROM log", [], |row| row.get(0)).optional()?;
    let current = current.ok_or(IndexError::NotAnIndex)?;
    let mut statement =
        connection.prepare("SELECT identity, last_event FROM origins ORDER BY place")?;
    let origins = statement.query_map([], |row| {
        let last: i64 = row.get(1)?;
        Ok((row.get::<_, Identity>(0)?, last.unsigned_abs()))
    })?;
    Ok(Logs { current, origins: origins.collect::<Result<_, _>>()? })
}
