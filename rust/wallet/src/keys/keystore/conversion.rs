//! Keys that an earlier version left as they are, and how they get encrypted.
//!
//! Everything new is written, synced and read back before anything old is removed, and every step
//! can be taken again. So a process that dies anywhere in between loses nothing, and the next one
//! that opens the keystore goes on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use miden_client::auth::{AuthSecretKey, PublicKeyCommitment};
use miden_client::{Deserializable, Word};
use serde::Deserialize;
use tracing::warn;
use zeroize::Zeroizing;

use super::encoding::{hex, secret_bytes};
use super::failures::failed;
use super::{Keystore, StoredKey};
use crate::errors::Result;
use crate::store::private_files;

/// The file in which the earlier version wrote which account has which keys.
const INDEX: &str = "key_index.json";

/// What the earlier version left.
pub(super) struct PlaintextKeys {
    keys: Vec<PathBuf>,
    index: Option<PathBuf>,
}

impl PlaintextKeys {
    pub(super) fn is_empty(&self) -> bool {
        self.keys.is_empty() && self.index.is_none()
    }
}

/// The points at which a process may die.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Boundary {
    /// Before anything.
    Begin,
    /// A key is written anew, encrypted.
    Written,
    /// All are written and read back.
    Verified,
    /// One is removed as it was.
    Removed,
    /// All are removed, but not the index.
    AllRemoved,
}

/// Looks for what the earlier version left: files named by the commitment of a key, and an index.
pub(super) fn plaintext_keys(folder: &Path) -> Result<PlaintextKeys> {
    let mut keys = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.file_name().to_str().and_then(commitment).is_some() {
            keys.push(entry.path());
        }
    }
    keys.sort();
    let index = folder.join(INDEX);
    Ok(PlaintextKeys { keys, index: index.exists().then_some(index) })
}

fn commitment(name: &str) -> Option<PublicKeyCommitment> {
    Word::try_from(name).ok().map(PublicKeyCommitment::from)
}

/// Encrypts what the earlier version left, and returns how many keys that were. `at` is called at each boundary, and
/// stops it there.
pub(super) fn convert(
    keystore: &Keystore,
    plaintext: PlaintextKeys,
    mut at: impl FnMut(Boundary) -> Result<()>,
) -> Result<usize> {
    at(Boundary::Begin)?;
    let accounts = plaintext.index.as_deref().map(accounts_of_keys).unwrap_or_default();
    let mut converted = Vec::new();
    for path in plaintext.keys {
        let Some(key) = read(&path)? else {
            // Half a key, left by a process that died while it wrote it. It is nobody's key yet, and nobody else's
            // business.
            private_files::open(&path).map_err(failed)?;
            warn!(path = %path.display(), "this file of the keystore holds no key; it is left as it is");
            continue;
        };
        let commitment = key.public_key().to_commitment();
        let none = BTreeSet::new();
        let accounts = accounts.get(&hex(commitment)).unwrap_or(&none);
        keystore.add_of_accounts(&key, accounts)?;
        at(Boundary::Written)?;
        verify(keystore, &key)?;
        converted.push(path);
    }
    at(Boundary::Verified)?;
    let number = converted.len();
    for path in converted {
        wipe(&path).map_err(failed)?;
        at(Boundary::Removed)?;
    }
    at(Boundary::AllRemoved)?;
    match plaintext.index.map(fs::remove_file) {
        Some(Err(error)) if error.kind() != ErrorKind::NotFound => Err(failed(error)),
        _ => Ok(number),
    }
}

/// The key in a file, where it is one and the one of the file's name.
fn read(path: &Path) -> Result<Option<AuthSecretKey>> {
    let bytes = Zeroizing::new(fs::read(path).map_err(failed)?);
    let name = path.file_name().and_then(|name| name.to_str()).and_then(commitment);
    // What the decoder says may quote what it read.
    let key = AuthSecretKey::read_from_bytes(&bytes).ok();
    Ok(key.filter(|key| Some(key.public_key().to_commitment()) == name))
}

fn verify(keystore: &Keystore, key: &AuthSecretKey) -> Result<()> {
    match keystore.key(key.public_key().to_commitment())? {
        Some(StoredKey::Secret(written)) if *secret_bytes(&written) == *secret_bytes(key) => Ok(()),
        _ => Err(failed("a key that was just encrypted reads back as another one")),
    }
}

/// Writes over a file and removes it. A disk that writes elsewhere, as most do today, may keep the old
/// blocks for a while: who must be sure makes a new account.
fn wipe(path: &Path) -> io::Result<()> {
    let length = usize::try_from(fs::metadata(path)?.len()).unwrap_or(0);
    let mut file = fs::OpenOptions::new().write(true).open(path)?;
    file.write_all(&vec![0; length])?;
    file.sync_all()?;
    fs::remove_file(path)
}

/// Which accounts have which keys, by the commitments of the keys.
fn accounts_of_keys(index: &Path) -> BTreeMap<String, BTreeSet<String>> {
    #[derive(Deserialize)]
    struct Index {
        mappings: BTreeMap<String, BTreeSet<String>>,
    }
    let mut keys: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let read = fs::read(index).ok().and_then(|bytes| serde_json::from_slice::<Index>(&bytes).ok());
    let Some(read) = read else {
        // The accounts know their keys themselves: this is for people who look into the files.
        warn!(path = %index.display(), "the index of the keystore cannot be read");
        return keys;
    };
    for (account, commitments) in read.mappings {
        for commitment in commitments {
            keys.entry(commitment).or_default().insert(account.clone());
        }
    }
    keys
}
