//! The store's file as it is in one moment, and a place for one.
//!
//! It goes past the client to the file, as the history does: the client has no copy of its store to give.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, params};

use crate::errors::Cause;
use crate::store::database_copies::{beside, copied, remove};
use crate::store::private_files;

/// The newest version of the store's tables that this library can open.
pub(super) const STORE_VERSION: u32 = 2;

/// A copy of a store that is open.
pub(super) fn of(store: &Path) -> Result<Vec<u8>, Cause> {
    Ok(copied(&open(store, OpenFlags::SQLITE_OPEN_READ_ONLY)?, store)?)
}

/// What a store has that a wallet could miss; `None` where there is none of it.
pub(super) fn contents(store: &Path) -> Result<Option<&'static str>, Cause> {
    const TABLES: [(&str, &str); 4] = [
        ("latest_account_headers", "accounts"),
        ("transactions", "transactions"),
        ("input_notes", "notes"),
        ("output_notes", "notes"),
    ];
    if !store.exists() {
        return Ok(None);
    }
    // To write, so that closing it clears away what lies beside it.
    let connection = open(store, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    for (table, what) in TABLES {
        let query =
            "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1)";
        let is_there: bool = connection.query_row(query, [table], |row| row.get(0))?;
        let query = format!("SELECT EXISTS (SELECT 1 FROM {table})");
        if is_there && connection.query_row(&query, [], |row| row.get(0))? {
            return Ok(Some(what));
        }
    }
    Ok(None)
}

/// Puts a store where there was an empty one, or none, with settings that it did not have. Nobody may have it open.
pub(super) fn put(store: &Path, bytes: &[u8], settings: &[(&str, Vec<u8>)]) -> Result<(), Cause> {
    let bytes = with_settings(store, bytes, settings)?;
    // Of the empty one. SQLite would take them for the new one's.
    for suffix in ["-wal", "-shm", "-journal"] {
        remove(&beside(store, suffix))?;
    }
    Ok(private_files::write(store, &bytes, || {})?)
}

/// A store with these settings. They are written before the store has its name: there is no moment without them.
fn with_settings(
    store: &Path,
    bytes: &[u8],
    settings: &[(&str, Vec<u8>)],
) -> Result<Vec<u8>, Cause> {
    /// What the store calls the settings that are not the client's own.
    const USER: u8 = 1;
    let folder = private_files::parent_of(store);
    private_files::make_folder(folder)?;
    // With mode 0600 where there are modes.
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    let connection = open(file.path(), OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    for (name, value) in settings {
        connection.execute(
            "INSERT OR REPLACE INTO settings (scope, name, value) VALUES (?1, ?2, ?3)",
            params![USER, name, value],
        )?;
    }
    connection.close().map_err(|(_, error)| error)?;
    Ok(std::fs::read(file.path())?)
}

fn open(store: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(store, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    Ok(connection)
}
