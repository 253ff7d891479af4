//! What kind of keys a keystore holds.

use std::path::{Path, PathBuf};

use super::failures::failed;
use super::sealed_key::{self, KeyRecord};
use crate::errors::Result;

/// What kind of keys the files of a keystore hold.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Kept {
    Nothing,
    /// Public ones alone: the secret ones are with a signer.
    WithSigner,
    Secrets,
    /// No secret ones for sure, and one file of which it cannot be told.
    Unknown(PathBuf),
}

impl Kept {
    pub(super) fn of(folder: &Path) -> Result<Self> {
        let mut kept = Self::Nothing;
        for entry in std::fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.extension().is_none_or(|extension| extension != sealed_key::EXTENSION) {
                continue;
            }
            match KeyRecord::is_public(&path) {
                Some(false) => return Ok(Self::Secrets),
                Some(true) if kept == Self::Nothing => kept = Self::WithSigner,
                Some(true) => {}
                None => kept = Self::Unknown(path),
            }
        }
        Ok(kept)
    }
}
