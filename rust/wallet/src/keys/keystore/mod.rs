//! The keys of a wallet, encrypted on the disk.
//!
//! A folder with `keystore.json`, the header, and one file for each key. A random data key encrypts
//! the keys; the header holds it, encrypted in its turn under what the app's [`KeySource`] gives. So a
//! passphrase costs its price once, when the wallet is opened, and no key is ever on the disk as it is.
//! Secret keys are decrypted for each signature and wiped after it.

mod cipher;
mod conversion;
mod encoding;
mod failures;
mod header;
mod kept;
mod key_file;
mod listing;
mod passphrase;
mod sealed_file;
mod sealed_key;
mod source;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use miden_client::account::AccountId;
use miden_client::auth::{AuthSecretKey, PublicKey, PublicKeyCommitment};
use tracing::info;

use crate::errors::{KeyError, Result, WalletError};
use crate::fail_points::FailPoints;
use crate::store::private_files;

pub use cipher::SecretBytes;
pub(crate) use encoding::{hex, secret_bytes};
use failures::{damaged, failed, mismatch};
use header::Header;
use kept::Kept;
pub(crate) use listing::{WrittenKey, key_from_bytes};
pub(crate) use sealed_file::{Contents, open as open_sealed_file, seal as sealed_file};
use sealed_key::{KeyRecord, SecretPart};
pub use source::KeySource;

/// The keys of one wallet.
#[derive(Debug)]
pub(crate) struct Keystore {
    folder: PathBuf,
    /// What the secret keys are encrypted with; `None` where a signer keeps them, or the keystore is not opened.
    data_key: Option<SecretBytes>,
    fail_points: FailPoints,
}

/// A secret key, as far as this keystore has it.
pub(crate) enum StoredKey {
    /// It is here.
    Secret(Box<AuthSecretKey>),
    /// Its public key is here, and the secret one is with a signer.
    WithSigner,
}

impl Keystore {
    /// Opens the keystore in a folder, or makes one there. Keys that an earlier version left there as
    /// they are get encrypted. Blocks: deriving a key from a passphrase takes a good part of a second.
    /// [`KeySource::Unopened`] reads and writes nothing: the folder may be another process's.
    ///
    /// # Errors
    /// The variants of [`KeyError`] about keystores, with nothing changed on the disk, and
    /// [`WalletError::Key`] where the disk fails.
    pub(crate) fn open(folder: &Path, source: &KeySource, fail_points: FailPoints) -> Result<Self> {
        if matches!(source, KeySource::Unopened) {
            return Ok(Self { folder: folder.to_owned(), data_key: None, fail_points });
        }
        private_files::make_folder(folder).map_err(failed)?;
        private_files::clear_unfinished(folder, sealed_key::EXTENSION);
        let header = Header::read(folder)?;
        let plaintext = conversion::plaintext_keys(folder)?;
        let data_key = match (header, source) {
            (None, KeySource::Signer(_)) if plaintext.is_empty() => None,
            (_, KeySource::Signer(_)) => {
                let reason = "it was made for secret keys, and a signer keeps keys elsewhere. Open it \
                              as before, or use another folder";
                return Err(mismatch(folder, reason));
            }
            (Some(header), source) => Some(header.data_key(folder, source)?),
            (None, source) => match Kept::of(folder)? {
                Kept::Secrets => {
                    let reason = "it is missing, and the keys beside it need it".into();
                    return Err(damaged(header::path(folder), reason));
                }
                Kept::Unknown(path) => {
                    let reason = "whether a secret key is in it cannot be told".into();
                    return Err(damaged(path, reason));
                }
                // There is nothing to be opened, and a header would keep the signer out.
                Kept::WithSigner if plaintext.is_empty() => None,
                Kept::WithSigner | Kept::Nothing => Some(Header::make(folder, source)?),
            },
        };
        let keystore = Self { folder: folder.to_owned(), data_key, fail_points };
        if !plaintext.is_empty() {
            let number = conversion::convert(&keystore, plaintext, |_| Ok(()))?;
            if number > 0 {
                info!(number, "keys of this wallet were not encrypted, and now they are");
            }
        }
        Ok(keystore)
    }

    /// Adds a key of an account, encrypted. A key that is there already gets one more account.
    pub(crate) fn add(&self, key: &AuthSecretKey, account: AccountId) -> Result<()> {
        self.add_of_accounts(key, &BTreeSet::from([account.to_hex()]))
    }

    /// The same for a key of several accounts.
    pub(crate) fn add_of_accounts(
        &self,
        key: &AuthSecretKey,
        accounts: &BTreeSet<String>,
    ) -> Result<()> {
        let Some(data_key) = &self.data_key else {
            return Err(WalletError::Unsupported {
                what: "This wallet's keys are kept by a signer: it does not take in secret keys. \
                       Import the account into a wallet that keeps its keys itself."
                    .to_owned(),
            });
        };
        let public_key = key.public_key();
        let mut accounts = accounts.clone();
        // One that is damaged is mended: this is the key that was in there.
        if let Some(known) = unless_damaged(self.record(public_key.to_commitment()))? {
            accounts.extend(known.accounts().iter().cloned());
        }
        let record = KeyRecord::sealed(key, accounts, data_key)?;
        record.write(&self.folder, public_key.to_commitment(), &self.fail_points)
    }

    /// Adds the public key of an account, whose secret key a signer keeps.
    pub(crate) fn add_public(&self, key: &PublicKey, account: AccountId) -> Result<()> {
        let commitment = key.to_commitment();
        let mut accounts = BTreeSet::from([account.to_hex()]);
        if let Some(known) = self.record(commitment)? {
            accounts.extend(known.accounts().iter().cloned());
        }
        KeyRecord::public(key, accounts).write(&self.folder, commitment, &self.fail_points)
    }

    /// The public key of a commitment, where it is known.
    pub(crate) fn public_key(&self, commitment: PublicKeyCommitment) -> Result<Option<PublicKey>> {
        let path = sealed_key::path(&self.folder, commitment);
        self.record(commitment)?
            .map(|record| record.public_key(commitment).map_err(|source| damaged(path, source)))
            .transpose()
    }

    /// The key of a commitment, where it is known.
    pub(crate) fn key(&self, commitment: PublicKeyCommitment) -> Result<Option<StoredKey>> {
        let record = self.record(commitment)?;
        record.map(|record| self.opened(&record, commitment)).transpose()
    }

    /// The key of a commitment, where it is known and not damaged.
    pub(crate) fn whole_key(&self, commitment: PublicKeyCommitment) -> Result<Option<StoredKey>> {
        unless_damaged(self.key(commitment))
    }

    fn opened(&self, record: &KeyRecord, commitment: PublicKeyCommitment) -> Result<StoredKey> {
        match (record.secret_part(), &self.data_key) {
            (SecretPart::Sealed, Some(data_key)) => record
                .open(commitment, data_key)
                .map(|key| StoredKey::Secret(Box::new(key)))
                .map_err(|source| damaged(sealed_key::path(&self.folder, commitment), source)),
            _ => Ok(StoredKey::WithSigner),
        }
    }

    fn record(&self, commitment: PublicKeyCommitment) -> Result<Option<KeyRecord>> {
        KeyRecord::read(&self.folder, commitment)
    }
}

/// What cannot be read is as good as not there.
fn unless_damaged<T>(found: Result<Option<T>>) -> Result<Option<T>> {
    match found {
        Err(WalletError::Keys(KeyError::KeystoreDamaged { .. })) => Ok(None),
        found => found,
    }
}

#[cfg(test)]
mod tests;
