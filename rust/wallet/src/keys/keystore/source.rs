//! What opens a keystore.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use zeroize::Zeroizing;

use super::cipher::SecretBytes;
use crate::keys::signing::Signer;

/// Where a wallet's keys are kept, and what protects them there.
#[derive(Clone)]
pub enum KeySource {
    /// In the keystore, under a passphrase.
    Passphrase(Zeroizing<String>),
    /// In the keystore, under 32 random bytes in a file of their own, which is made with a new
    /// keystore.
    KeyFile {
        /// The file.
        path: PathBuf,
        /// The folders of other keystores that may need the same file. A file that one of them needs and that is missing
        /// is not made anew.
        shared_with: Vec<PathBuf>,
    },
    /// In the keystore, under 32 bytes that the platform keeps.
    Key(SecretBytes),
    /// Not in the keystore: what signs is the app's.
    Signer(Arc<dyn Signer>),
    /// In the keystore, which is not opened: its keys are listed, and no secret part is read.
    Unopened,
}

impl KeySource {
    /// A key file that no other keystore needs.
    #[must_use]
    pub fn key_file(path: PathBuf) -> Self {
        Self::KeyFile { path, shared_with: Vec::new() }
    }
}

impl fmt::Debug for KeySource {
    /// Names the kind and shows no secret.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passphrase(_) => out.write_str("Passphrase"),
            Self::KeyFile { path, .. } => out.debug_tuple("KeyFile").field(path).finish(),
            Self::Key(_) => out.write_str("Key"),
            Self::Signer(_) => out.write_str("Signer"),
            Self::Unopened => out.write_str("Unopened"),
        }
    }
}
