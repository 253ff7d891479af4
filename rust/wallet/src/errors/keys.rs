//! What can go wrong with keys: where they are kept, and what signs with them.

use std::path::PathBuf;

use miden_client::account::AccountId;
use thiserror::Error;

use super::{Cause, ErrorCode};

/// What went wrong with a key.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum KeyError {
    /// The keystore is under a passphrase, and none was given.
    #[error(
        "The keystore at {path} is protected by a passphrase, and none was given. Give its passphrase."
    )]
    PassphraseNeeded {
        /// The keystore's folder.
        path: PathBuf,
    },
    /// A passphrase of nothing for a keystore that is to be made.
    #[error("A passphrase must not be empty: the keystore at {path} was not made.")]
    PassphraseEmpty {
        /// The keystore's folder.
        path: PathBuf,
    },
    /// The passphrase is another one.
    #[error("The passphrase does not open the keystore at {path}. Give the one it was made with.")]
    WrongPassphrase {
        /// The keystore's folder.
        path: PathBuf,
    },
    /// The keystore is protected in another way than it was opened.
    #[error("The keystore at {path} cannot be opened like this: {reason}.")]
    KeySourceMismatch {
        /// The keystore's folder.
        path: PathBuf,
        /// How it is protected, how it was opened, and what to do.
        reason: String,
    },
    /// The key file that opens the keystore is gone.
    #[error(
        "The key file {path} is missing, and without it the keystore at {keystore} cannot be opened. \
         Put the file back, from a backup if need be: no new one is made, because that would give \
         the keys up."
    )]
    KeyFileMissing {
        /// The key file.
        path: PathBuf,
        /// The keystore's folder.
        keystore: PathBuf,
    },
    /// Others than its owner may read the key file.
    #[error(
        "The key file {path} can be read by others than its owner (mode {mode:o}). Take their rights \
         away with “chmod 600”, and think of the keys it opens as seen where others use this machine."
    )]
    KeyFileExposed {
        /// The key file.
        path: PathBuf,
        /// Its permissions.
        mode: u32,
    },
    /// A file of the keystore is not what was written there.
    #[error("{path} belongs to the wallet's keystore and is damaged. Put it back from a backup.")]
    KeystoreDamaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        #[source]
        source: Cause,
    },
    /// The app's signer did not sign.
    #[error("The signer did not sign for account {account}. Nothing was submitted.")]
    SignerFailed {
        /// The account.
        account: AccountId,
        /// What the signer said.
        #[source]
        source: Cause,
    },
    /// The key is one that a signer keeps, and there is none.
    #[error(
        "The key of account {account} is kept by a signer that this wallet does not have. Open the \
         wallet with the signer."
    )]
    SignerUnavailable {
        /// The account.
        account: AccountId,
    },
    /// Bytes that are not a public key, or one where there must not be one.
    #[error("This public key cannot be used: {reason}.")]
    InvalidPublicKey {
        /// What is wrong with it.
        reason: String,
    },
    /// A signature that does not hold.
    #[error(
        "The signature that was given for account {account} cannot be used: {reason}. Nothing was \
         submitted."
    )]
    InvalidSignature {
        /// The account.
        account: AccountId,
        /// What is wrong with it.
        reason: String,
    },
    /// An ECDSA signature in the second of its two forms.
    #[error(
        "This ECDSA signature has a high s: its s is above half the order of the curve. A signature \
         counts in one form only, the one with the low s, which is the order less this s."
    )]
    SignatureWithHighS,
    /// Bytes that are not what they are said to be, so that nothing is signed.
    #[error("These bytes cannot be signed: {reason}.")]
    InvalidSigningPayload {
        /// What is wrong with them.
        reason: String,
    },
}

impl KeyError {
    /// The class of the error, as the ABI numbers it.
    pub(super) fn code(&self) -> ErrorCode {
        match self {
            Self::PassphraseEmpty { .. } | Self::InvalidSigningPayload { .. } => {
                ErrorCode::InvalidParameter
            }
            _ => ErrorCode::AccountOperation,
        }
    }

    /// A stable name of the error, for programs.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::PassphraseNeeded { .. } => "passphrase_needed",
            Self::PassphraseEmpty { .. } => "passphrase_empty",
            Self::WrongPassphrase { .. } => "wrong_passphrase",
            Self::KeySourceMismatch { .. } => "key_source_mismatch",
            Self::KeyFileMissing { .. } => "key_file_missing",
            Self::KeyFileExposed { .. } => "key_file_exposed",
            Self::KeystoreDamaged { .. } => "keystore_damaged",
            Self::SignerFailed { .. } => "signer_failed",
            Self::SignerUnavailable { .. } => "signer_unavailable",
            Self::InvalidPublicKey { .. } => "invalid_public_key",
            Self::InvalidSignature { .. } => "invalid_signature",
            Self::SignatureWithHighS => "signature_with_high_s",
            Self::InvalidSigningPayload { .. } => "invalid_signing_payload",
        }
    }
}
