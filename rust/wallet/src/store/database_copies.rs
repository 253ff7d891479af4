//! A copy of a SQLite database as it is in one moment, and what the head of such a file says.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode};
use thiserror::Error;

use crate::errors::Cause;
use crate::store::private_files;

/// Why there is no copy.
#[derive(Debug, Error)]
pub(crate) enum CopyError {
    /// SQLite says no.
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
    /// The copy cannot be made or read.
    #[error(transparent)]
    File(#[from] std::io::Error),
}

impl CopyError {
    /// The error itself, by which a full disk is recognised.
    pub(crate) fn into_cause(self) -> Cause {
        match self {
            Self::Database(error) => error.into(),
            Self::File(error) => error.into(),
        }
    }
}

/// A copy of an open database, which lies at `path`. It is made by SQLite, in one read, and compact.
pub(crate) fn copied(connection: &Connection, path: &Path) -> Result<Vec<u8>, CopyError> {
    // Always the same: what a process left that died is gone with the next one.
    let copy = Temporary(beside(path, ".snapshot"));
    copy.remove()?;
    copy_into(connection, &copy.0)?;
    Ok(fs::read(&copy.0)?)
}

/// Copies an open database into a file that is not there yet.
pub(crate) fn copy_into(connection: &Connection, path: &Path) -> Result<(), CopyError> {
    // SQLite takes an empty file, and leaves it to its owner alone.
    drop(private_files::open(path)?);
    let name = path.to_str();
    let name = name.ok_or_else(|| std::io::Error::other("its path is not UTF-8"))?;
    connection.execute("VACUUM INTO ?1", [name])?;
    Ok(())
}

/// Whether a database's file itself is what is wrong.
pub(crate) fn is_damage(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(code, Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
}

/// What a database's file says of itself in its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Head {
    /// The version of its tables, as whoever made them counts.
    pub(crate) version: u32,
    /// Which program it is of.
    pub(crate) application: i32,
}

impl Head {
    /// The head of a file; `None` where it is no such file.
    pub(crate) fn of(file: &[u8]) -> Option<Self> {
        // From the description of SQLite's file format.
        const NAME: &[u8] = b"SQLite format 3\0";
        const USER_VERSION: std::ops::Range<usize> = 60..64;
        const APPLICATION_ID: std::ops::Range<usize> = 68..72;
        if !file.starts_with(NAME) {
            return None;
        }
        let number = |place: std::ops::Range<usize>| file.get(place)?.try_into().ok();
        Some(Self {
            version: u32::from_be_bytes(number(USER_VERSION)?),
            application: i32::from_be_bytes(number(APPLICATION_ID)?),
        })
    }
}

/// A file that lies beside another one and is named after it.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Removes a file, where there is one.
pub(crate) fn remove(path: &Path) -> std::io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// A file that is gone in the end.
struct Temporary(PathBuf);

impl Temporary {
    fn remove(&self) -> std::io::Result<()> {
        remove(&self.0)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Err(error) = self.remove() {
            tracing::warn!(path = %self.0.display(), %error, "a copy of a database is left");
        }
    }
}
