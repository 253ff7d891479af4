//! What protects a wallet's keys.

use std::path::PathBuf;
use std::sync::Arc;

use miden_swift_wallet::{KeySource, SecretBytes as DataKey, Signer, Zeroizing};
use serde::{Deserialize, Serialize};

use super::ErrorMessage;
use super::secret::{SecretBytes, SecretText};

/// The configuration's `keys`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum KeysMessage {
    Passphrase {
        passphrase: SecretText,
    },
    KeyFile {
        path: PathBuf,
        /// The folders of other keystores that may need the same file.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        shared_with: Vec<PathBuf>,
    },
    Key {
        key: SecretBytes,
    },
    Signer,
}

impl KeysMessage {
    /// The source of the keys; `signer` is who is asked, where the caller can be.
    pub(super) fn source(self, signer: Option<Arc<dyn Signer>>) -> Result<KeySource, ErrorMessage> {
        match self {
            Self::Passphrase { passphrase } => Ok(KeySource::Passphrase(passphrase.0)),
            Self::KeyFile { path, shared_with } => Ok(KeySource::KeyFile { path, shared_with }),
            Self::Key { key } => {
                let bytes = <[u8; 32]>::try_from(key.0.as_slice()).map_err(|_| {
                    ErrorMessage::invalid_parameter("The key of a keystore has 32 bytes.")
                })?;
                Ok(KeySource::Key(DataKey::new(Zeroizing::new(bytes))))
            }
            Self::Signer => signer.map(KeySource::Signer).ok_or_else(|| {
                ErrorMessage::invalid_parameter(
                    "A signer keeps the keys, so the wallet needs a callback to ask it.",
                )
            }),
        }
    }
}
