//! One key in a keystore: its public part for everybody, its secret part encrypted.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use miden_client::Deserializable;
use miden_client::auth::{AuthSecretKey, PublicKey, PublicKeyCommitment};
use serde::{Deserialize, Serialize};

use super::cipher::{self, Sealed, SecretBytes, Unopened};
use super::encoding::{hex, secret_bytes};
use super::failures::{damaged, failed, unreadable};
use crate::errors::{Cause, Result};
use crate::fail_points::{FailPoint, FailPoints};
use crate::keys::account_secret::SignatureScheme;
use crate::store::private_files;

const VERSION: u32 = 1;

/// What says that bytes were encrypted as a secret key and as nothing else.
const PURPOSE: &str = "miden-swift keystore key";

/// What the names of the files end in.
pub(super) const EXTENSION: &str = "key";

/// A key's file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeyRecord {
    version: u32,
    scheme: SignatureScheme,
    accounts: BTreeSet<String>,
    public_key: String,
    /// Missing where a signer keeps the secret key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    secret_key: Option<Sealed>,
}

/// Where the secret part of a key is.
pub(super) enum SecretPart {
    /// In the file, encrypted.
    Sealed,
    /// With a signer.
    Elsewhere,
}

/// Where the key of a commitment is.
pub(super) fn path(folder: &Path, commitment: PublicKeyCommitment) -> PathBuf {
    folder.join(format!("{}.{EXTENSION}", hex(commitment)))
}

impl KeyRecord {
    /// A key with its secret part encrypted.
    pub(super) fn sealed(
        key: &AuthSecretKey,
        accounts: BTreeSet<String>,
        data_key: &SecretBytes,
    ) -> Result<Self> {
        let public_key = key.public_key();
        let mut record = Self::public(&public_key, accounts);
        let associated = record.associated(public_key.to_commitment());
        let sealed = cipher::seal(data_key, &secret_bytes(key), &associated).map_err(failed)?;
        record.secret_key = Some(sealed);
        Ok(record)
    }

    /// A key whose secret part a signer keeps.
    pub(super) fn public(key: &PublicKey, accounts: BTreeSet<String>) -> Self {
        Self {
            version: VERSION,
            scheme: SignatureScheme::of(key),
            accounts,
            public_key: STANDARD.encode(SignatureScheme::public_key_bytes(key)),
            secret_key: None,
        }
    }

    /// Reads the key of a commitment, where there is one.
    pub(super) fn read(folder: &Path, commitment: PublicKeyCommitment) -> Result<Option<Self>> {
        let path = path(folder, commitment);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(unreadable(&path, &error)),
        };
        let record: Self =
            serde_json::from_slice(&bytes).map_err(|error| damaged(path.clone(), error.into()))?;
        if record.version != VERSION {
            let text = format!("its version is {}, this library reads {VERSION}", record.version);
            return Err(damaged(path, text.into()));
        }
        Ok(Some(record))
    }

    /// Whether a file holds a public key alone, where it can be read.
    pub(super) fn is_public(path: &Path) -> Option<bool> {
        let record: Self = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        Some(record.secret_key.is_none())
    }

    /// Writes the key's file, whole and synced.
    pub(super) fn write(
        &self,
        folder: &Path,
        commitment: PublicKeyCommitment,
        fail_points: &FailPoints,
    ) -> Result<()> {
        let text = serde_json::to_vec_pretty(self).map_err(failed)?;
        let before_its_name = || fail_points.passed(FailPoint::DuringKey);
        private_files::write(&path(folder, commitment), &text, before_its_name).map_err(failed)
    }

    pub(super) fn accounts(&self) -> &BTreeSet<String> {
        &self.accounts
    }

    pub(super) fn secret_part(&self) -> SecretPart {
        if self.secret_key.is_some() { SecretPart::Sealed } else { SecretPart::Elsewhere }
    }

    /// The public key, which has to be the one of the file's name.
    pub(super) fn public_key(&self, commitment: PublicKeyCommitment) -> Result<PublicKey, Cause> {
        let bytes = STANDARD.decode(&self.public_key)?;
        let key = self.scheme.parse_public_key(&bytes)?;
        if key.to_commitment() == commitment {
            Ok(key)
        } else {
            Err("its public key is another one than its name says".into())
        }
    }

    /// Decrypts the secret key.
    pub(super) fn open(
        &self,
        commitment: PublicKeyCommitment,
        data_key: &SecretBytes,
    ) -> Result<AuthSecretKey, Cause> {
        let sealed = self.secret_key.as_ref().ok_or("it has no secret key")?;
        let bytes = match cipher::open(data_key, sealed, &self.associated(commitment)) {
            Ok(bytes) => bytes,
            Err(Unopened::Unreadable(error)) => return Err(error),
            Err(Unopened::Refused) => return Err("it does not decrypt".into()),
        };
        // The decoder's error may quote what it read.
        AuthSecretKey::read_from_bytes(&bytes)
            .ok()
            .filter(|key| key.public_key().to_commitment() == commitment)
            .ok_or_else(|| "what it decrypts to is not its secret key".into())
    }

    /// All that is readable, so that nobody can exchange it unnoticed.
    fn associated(&self, commitment: PublicKeyCommitment) -> Vec<u8> {
        let readable =
            (PURPOSE, self.version, hex(commitment), self.scheme, &self.accounts, &self.public_key);
        // Plain data: there is nothing in it that could not be written.
        serde_json::to_vec(&readable).unwrap_or_default()
    }
}
