//! What is wrong with a keystore, as an error.

use std::path::{Path, PathBuf};

use crate::errors::{Cause, KeyError, StoreError, WalletError};

pub(super) fn failed(source: impl Into<Cause>) -> WalletError {
    match StoreError::disk_full(source.into()) {
        Ok(error) => error.into(),
        Err(source) => WalletError::Key { source },
    }
}

/// A file of the keystore that cannot be read.
pub(super) fn unreadable(path: &Path, error: &std::io::Error) -> WalletError {
    failed(format!("{} cannot be read: {error}", path.display()))
}

pub(super) fn damaged(path: PathBuf, source: Cause) -> WalletError {
    KeyError::KeystoreDamaged { path, source }.into()
}

pub(super) fn mismatch(folder: &Path, reason: &str) -> WalletError {
    KeyError::KeySourceMismatch { path: folder.to_owned(), reason: reason.to_owned() }.into()
}
