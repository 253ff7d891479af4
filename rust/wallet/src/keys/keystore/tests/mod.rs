//! What the tests of keystores have in common: folders, keys and ways of opening.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use miden_client::account::AccountType;

use super::*;
use crate::keys::account_secret::{AccountSecret, SignatureScheme};
use crate::keys::signing::{SignatureQuestion, Signer, SignerFailure};

mod converting;
mod damage;
mod opening;

/// The kind of an error.
fn kind<T>(result: Result<T>) -> &'static str {
    result.map(drop).expect_err("it is refused").kind()
}

fn passphrase(text: &str) -> KeySource {
    KeySource::Passphrase(text.to_owned().into())
}

fn secret(seed: u8, scheme: SignatureScheme) -> AccountSecret {
    AccountSecret::derive(&[seed; 32], scheme, AccountType::Private).expect("a key")
}

fn ecdsa(seed: u8) -> AccountSecret {
    secret(seed, SignatureScheme::EcdsaK256Keccak)
}

/// Every file in a folder.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| (path.clone(), fs::read(&path).expect("a file")))
        .collect()
}

fn has(keystore: &Keystore, secret: &AccountSecret) -> bool {
    let key = keystore.key(secret.key.public_key().to_commitment()).expect("it can be read");
    matches!(key, Some(StoredKey::Secret(key)) if *key == secret.key)
}

/// A signer of which only that there is one matters.
struct Nobody;

#[async_trait::async_trait]
impl Signer for Nobody {
    async fn sign(&self, _: SignatureQuestion) -> std::result::Result<Vec<u8>, SignerFailure> {
        Err(SignerFailure { message: "nobody is there".to_owned() })
    }
}

struct World {
    root: tempfile::TempDir,
}

impl World {
    fn new() -> Self {
        Self { root: tempfile::tempdir().expect("a temporary folder") }
    }

    fn folder(&self) -> PathBuf {
        self.root.path().join("keystore")
    }

    fn key_file(&self) -> PathBuf {
        self.root.path().join("keystore.key")
    }

    fn under_key_file(&self) -> KeySource {
        KeySource::key_file(self.key_file())
    }

    fn signer() -> KeySource {
        KeySource::Signer(Arc::new(Nobody))
    }

    fn open(&self, source: &KeySource) -> Result<Keystore> {
        Keystore::open(&self.folder(), source, FailPoints::default())
    }

    /// Refused with this kind, and nothing changed on the disk.
    fn refuses(&self, source: &KeySource, expected: &str) {
        let before = contents(&self.folder());
        assert_eq!(kind(self.open(source)), expected, "{source:?}");
        assert_eq!(contents(&self.folder()), before, "{source:?} changed something");
    }

    /// Refused with this kind, and nothing made.
    fn refuses_to_be_made(&self, source: &KeySource, expected: &str) {
        assert_eq!(kind(self.open(source)), expected);
        assert!(contents(&self.folder()).is_empty());
    }
}
