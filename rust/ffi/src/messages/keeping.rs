//! Backups, keys and the names of accounts.

use std::path::PathBuf;

use miden_swift_wallet::{
    AccountId, Backup, GivenKey, KeyPlace, KeySummary, SignatureScheme, Zeroizing,
};
use serde::{Deserialize, Serialize};

use super::ErrorMessage;
use super::secret::{SecretBytes, SecretText};

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BackUpRequest {
    pub(crate) path: PathBuf,
    pub(crate) passphrase: SecretText,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct BackupReply {
    account_count: usize,
    key_count: usize,
    transaction_count: usize,
    sync_height: u32,
    bytes: u64,
}

impl From<Backup> for BackupReply {
    fn from(backup: Backup) -> Self {
        Self {
            account_count: backup.account_count,
            key_count: backup.key_count,
            transaction_count: backup.transaction_count,
            sync_height: backup.sync_height,
            bytes: backup.bytes,
        }
    }
}

/// A passphrase, or the word that there is to be none: no key goes out unprotected by an omission.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportKeyRequest {
    pub(crate) account_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    passphrase: Option<SecretText>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    unencrypted: bool,
}

impl ExportKeyRequest {
    /// The passphrase, or `None` where the key is to go out as it is.
    pub(crate) fn passphrase(self) -> Result<Option<Zeroizing<String>>, ErrorMessage> {
        match (self.passphrase, self.unencrypted) {
            (Some(passphrase), false) => Ok(Some(passphrase.0)),
            (None, true) => Ok(None),
            _ => Err(ErrorMessage::invalid_parameter(
                "A key is exported under a passphrase or unencrypted, and the request has to say which.",
            )),
        }
    }
}

/// A key, in the one form or the other.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct KeyReply {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<SecretBytes>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hex: Option<SecretText>,
}

impl From<Vec<u8>> for KeyReply {
    fn from(file: Vec<u8>) -> Self {
        Self { file: Some(SecretBytes(Zeroizing::new(file))), hex: None }
    }
}

impl From<Zeroizing<String>> for KeyReply {
    fn from(hex: Zeroizing<String>) -> Self {
        Self { file: None, hex: Some(SecretText(hex)) }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportKeyRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) account_id: Option<String>,
    key: KeyMessage,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum KeyMessage {
    File { file: SecretBytes, passphrase: SecretText },
    Hex { hex: SecretText },
}

impl ImportKeyRequest {
    /// The key.
    pub(crate) fn key(&self) -> GivenKey<'_> {
        match &self.key {
            KeyMessage::File { file, passphrase } => {
                GivenKey::File { file: &file.0, passphrase: passphrase.0.clone() }
            }
            KeyMessage::Hex { hex } => GivenKey::Hex(hex.0.clone()),
        }
    }
}

/// Without a name, the one it has is taken away.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RenameAccountRequest {
    pub(crate) account_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct KeysReply {
    keys: Vec<KeyEntryMessage>,
}

#[derive(Debug, Serialize, Deserialize)]
struct KeyEntryMessage {
    commitment: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scheme: Option<SignatureScheme>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "super::base64::option")]
    public_key: Option<Vec<u8>>,
    place: KeyPlaceMessage,
    account_ids: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum KeyPlaceMessage {
    Here,
    Signer,
    Nowhere,
    Damaged,
}

impl From<Vec<KeySummary>> for KeysReply {
    fn from(keys: Vec<KeySummary>) -> Self {
        let keys = keys.into_iter().map(|key| KeyEntryMessage {
            commitment: key.commitment.to_hex(),
            scheme: key.scheme,
            public_key: key.public_key,
            place: match key.place {
                KeyPlace::Here => KeyPlaceMessage::Here,
                KeyPlace::Signer => KeyPlaceMessage::Signer,
                KeyPlace::Nowhere => KeyPlaceMessage::Nowhere,
                KeyPlace::Damaged => KeyPlaceMessage::Damaged,
            },
            account_ids: key.accounts.into_iter().map(AccountId::to_hex).collect(),
        });
        Self { keys: keys.collect() }
    }
}
