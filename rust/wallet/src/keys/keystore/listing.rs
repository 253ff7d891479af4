//! All keys of a keystore, and keys as they are written outside of one.

use std::collections::BTreeSet;
use std::io::ErrorKind;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use miden_client::auth::{AuthSecretKey, PublicKey, PublicKeyCommitment};
use miden_client::{Deserializable, Word};
use serde::{Deserialize, Serialize};
use zeroize::{Zeroize, Zeroizing};

use super::Keystore;
use super::encoding::secret_bytes;
use super::failures::{damaged, failed};
use super::sealed_key::{self, KeyRecord, SecretPart};
use crate::errors::{Cause, Result};
use crate::keys::account_secret::SignatureScheme;

/// A key of a keystore, without its secret part.
pub(crate) struct ListedKey {
    pub(crate) public_key: PublicKey,
    /// The accounts it was stored for.
    pub(crate) accounts: BTreeSet<String>,
    /// Whether its secret part is here, and not with a signer.
    pub(crate) is_secret: bool,
}

/// A key as it is written into a file that is encrypted as a whole.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WrittenKey {
    accounts: BTreeSet<String>,
    scheme: SignatureScheme,
    public_key: String,
    /// Missing where a signer keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    secret_key: Option<String>,
}

impl Drop for WrittenKey {
    fn drop(&mut self) {
        self.secret_key.zeroize();
    }
}

impl WrittenKey {
    /// A key with its secret part.
    pub(crate) fn secret(key: &AuthSecretKey, accounts: BTreeSet<String>) -> Self {
        let mut written = Self::public(&key.public_key(), accounts);
        written.secret_key = Some(STANDARD.encode(secret_bytes(key).as_slice()));
        written
    }

    /// A key whose secret part a signer keeps.
    pub(crate) fn public(key: &PublicKey, accounts: BTreeSet<String>) -> Self {
        Self {
            accounts,
            scheme: SignatureScheme::of(key),
            public_key: STANDARD.encode(SignatureScheme::public_key_bytes(key)),
            secret_key: None,
        }
    }

    /// All of it as text, to be encrypted.
    pub(crate) fn to_json(&self) -> Result<Zeroizing<Vec<u8>>> {
        // Room for the longest of them: a vector that grows leaves copies behind.
        const ROOM: usize = 16 * 1024;
        let mut text = Zeroizing::new(Vec::with_capacity(ROOM));
        serde_json::to_writer(&mut *text, self).map_err(failed)?;
        Ok(text)
    }

    /// Reads what [`Self::to_json`] wrote. The error quotes nothing of it.
    pub(crate) fn from_json(text: &[u8]) -> Result<Self, Cause> {
        serde_json::from_slice(text).map_err(|_| "it is not written as a key is".into())
    }

    /// The accounts it is a key of.
    pub(crate) fn accounts(&self) -> &BTreeSet<String> {
        &self.accounts
    }

    /// Whether its secret part is there.
    pub(crate) fn is_secret(&self) -> bool {
        self.secret_key.is_some()
    }

    /// The public key.
    pub(crate) fn public_key(&self) -> Result<PublicKey, Cause> {
        self.scheme.parse_public_key(&STANDARD.decode(&self.public_key)?)
    }

    /// The secret key, where it is there, which has to be the one of the public key.
    pub(crate) fn secret_key(&self) -> Result<Option<AuthSecretKey>, Cause> {
        let Some(text) = &self.secret_key else { return Ok(None) };
        // What the decoders say may quote what they read.
        let bytes = STANDARD.decode(text).map(Zeroizing::new).map_err(|_| "it is no base64")?;
        let key = key_from_bytes(&bytes).ok_or("it is no key")?;
        if key.public_key().to_commitment() == self.public_key()?.to_commitment() {
            Ok(Some(key))
        } else {
            Err("a secret key and its public key do not belong together".into())
        }
    }
}

/// The secret key in bytes that hold one and nothing else.
pub(crate) fn key_from_bytes(bytes: &[u8]) -> Option<AuthSecretKey> {
    let key = AuthSecretKey::read_from_bytes(bytes).ok()?;
    (secret_bytes(&key).as_slice() == bytes).then_some(key)
}

impl Keystore {
    /// All keys, in the order of their commitments. One that cannot be read keeps no other from being
    /// listed, and is not passed by: its error stands in its place.
    ///
    /// # Errors
    /// [`crate::WalletError::Key`] where the folder cannot be read.
    pub(crate) fn keys(&self) -> Result<Vec<(PublicKeyCommitment, Result<ListedKey>)>> {
        let commitments = self.commitments()?.into_iter();
        Ok(commitments.map(|commitment| (commitment, self.listed(commitment))).collect())
    }

    fn listed(&self, commitment: PublicKeyCommitment) -> Result<ListedKey> {
        let path = sealed_key::path(&self.folder, commitment);
        let record =
            self.record(commitment)?.ok_or_else(|| damaged(path.clone(), "it is gone".into()))?;
        // A secret part that does not decrypt is of no use to anybody.
        self.opened(&record, commitment)?;
        Ok(ListedKey {
            public_key: record.public_key(commitment).map_err(|source| damaged(path, source))?,
            accounts: record.accounts().clone(),
            is_secret: matches!(record.secret_part(), SecretPart::Sealed),
        })
    }

    /// All keys with their secret parts.
    ///
    /// # Errors
    /// [`crate::KeyError::KeystoreDamaged`] where one cannot be read: what has all keys must not lack one.
    pub(crate) fn written_keys(&self) -> Result<Vec<WrittenKey>> {
        let listed = self.keys()?.into_iter();
        listed
            .map(|(commitment, listed)| {
                let ListedKey { public_key, accounts, .. } = listed?;
                Ok(match self.key(commitment)? {
                    Some(super::StoredKey::Secret(key)) => WrittenKey::secret(&key, accounts),
                    _ => WrittenKey::public(&public_key, accounts),
                })
            })
            .collect()
    }

    /// Takes in keys that were written down. A key that is there already stays as it is but for its
    /// accounts.
    ///
    /// # Errors
    /// [`crate::WalletError::Key`], [`crate::WalletError::Unsupported`].
    pub(crate) fn add_written(&self, keys: &[WrittenKey]) -> Result<()> {
        for key in keys {
            if let Some(secret) = key.secret_key().map_err(failed)? {
                self.add_of_accounts(&secret, key.accounts())?;
            } else {
                let public_key = key.public_key().map_err(failed)?;
                let commitment = public_key.to_commitment();
                if self.record(commitment)?.is_none() {
                    KeyRecord::public(&public_key, key.accounts().clone()).write(
                        &self.folder,
                        commitment,
                        &self.fail_points,
                    )?;
                }
            }
        }
        Ok(())
    }

    fn commitments(&self) -> Result<Vec<PublicKeyCommitment>> {
        let mut found = BTreeSet::new();
        let entries = match std::fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            // One that is not opened is not made.
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(error)),
        };
        for entry in entries {
            let path = entry.map_err(failed)?.path();
            // What is being written has a name of another form.
            if path.extension().is_some_and(|extension| extension == sealed_key::EXTENSION)
                && let Some(name) = path.file_stem().and_then(|name| name.to_str())
                && let Ok(commitment) = Word::try_from(name)
            {
                found.insert(commitment.to_hex());
            }
        }
        let words = found.iter().filter_map(|name| Word::try_from(name.as_str()).ok());
        Ok(words.map(PublicKeyCommitment::from).collect())
    }
}
