//! One owner per store.
//!
//! SQLite would let two processes in, but the client's logic of syncing and applying assumes one
//! writer: two of them end with a locked account. So the store has a lock file beside it, held for
//! as long as the wallet lives and released by the operating system if the process dies.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::Notify;

use crate::errors::{Result, StoreError, WalletError};
use crate::store::private_files;

/// Notified when this process releases a lock. The locks belong to the process, so this does too.
pub(crate) static RELEASED: Notify = Notify::const_new();

/// Holds a store, or any other file that has one owner, until dropped.
#[derive(Debug)]
pub(crate) struct StoreLock {
    file: File,
}

impl StoreLock {
    /// Takes the lock beside `path`.
    pub(crate) fn take(path: &Path) -> Result<Self> {
        let lock_path = beside(path);
        let unusable = |error: std::io::Error| {
            WalletError::Store(StoreError::unusable(path.to_owned(), error))
        };
        if let Some(folder) = lock_path.parent() {
            private_files::make_folder(folder).map_err(unusable)?;
        }
        let mut file = private_files::open(&lock_path).map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut owner = String::new();
                // Who holds it is a courtesy; that it is held is what matters.
                let _ = file.read_to_string(&mut owner);
                return Err(WalletError::Store(StoreError::InUse {
                    path: path.to_owned(),
                    owner: described(owner.trim()),
                }));
            }
            Err(TryLockError::Error(error)) => return Err(unusable(error)),
        }
        let told = file
            .set_len(0)
            .and_then(|()| file.seek(SeekFrom::Start(0)))
            .and_then(|_| write!(file, "{}", std::process::id()));
        if let Err(error) = told {
            // The lock is held all the same. Others are not told by whom.
            tracing::debug!(%error, "a lock does not say which process holds it");
        }
        Ok(Self { file })
    }
}

impl Drop for StoreLock {
    fn drop(&mut self) {
        // Closing the file is not enough: a child this process is just starting has a copy of it, and
        // with it the lock, until it has become another program.
        if let Err(error) = self.file.unlock() {
            tracing::warn!(%error, "the lock of a store could not be given back");
        }
        RELEASED.notify_waiters();
    }
}

/// Keeps the store of a wallet from being opened by somebody else until it is dropped.
#[derive(Debug, Clone)]
pub struct StoreHold {
    _lock: Arc<StoreLock>,
}

impl StoreHold {
    pub(crate) fn new(lock: StoreLock) -> Self {
        Self { _lock: Arc::new(lock) }
    }
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}

fn described(owner: &str) -> String {
    match owner.parse::<u32>() {
        Ok(process) if process == std::process::id() => "another wallet of this process".to_owned(),
        Ok(process) => format!("process {process}"),
        Err(_) => "another process".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_second_owner_is_told_who_the_first_is() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("store.sqlite3");
        let first = StoreLock::take(&path).expect("nobody has it");
        let refused = StoreLock::take(&path).expect_err("somebody has it");
        assert_eq!(
            refused.to_string(),
            format!(
                "The store at {} is in use by another wallet of this process. A store can be open \
                 only once.",
                path.display()
            )
        );
        drop(first);
        StoreLock::take(&path).expect("it is free again");
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_may_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("store.sqlite3");
        let mode = || {
            let metadata = fs::metadata(beside(&path)).expect("it is there");
            metadata.permissions().mode() & 0o777
        };
        drop(StoreLock::take(&path).expect("nobody has it"));
        assert_eq!(mode(), 0o600);
        // One of an earlier version.
        let open = fs::Permissions::from_mode(0o644);
        fs::set_permissions(beside(&path), open).expect("it can be changed");
        drop(StoreLock::take(&path).expect("nobody has it"));
        assert_eq!(mode(), 0o600);
    }

    #[test]
    fn a_copy_in_a_child_does_not_keep_the_lock() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("store.sqlite3");
        let owner = StoreLock::take(&path).expect("nobody has it");
        // What a child has between its birth and its exec: the same open file.
        let _copy = owner.file.try_clone().expect("a copy");
        drop(owner);
        StoreLock::take(&path).expect("it is free although a copy is open");
    }
}
