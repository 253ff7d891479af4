//! A copy of a wallet's files, for reads where the store itself cannot be opened: another process has it open, or nothing can
//! be written beside it.
//!
//! Two wallets must not have one store open, and even a read of miden-client's store writes: it sets the file's mode, and
//! makes the write-ahead log. A wallet uses its copy alone, so what a read writes there does no harm.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::configuration::{Network, WalletConfiguration};
use crate::errors::{Cause, Result, StoreError};
use crate::keys::keystore::KeySource;
use crate::store::copy_folder::CopyFolder;
use crate::store::database_copies::{CopyError, beside, copy_into, is_damage, remove};
use crate::store::private_files;

/// A copy of a store, and of what lies beside it. It is removed when this is dropped.
#[derive(Debug)]
pub(crate) struct StoreCopy {
    /// The store it is a copy of.
    pub(crate) original: PathBuf,
    folder: CopyFolder,
}

impl StoreCopy {
    /// Copies a wallet's files as they are in this moment. Blocks.
    ///
    /// # Errors
    /// Those of [`StoreError`]: that of the last place that was tried.
    pub(crate) fn of(configuration: &WalletConfiguration) -> Result<Self> {
        let original = &configuration.store_path;
        let unusable = |source: Cause| StoreError::unusable(original.clone(), source);
        fs::metadata(original).map_err(|error| unusable(error.into()))?;
        // The folder for temporary files may be on the disk that is full. The second one is in memory, where there is one.
        let places = [std::env::temp_dir(), PathBuf::from("/dev/shm")];
        let mut copied = Self::in_place(configuration, &places[0], &places);
        if copied.is_err() && places[1].is_dir() {
            copied = Self::in_place(configuration, &places[1], &places);
        }
        Ok(copied.map_err(unusable)?)
    }

    fn in_place(
        configuration: &WalletConfiguration,
        place: &Path,
        places: &[PathBuf],
    ) -> Result<Self, Cause> {
        let folder = CopyFolder::new_in(place, places)?;
        let copy = Self { original: configuration.store_path.clone(), folder };
        match reading_lock(&copy.original)? {
            Access::Free(_lock) => copy.copy_files()?,
            Access::InUse => copy.copy_databases().map_err(CopyError::into_cause)?,
        }
        if let Network::Embedded { chain_directory, .. } = &configuration.network {
            let chain = copy.folder.path().join("chain");
            private_files::make_folder(&chain)?;
            // They are replaced as a whole, so each is one that was there at some moment.
            for name in ["chain.bin", "notes.bin"] {
                copy_file(&chain_directory.join(name), &chain.join(name))?;
            }
        }
        Ok(copy)
    }

    /// What a wallet on the copy is opened on. It lists the keys of the original and opens none.
    pub(crate) fn configuration(&self, original: WalletConfiguration) -> WalletConfiguration {
        let mut network = original.network;
        if let Network::Embedded { chain_directory, .. } = &mut network {
            *chain_directory = self.folder.path().join("chain");
        }
        WalletConfiguration {
            network,
            store_path: self.store(),
            keys: KeySource::Unopened,
            ..original
        }
    }

    fn store(&self) -> PathBuf {
        self.folder.path().join("store.sqlite3")
    }

    /// Copies the databases of a store that another wallet has open. The history comes first: one that is older than its
    /// store catches up with it, and one that is newer would tell of what is not there.
    fn copy_databases(&self) -> Result<(), CopyError> {
        copy_history(&beside(&self.original, ".history"), &beside(&self.store(), ".history"))?;
        copy_database(&self.original, &self.store())
    }

    /// Copies the files of a store that no wallet has open.
    fn copy_files(&self) -> io::Result<()> {
        for suffix in ["", "-wal", ".history", ".history-wal"] {
            copy_file(&beside(&self.original, suffix), &beside(&self.store(), suffix))?;
        }
        let (from, to) = (beside(&self.original, ".journal"), beside(&self.store(), ".journal"));
        let Ok(entries) = fs::read_dir(from) else { return Ok(()) };
        private_files::make_folder(&to)?;
        for entry in entries {
            let entry = entry?;
            copy_file(&entry.path(), &to.join(entry.file_name()))?;
        }
        Ok(())
    }
}

/// Whether a store may be copied as files.
enum Access {
    /// No wallet writes to it while this is held.
    Free(Option<File>),
    /// Another wallet has it open.
    InUse,
}

/// Keeps a store from being opened while it is copied. Writes nothing.
fn reading_lock(store: &Path) -> io::Result<Access> {
    let lock = match File::open(beside(store, ".lock")) {
        Ok(lock) => lock,
        // No wallet has ever opened it.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Access::Free(None)),
        Err(error) => return Err(error),
    };
    match lock.try_lock_shared() {
        Ok(()) => Ok(Access::Free(Some(lock))),
        Err(TryLockError::WouldBlock) => Ok(Access::InUse),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Copies a file, if there is one, for its owner alone.
fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    let mut source = match File::open(from) {
        Ok(source) => source,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    io::copy(&mut source, &mut private_files::open(to)?)?;
    Ok(())
}

/// Copies the history of a store. One that is not there yet or is damaged is made anew of the store.
fn copy_history(from: &Path, to: &Path) -> Result<(), CopyError> {
    if !from.exists() {
        return Ok(());
    }
    match copy_database(from, to) {
        Err(CopyError::Database(error)) if is_damage(&error) => {
            tracing::warn!(path = %from.display(), %error, "the history is damaged: its copy is made anew");
            Ok(remove(to)?)
        }
        copied => copied,
    }
}

/// Copies a database that another wallet has open, in one read.
fn copy_database(from: &Path, to: &Path) -> Result<(), CopyError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(from, flags)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    copy_into(&connection, to)
}

#[cfg(all(test, unix, feature = "embedded-chain"))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_copy_is_for_its_owner_alone_and_gone_in_the_end() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let configuration =
            crate::test_wallet::configuration_on(&folder.path().join("chain"), folder.path());
        drop(Connection::open(&configuration.store_path).expect("a database"));
        let copy = StoreCopy::of(&configuration).expect("a copy");
        let place = copy.folder.path().to_owned();
        let mode =
            |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
        assert_eq!((mode(&place), mode(&copy.store())), (0o700, 0o600));
        drop(copy);
        assert!(!place.exists());
    }
}
