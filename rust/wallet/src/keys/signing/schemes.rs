//! Keys and signatures as bytes.

use k256::ecdsa;
use miden_client::auth::{PublicKey, Signature};
use miden_client::crypto::{ecdsa_k256_keccak, rpo_falcon512};
use miden_client::{Deserializable, Serializable, Word};
use miden_protocol::crypto::hash::keccak::Keccak256;

use crate::errors::Cause;
use crate::keys::account_secret::SignatureScheme;

impl SignatureScheme {
    /// How a key signs.
    pub(crate) fn of(key: &PublicKey) -> Self {
        match key {
            PublicKey::Falcon512Poseidon2(_) => Self::Falcon512Poseidon2,
            _ => Self::EcdsaK256Keccak,
        }
    }

    /// A public key as bytes: 33 of a compressed point for ECDSA, Miden's encoding for Falcon.
    pub(crate) fn public_key_bytes(key: &PublicKey) -> Vec<u8> {
        match key {
            PublicKey::Falcon512Poseidon2(key) => key.to_bytes(),
            PublicKey::EcdsaK256Keccak(key) => key.to_bytes(),
            // The client has no third scheme; one it got would come with its tag.
            key => key.to_bytes(),
        }
    }

    /// Reads a public key: for ECDSA a point, compressed or not.
    pub(crate) fn parse_public_key(self, bytes: &[u8]) -> Result<PublicKey, Cause> {
        Ok(match self {
            Self::EcdsaK256Keccak => PublicKey::EcdsaK256Keccak(
                ecdsa_k256_keccak::PublicKey::from_sec1_bytes(bytes)
                    .map_err(|error| error.to_string())?,
            ),
            Self::Falcon512Poseidon2 => PublicKey::Falcon512Poseidon2(
                rpo_falcon512::PublicKey::read_from_bytes(bytes)
                    .map_err(|error| error.to_string())?,
            ),
        })
    }

    /// What a device signs that takes digests, where the scheme has such a thing.
    pub(crate) fn digest(self, message: Word) -> Option<[u8; 32]> {
        match self {
            Self::EcdsaK256Keccak => Some(Keccak256::hash(&message.as_bytes()).into()),
            Self::Falcon512Poseidon2 => None,
        }
    }
}

/// A signature as bytes: 65 for ECDSA, r, s and the recovery id; Miden's encoding for Falcon.
pub(crate) fn signature_bytes(signature: &Signature) -> Vec<u8> {
    match signature {
        Signature::Falcon512Poseidon2(signature) => signature.to_bytes(),
        Signature::EcdsaK256Keccak(signature) => signature.to_bytes(),
    }
}

/// Whether a signature is one of ECDSA with a high s. If (r, s) is a signature, (r, -s) is one, too: one of them has a high
/// s, and Miden's verifier refuses it.
pub(super) fn has_high_s(scheme: SignatureScheme, bytes: &[u8]) -> bool {
    scheme == SignatureScheme::EcdsaK256Keccak
        && parsed_ecdsa(bytes).is_some_and(|parsed| parsed.normalize_s() != parsed)
}

/// Reads a signature in any form that devices give and verifies it.
pub(super) fn verified_signature(
    key: &PublicKey,
    message: Word,
    bytes: &[u8],
) -> Result<Signature, Cause> {
    match key {
        PublicKey::EcdsaK256Keccak(key) => {
            ecdsa_signature(key, message, bytes).map(Signature::EcdsaK256Keccak)
        }
        PublicKey::Falcon512Poseidon2(key) => {
            let signature = rpo_falcon512::Signature::read_from_bytes(bytes)
                .map_err(|_| "it is no Falcon signature")?;
            if key.verify(message, &signature) {
                Ok(Signature::Falcon512Poseidon2(signature))
            } else {
                Err("it does not hold for the message and the account's key".into())
            }
        }
        _ => Err("this library does not know the scheme of the key".into()),
    }
}

fn parsed_ecdsa(bytes: &[u8]) -> Option<ecdsa::Signature> {
    let parsed = match bytes.len() {
        // What follows r and s is the recovery id, in one of several ways of counting.
        64 | 65 => ecdsa::Signature::from_slice(&bytes[..64]),
        _ => ecdsa::Signature::from_der(bytes),
    };
    parsed.ok()
}

fn ecdsa_signature(
    key: &ecdsa_k256_keccak::PublicKey,
    message: Word,
    bytes: &[u8],
) -> Result<ecdsa_k256_keccak::Signature, Cause> {
    // The verifier takes the low s alone, and devices make both.
    let parsed = parsed_ecdsa(bytes).ok_or("it is no ECDSA signature")?.normalize_s();
    // Devices count recovery ids in several ways, so it is found again.
    (0..=3)
        .filter_map(|recovery| {
            ecdsa_k256_keccak::Signature::from_sec1_bytes_and_recovery_id(
                parsed.to_bytes().into(),
                recovery,
            )
            .ok()
        })
        .find(|signature| {
            ecdsa_k256_keccak::PublicKey::recover_from(message, signature)
                .is_ok_and(|recovered| recovered == *key)
        })
        .filter(|signature| key.verify(message, signature))
        .ok_or_else(|| "it does not hold for the message and the account's key".into())
}
