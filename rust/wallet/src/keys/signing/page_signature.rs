//! Signatures in the form that web pages get: the tag of the scheme, then the signature. Nothing but the
//! commitment to the key is needed to verify them.

use miden_client::auth::{PublicKey, PublicKeyCommitment, Signature};
use miden_client::crypto::ecdsa_k256_keccak;
use miden_client::{Deserializable, Word};

use super::SigningPayload;
use super::schemes::has_high_s;
use crate::errors::{KeyError, Result};
use crate::keys::account_secret::SignatureScheme;

/// Whether bytes begin with a signature of a payload by the key of a commitment. What follows the
/// signature is ignored.
///
/// # Errors
/// [`KeyError::InvalidPublicKey`] for a commitment that is not a word.
pub fn verify_payload(
    payload: &SigningPayload,
    signature: &[u8],
    key_commitment: &[u8],
) -> Result<bool> {
    let expected = Word::try_from(key_commitment)
        .map_err(|error| KeyError::InvalidPublicKey { reason: error.to_string() })?;
    // Reads the signature and no further.
    let Ok(signature) = Signature::read_from_bytes(signature) else { return Ok(false) };
    let Some(key) = key_of(&signature, payload.word()) else { return Ok(false) };
    Ok(key.to_commitment() == PublicKeyCommitment::from(expected)
        && key.verify(payload.word(), signature))
}

/// The key that a signature is said to be of: computed from one of ECDSA, included in one of Falcon.
fn key_of(signature: &Signature, word: Word) -> Option<PublicKey> {
    match signature {
        Signature::EcdsaK256Keccak(signature) => {
            if has_high_s(SignatureScheme::EcdsaK256Keccak, &signature.to_sec1_bytes()) {
                return None;
            }
            ecdsa_k256_keccak::PublicKey::recover_from(word, signature)
                .ok()
                .map(PublicKey::EcdsaK256Keccak)
        }
        Signature::Falcon512Poseidon2(signature) => {
            Some(PublicKey::Falcon512Poseidon2(signature.public_key().clone()))
        }
    }
}

#[cfg(test)]
mod tests;
