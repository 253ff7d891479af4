//! The store's file as it is in one moment, and a place for one.
//!
//! It goes past the client to the file, as the history does: the client has no copy of its store to give.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::errors::Cause;
use crate::private_files;

/// The newest version of the store's tables that this library can open.
pub(super) const STORE_VERSION: u32 = 2;

/// A copy of a store that is open. It is made by SQLite, in one read of the store, and compact.
pub(super) fn of(store: &Path) -> Result<Vec<u8>, Cause> {
    // Always the same: what a process left that died is gone with the next one.
    let copy = Temporary(beside(store, ".snapshot"));
    copy.remove()?;
    // SQLite takes an empty file, and leaves it to its owner alone.
    drop(private_files::open(&copy.0)?);
    let connection = open(store, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let name = copy.0.to_str().ok_or("its path is not UTF-8")?;
    connection.execute("VACUUM INTO ?1", [name])?;
    drop(connection);
    Ok(fs::read(&copy.0)?)
}

/// The version of the tables in a store's file; `None` where it is no such file.
pub(super) fn version(store: &[u8]) -> Option<u32> {
    // From the description of SQLite's file format.
    const NAME: &[u8] = b"SQLite format 3\0";
    const USER_VERSION: std::ops::Range<usize> = 60..64;
    let version = store.get(USER_VERSION).filter(|_| store.starts_with(NAME))?;
    version.try_into().ok().map(u32::from_be_bytes)
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

/// Puts a store where there was an empty one, or none. Nobody may have it open.
pub(super) fn put(store: &Path, bytes: &[u8]) -> std::io::Result<()> {
    // Of the empty one. SQLite would take them for the new one's.
    for suffix in ["-wal", "-shm", "-journal"] {
        Temporary(beside(store, suffix)).remove()?;
    }
    private_files::write(store, bytes, || {})
}

fn open(store: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(store, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    Ok(connection)
}

fn beside(store: &Path, suffix: &str) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// A file that is gone in the end.
struct Temporary(PathBuf);

impl Temporary {
    fn remove(&self) -> std::io::Result<()> {
        match fs::remove_file(&self.0) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Err(error) = self.remove() {
            tracing::warn!(path = %self.0.display(), %error, "a copy of the store is left");
        }
    }
}
