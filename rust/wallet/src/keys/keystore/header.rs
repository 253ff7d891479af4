//! The header of a keystore: the key of all its keys, encrypted.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use miden_protocol::crypto::hash::keccak::Keccak256;
use serde::{Deserialize, Serialize};

use super::cipher::{self, Sealed, SecretBytes, Unopened};
use super::failures::{damaged, failed, mismatch, unreadable};
use super::key_file;
use super::passphrase::Derivation;
use super::source::KeySource;
use crate::errors::{Cause, KeyError, Result};
use crate::store::private_files;

const VERSION: u32 = 1;

/// What says that bytes were encrypted as a header's data key and as nothing else.
const PURPOSE: &str = "miden-swift keystore header";

/// `keystore.json`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    version: u32,
    wrapping: Wrapping,
    wrapped_key: Sealed,
    /// Tells a damaged header from a wrong passphrase. It keeps nobody out.
    checksum: String,
}

/// What the data key is encrypted under.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Wrapping {
    /// A key derived from a passphrase.
    Passphrase(Derivation),
    /// A key as it is.
    Key,
}

/// Where the header of a keystore is.
pub(super) fn path(folder: &Path) -> PathBuf {
    folder.join("keystore.json")
}

impl Header {
    /// The header in a folder, if there is one.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>> {
        let path = path(folder);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(unreadable(&path, &error)),
        };
        let header: Self =
            serde_json::from_slice(&bytes).map_err(|error| damaged(path.clone(), error.into()))?;
        header.check().map_err(|error| damaged(path, error))?;
        Ok(Some(header))
    }

    /// Whether the keystore in a folder is for sure one under a passphrase.
    pub(super) fn is_under_passphrase(folder: &Path) -> bool {
        let header = Self::read(folder).ok().flatten();
        header.is_some_and(|header| matches!(header.wrapping, Wrapping::Passphrase(_)))
    }

    fn check(&self) -> Result<(), Cause> {
        if self.version != VERSION {
            return Err(
                format!("its version is {}, this library reads {VERSION}", self.version).into()
            );
        }
        if self.checksum == checksum(&self.associated(), &self.wrapped_key)? {
            Ok(())
        } else {
            Err("its checksum is another one".into())
        }
    }

    /// Makes a header with a fresh data key, writes it, and returns the data key: that of the header that is there,
    /// where somebody else was faster.
    pub(super) fn make(folder: &Path, source: &KeySource) -> Result<SecretBytes> {
        let (wrapping, key) = match source {
            KeySource::Passphrase(passphrase) if passphrase.is_empty() => {
                return Err(KeyError::PassphraseEmpty { path: folder.to_owned() }.into());
            }
            KeySource::Passphrase(passphrase) => {
                let derivation = Derivation::new();
                let key = derivation.sealing_key(passphrase).map_err(failed)?;
                (Wrapping::Passphrase(derivation), key)
            }
            KeySource::KeyFile { path, shared_with } => {
                (Wrapping::Key, key_file::read_or_make(path, shared_with)?)
            }
            KeySource::Key(key) => (Wrapping::Key, key.clone()),
            KeySource::Signer(_) | KeySource::Unopened => {
                return Err(failed("without secret keys there is no header"));
            }
        };
        let data_key = SecretBytes::random();
        let associated = associated(VERSION, &wrapping);
        let wrapped_key = cipher::seal(&key, data_key.as_slice(), &associated).map_err(failed)?;
        let checksum = checksum(&associated, &wrapped_key).map_err(failed)?;
        let header = Self { version: VERSION, wrapping, wrapped_key, checksum };
        let text = serde_json::to_vec_pretty(&header).map_err(failed)?;
        if private_files::write_new(&path(folder), &text).map_err(failed)? {
            return Ok(data_key);
        }
        let faster = Self::read(folder)?.ok_or_else(|| failed("the keystore's header is gone"))?;
        faster.data_key(folder, source)
    }

    /// Decrypts the data key.
    pub(super) fn data_key(&self, folder: &Path, source: &KeySource) -> Result<SecretBytes> {
        let damaged = |source: Cause| damaged(path(folder), source);
        let open = |key: &SecretBytes| cipher::open(key, &self.wrapped_key, &self.associated());
        let (opened, refused) = match (&self.wrapping, source) {
            (Wrapping::Passphrase(derivation), KeySource::Passphrase(given))
                if !given.is_empty() =>
            {
                let refused = KeyError::WrongPassphrase { path: folder.to_owned() }.into();
                (derivation.opened(given, open).map_err(damaged)?, refused)
            }
            (Wrapping::Passphrase(_), _) => {
                return Err(KeyError::PassphraseNeeded { path: folder.to_owned() }.into());
            }
            (Wrapping::Key, KeySource::KeyFile { path: file, .. }) => {
                let reason = format!(
                    "it was made with another key than the one in {}. Put the right key file there",
                    file.display()
                );
                (open(&key_file::read(file, folder)?), mismatch(folder, &reason))
            }
            (Wrapping::Key, KeySource::Key(key)) => {
                let reason = "it was made with another key than the one the platform keeps";
                (open(key), mismatch(folder, reason))
            }
            (Wrapping::Key, _) => {
                let reason = "it is under a key and not under a passphrase. Open it without one";
                return Err(mismatch(folder, reason));
            }
        };
        match opened {
            Ok(bytes) => SecretBytes::from_slice(&bytes)
                .ok_or_else(|| damaged("the key in it has another length".into())),
            Err(Unopened::Refused) => Err(refused),
            Err(Unopened::Unreadable(source)) => Err(damaged(source)),
        }
    }

    fn associated(&self) -> Vec<u8> {
        associated(self.version, &self.wrapping)
    }
}

/// The parameters, so that nobody can exchange them unnoticed.
fn associated(version: u32, wrapping: &Wrapping) -> Vec<u8> {
    // Plain data: there is nothing in it that could not be written.
    serde_json::to_vec(&(PURPOSE, version, wrapping)).unwrap_or_default()
}

fn checksum(associated: &[u8], wrapped: &Sealed) -> Result<String, Cause> {
    let wrapped = serde_json::to_vec(wrapped)?;
    let digest = Keccak256::hash_iter([associated, &wrapped].into_iter());
    Ok(String::from(digest))
}
