//! What a key signs besides transactions: messages of the app, what web pages ask for, and receipts.
//!
//! A key signs one word. That of a text is a hash that begins with a tag of its kind, so that a text is
//! never a transaction, and a text of one kind never one of another. A word or signing inputs that a
//! page chose have no such protection.

use miden_client::Word;
use miden_client::auth::SigningInputs;
use miden_client::crypto::Poseidon2;
use miden_protocol::crypto::hash::keccak::Keccak256;
use serde::{Deserialize, Serialize};

use crate::errors::{KeyError, Result, WalletError};
use crate::foreign_code::{Unreadable, read_whole};

/// What every hash of a message begins with.
const MESSAGE_TAG: &[u8] = b"miden-swift signed message v1\n";

/// How long signing inputs may be. A summary of the largest transaction is well below it.
const MOST_INPUT_BYTES: usize = 1 << 20;

/// What every hash of a web message begins with.
const WEB_MESSAGE_TAG: &[u8] = b"miden-swift web message v1\n";

/// What every hash of a receipt begins with.
const RECEIPT_TAG: &[u8] = b"miden-swift receipt v1\n";

/// What the bytes are that are signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PayloadKind {
    /// A message of the app.
    #[default]
    Message,
    /// The body of a web message: origin, network, account and text.
    WebMessage,
    /// A word that a page chose, 32 bytes.
    Word,
    /// Serialized `SigningInputs` that a page chose.
    SigningInputs,
    /// The text of a receipt of a request between apps.
    Receipt,
}

/// Bytes that are what their kind says, with the word that is signed for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SigningPayload {
    kind: PayloadKind,
    word: Word,
}

impl SigningPayload {
    /// Reads bytes of a kind.
    ///
    /// # Errors
    /// [`KeyError::InvalidSigningPayload`] for bytes that are not a word or not signing inputs, or that
    /// go on after them; [`crate::WalletError::CodeTooLarge`].
    pub fn read(kind: PayloadKind, bytes: &[u8]) -> Result<Self> {
        let word = match kind {
            PayloadKind::Message => text_word(MESSAGE_TAG, bytes),
            PayloadKind::WebMessage => text_word(WEB_MESSAGE_TAG, bytes),
            PayloadKind::Receipt => text_word(RECEIPT_TAG, bytes),
            PayloadKind::Word => Word::try_from(bytes).map_err(|error| invalid(&error))?,
            PayloadKind::SigningInputs => signing_inputs(bytes)?.to_commitment(),
        };
        Ok(Self { kind, word })
    }

    /// Reads the bytes of a page that did not say what they are: a word if they are one, else signing
    /// inputs. `None` if they are neither.
    #[must_use]
    pub fn of_page(bytes: &[u8]) -> Option<Self> {
        [PayloadKind::Word, PayloadKind::SigningInputs]
            .into_iter()
            .find_map(|kind| Self::read(kind, bytes).ok())
    }

    /// What the bytes are.
    #[must_use]
    pub fn kind(&self) -> PayloadKind {
        self.kind
    }

    /// The word that is signed.
    pub(in crate::keys) fn word(&self) -> Word {
        self.word
    }
}

fn text_word(tag: &[u8], text: &[u8]) -> Word {
    let digest: [u8; 32] = Keccak256::hash(text).into();
    Poseidon2::hash(&[tag, &digest].concat())
}

/// Reads signing inputs, with nothing after them.
pub(super) fn signing_inputs(bytes: &[u8]) -> Result<SigningInputs> {
    if bytes.len() > MOST_INPUT_BYTES {
        return Err(invalid(&format!(
            "signing inputs have at most {MOST_INPUT_BYTES} bytes, and these have {}",
            bytes.len()
        )));
    }
    read_whole(bytes).map_err(|error| match error {
        Unreadable::Longer => invalid(&"bytes follow the signing inputs"),
        error => error.into_error(|cause| invalid(&cause)),
    })
}

fn invalid(reason: &dyn std::fmt::Display) -> WalletError {
    KeyError::InvalidSigningPayload { reason: reason.to_string() }.into()
}
