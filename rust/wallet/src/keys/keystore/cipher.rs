//! XChaCha20-Poly1305 with a random nonce: what keys and the key of keys are encrypted with.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{AeadInOut, Key, XChaCha20Poly1305, XNonce};
use rand::Rng;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use crate::errors::Cause;

/// A key of the cipher, wiped when it is dropped and never shown.
#[derive(Clone)]
pub struct SecretBytes(Zeroizing<[u8; 32]>);

impl SecretBytes {
    /// Takes a key in.
    #[must_use]
    pub fn new(bytes: Zeroizing<[u8; 32]>) -> Self {
        Self(bytes)
    }

    pub(crate) fn random() -> Self {
        let mut bytes = Zeroizing::new([0; 32]);
        rand::rng().fill_bytes(bytes.as_mut_slice());
        Self(bytes)
    }

    pub(super) fn from_slice(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != 32 {
            return None;
        }
        let mut key = Zeroizing::new([0; 32]);
        key.copy_from_slice(bytes);
        Some(Self(key))
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        self.0.as_slice()
    }
}

impl fmt::Debug for SecretBytes {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("SecretBytes")
    }
}

/// What was encrypted, as it is written down.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sealed {
    nonce: String,
    ciphertext: String,
}

/// Encrypts under a fresh random nonce, of 24 bytes, so that none ever comes twice.
pub(super) fn seal(key: &SecretBytes, secret: &[u8], associated: &[u8]) -> Result<Sealed, Cause> {
    let mut nonce = [0; 24];
    rand::rng().fill_bytes(&mut nonce);
    let payload = Payload { msg: secret, aad: associated };
    let ciphertext = cipher(key)?
        .encrypt(&XNonce::from(nonce), payload)
        .map_err(|_| "it could not be encrypted")?;
    Ok(Sealed { nonce: STANDARD.encode(nonce), ciphertext: STANDARD.encode(ciphertext) })
}

/// Why something could not be decrypted.
pub(super) enum Unopened {
    /// What is written there is no ciphertext.
    Unreadable(Cause),
    /// It was encrypted under another key, or something of it was changed.
    Refused,
}

/// Decrypts what [`seal`] made of the same associated data.
pub(super) fn open(
    key: &SecretBytes,
    sealed: &Sealed,
    associated: &[u8],
) -> Result<Zeroizing<Vec<u8>>, Unopened> {
    let unreadable = |error: Cause| Unopened::Unreadable(error);
    let nonce = STANDARD.decode(&sealed.nonce).map_err(|error| unreadable(error.into()))?;
    let nonce = <[u8; 24]>::try_from(nonce.as_slice())
        .map_err(|_| unreadable("a nonce has 24 bytes".into()))?;
    let text = STANDARD.decode(&sealed.ciphertext).map_err(|error| unreadable(error.into()))?;
    let payload = Payload { msg: &text, aad: associated };
    cipher(key)
        .map_err(unreadable)?
        .decrypt(&XNonce::from(nonce), payload)
        .map(Zeroizing::new)
        .map_err(|_| Unopened::Refused)
}

/// The bytes of a nonce.
pub(super) type Nonce = [u8; 24];

/// Encrypts in place, under a fresh random nonce. For what is too large to be there twice.
pub(super) fn seal_in_place(
    key: &SecretBytes,
    secret: &mut Vec<u8>,
    nonce: &Nonce,
    associated: &[u8],
) -> Result<(), Cause> {
    cipher(key)?
        .encrypt_in_place(&XNonce::from(*nonce), associated, secret)
        .map_err(|_| "it could not be encrypted".into())
}

/// Decrypts in place what [`seal_in_place`] made of the same associated data. Where it fails, what was
/// there is no more.
pub(super) fn open_in_place(
    key: &SecretBytes,
    sealed: &mut Vec<u8>,
    nonce: &Nonce,
    associated: &[u8],
) -> Result<(), Unopened> {
    cipher(key)
        .map_err(Unopened::Unreadable)?
        .decrypt_in_place(&XNonce::from(*nonce), associated, sealed)
        .map_err(|_| Unopened::Refused)
}

fn cipher(key: &SecretBytes) -> Result<XChaCha20Poly1305, Cause> {
    let key: &Key = key.as_slice().try_into().map_err(|_| "a key has 32 bytes")?;
    Ok(XChaCha20Poly1305::new(key))
}
