//! What stands between the wallet and its files, told apart by what the system and SQLite say.

use std::error::Error;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use miden_client::store::StoreError as ClientStoreError;

use super::StoreError;
use super::causes::{Cause, chain};
use crate::store::private_files;

/// Why files cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Obstacle {
    /// There is no room.
    Full,
    /// Nothing may be written.
    ReadOnly,
    /// A file is not what it should be.
    Damaged,
}

impl StoreError {
    /// Why a store cannot be opened.
    pub(crate) fn unusable(path: PathBuf, source: impl Into<Cause>) -> Self {
        Self::told_apart(Some(&path), source.into())
            .unwrap_or_else(|source| Self::Unusable { path, source })
    }

    /// Why an open store fails. Without its path, what SQLite leaves open stays so.
    pub(crate) fn failed(path: Option<&Path>, source: impl Into<Cause>) -> Self {
        let source = source.into();
        let error = source.downcast_ref::<ClientStoreError>();
        let transient = matches!(error, Some(ClientStoreError::DatabaseTransientError(_)));
        Self::told_apart(path, source).unwrap_or_else(|source| Self::Failed { source, transient })
    }

    /// What stands in the way, if that can be said. What SQLite leaves open is found out in the store's folder.
    fn told_apart(path: Option<&Path>, source: Cause) -> Result<Self, Cause> {
        let found = match (obstacle(source.as_ref()), path) {
            (None, Some(path)) if is_ambiguous(source.as_ref()) => {
                obstacle_in(private_files::parent_of(path))
            }
            (found, _) => found,
        };
        let path = path.map(Path::to_owned);
        match found {
            Some(Obstacle::Full) => Ok(Self::DiskFull { source }),
            Some(Obstacle::ReadOnly) => Ok(Self::ReadOnly { path, source }),
            Some(Obstacle::Damaged) => Ok(Self::Damaged { path, source }),
            None => Err(source),
        }
    }

    /// What keeps a file of the wallet from being written, if it is the whole disk.
    pub(crate) fn disk_full(source: Cause) -> Result<Self, Cause> {
        match obstacle(source.as_ref()) {
            Some(Obstacle::Full) => Ok(Self::DiskFull { source }),
            _ => Err(source),
        }
    }
}

fn obstacle(error: &(dyn Error + 'static)) -> Option<Obstacle> {
    chain(error).find_map(|cause| {
        if let Some(error) = cause.downcast_ref::<io::Error>() {
            return of_file(error);
        }
        if let Some(error) = cause.downcast_ref::<rusqlite::Error>() {
            return of_database(error);
        }
        of_text(&cause.to_string())
    })
}

fn of_file(error: &io::Error) -> Option<Obstacle> {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Some(Obstacle::Full),
        ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied => Some(Obstacle::ReadOnly),
        _ => None,
    }
}

fn of_database(error: &rusqlite::Error) -> Option<Obstacle> {
    use rusqlite::ErrorCode;
    match error.sqlite_error_code()? {
        ErrorCode::DiskFull => Some(Obstacle::Full),
        ErrorCode::ReadOnly | ErrorCode::PermissionDenied => Some(Obstacle::ReadOnly),
        ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => Some(Obstacle::Damaged),
        _ => None,
    }
}

/// By SQLite's texts, which do not change: the client keeps nothing else of its errors.
fn of_text(text: &str) -> Option<Obstacle> {
    const TEXTS: [(&str, Obstacle); 4] = [
        ("database or disk is full", Obstacle::Full),
        ("attempt to write a readonly database", Obstacle::ReadOnly),
        ("database disk image is malformed", Obstacle::Damaged),
        ("file is not a database", Obstacle::Damaged),
    ];
    TEXTS.iter().find(|(part, _)| text.contains(part)).map(|(_, obstacle)| *obstacle)
}

/// Whether SQLite could not open or use a file and does not say why.
fn is_ambiguous(error: &(dyn Error + 'static)) -> bool {
    chain(error).any(|cause| {
        let text = cause.to_string();
        text.contains("unable to open database file") || text.contains("disk I/O error")
    })
}

/// What keeps a file from being written in a folder. As much as SQLite needs to begin with.
fn obstacle_in(folder: &Path) -> Option<Obstacle> {
    let written = tempfile::tempfile_in(folder).and_then(|mut file| {
        file.write_all(&vec![0; 1 << 16])?;
        file.sync_all()
    });
    written.err().as_ref().and_then(of_file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(source: impl Into<Cause>) -> &'static str {
        StoreError::unusable(PathBuf::from("/nowhere/store.sqlite3"), source).kind()
    }

    fn sqlite(code: i32) -> rusqlite::Error {
        rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), None)
    }

    #[test]
    fn errors_of_files_are_told_apart() {
        assert_eq!(kind(io::Error::from(ErrorKind::StorageFull)), "disk_full");
        assert_eq!(kind(io::Error::from(ErrorKind::QuotaExceeded)), "disk_full");
        assert_eq!(kind(io::Error::from(ErrorKind::ReadOnlyFilesystem)), "store_read_only");
        assert_eq!(kind(io::Error::from(ErrorKind::PermissionDenied)), "store_read_only");
        assert_eq!(kind(io::Error::from(ErrorKind::Interrupted)), "store_unusable");
    }

    #[test]
    fn errors_of_sqlite_are_told_apart_also_by_their_texts() {
        for (code, text, expected) in [
            (rusqlite::ffi::SQLITE_FULL, "database or disk is full", "disk_full"),
            (
                rusqlite::ffi::SQLITE_READONLY,
                "attempt to write a readonly database",
                "store_read_only",
            ),
            (rusqlite::ffi::SQLITE_CORRUPT, "database disk image is malformed", "store_damaged"),
            (rusqlite::ffi::SQLITE_NOTADB, "file is not a database", "store_damaged"),
            (rusqlite::ffi::SQLITE_BUSY, "database is locked", "store_unusable"),
        ] {
            assert_eq!(kind(sqlite(code)), expected);
            let flattened = ClientStoreError::DatabaseError(text.to_owned());
            assert_eq!(kind(flattened), expected, "{text}");
        }
    }

    /// SQLite itself, on a database that may not grow.
    #[test]
    fn a_database_that_cannot_grow_is_a_full_disk() {
        let database = rusqlite::Connection::open_in_memory().expect("a database");
        database
            .execute_batch("CREATE TABLE numbers (number); PRAGMA max_page_count = 3")
            .expect("a table");
        let filled = database.execute("INSERT INTO numbers VALUES (zeroblob(100000))", []);
        let error = ClientStoreError::DatabaseError(filled.expect_err("it is full").to_string());
        assert_eq!(StoreError::failed(None, error).kind(), "disk_full");
    }

    /// SQLite itself, on a database that may not be written.
    #[test]
    fn a_database_that_may_not_be_written_is_read_only() {
        let database = rusqlite::Connection::open_in_memory().expect("a database");
        database
            .execute_batch("CREATE TABLE numbers (number); PRAGMA query_only = ON")
            .expect("a table");
        let written = database.execute("INSERT INTO numbers VALUES (1)", []);
        let error = ClientStoreError::DatabaseError(written.expect_err("refused").to_string());
        let error = StoreError::failed(None, error);
        assert_eq!(error.kind(), "store_read_only");
        assert!(error.to_string().starts_with("The wallet's store cannot be written: "), "{error}");
    }

    #[test]
    fn a_locked_database_has_failed_for_a_moment() {
        let locked = ClientStoreError::DatabaseTransientError("database is locked".to_owned());
        let error = StoreError::failed(None, locked);
        assert!(matches!(error, StoreError::Failed { transient: true, .. }), "{error:?}");
    }

    #[test]
    fn an_open_store_whose_disk_fails_has_failed_if_its_folder_can_be_written() {
        let failing = || ClientStoreError::DatabaseError("disk I/O error".to_owned());
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("store.sqlite3");
        assert_eq!(StoreError::failed(Some(&path), failing()).kind(), "store");
        assert_eq!(StoreError::failed(None, failing()).kind(), "store");
    }

    /// Nobody may make a file there, not even an administrator.
    #[cfg(target_os = "linux")]
    #[test]
    fn an_open_store_whose_disk_has_become_read_only_is_read_only() {
        let path = Path::new("/sys/kernel/store.sqlite3");
        let failing = ClientStoreError::DatabaseError("disk I/O error".to_owned());
        let error = StoreError::failed(Some(path), failing);
        assert_eq!(error.kind(), "store_read_only");
        assert!(error.to_string().starts_with("The store at /sys/kernel/store."), "{error}");
    }

    #[test]
    fn a_file_that_cannot_be_opened_is_explained_by_its_folder() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("store.sqlite3");
        let unclear = || ClientStoreError::DatabaseError("unable to open database file".to_owned());
        assert_eq!(StoreError::unusable(path, unclear()).kind(), "store_unusable");
    }
}
