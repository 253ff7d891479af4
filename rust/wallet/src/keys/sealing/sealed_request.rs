//! A request that only someone with its link can read: ChaCha20-Poly1305, RFC 8439.

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Nonce};

use super::derivation::LinkKeys;
use crate::errors::{Result, WalletError};

/// The nonce is zero: the key of a request seals one text.
const NONCE: [u8; 12] = [0; 12];

/// Seals a signed request with the key of its link.
///
/// # Errors
/// [`WalletError::Internal`].
pub fn seal_request(request: &[u8], link_key: &[u8; 32]) -> Result<Vec<u8>> {
    encrypted(&LinkKeys::of(link_key)?.request_key, &NONCE, &[], request)
}

/// Opens what [`seal_request`] made with the key of the same link. `None` if it does not open.
///
/// # Errors
/// [`WalletError::Internal`].
pub fn open_request(sealed: &[u8], link_key: &[u8; 32]) -> Result<Option<Vec<u8>>> {
    Ok(decrypted(&LinkKeys::of(link_key)?.request_key, &NONCE, &[], sealed))
}

pub(super) fn encrypted(
    key: &[u8; 32],
    nonce: &[u8; 12],
    associated: &[u8],
    text: &[u8],
) -> Result<Vec<u8>> {
    let payload = Payload { msg: text, aad: associated };
    cipher(key).encrypt(&Nonce::from(*nonce), payload).map_err(WalletError::internal)
}

pub(super) fn decrypted(
    key: &[u8; 32],
    nonce: &[u8; 12],
    associated: &[u8],
    sealed: &[u8],
) -> Option<Vec<u8>> {
    let payload = Payload { msg: sealed, aad: associated };
    cipher(key).decrypt(&Nonce::from(*nonce), payload).ok()
}

fn cipher(key: &[u8; 32]) -> ChaCha20Poly1305 {
    ChaCha20Poly1305::new(key.into())
}
