//! The requester's signature over a request text: Ed25519, RFC 8032.

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};

/// What the bytes begin with that are signed.
const TAG: &[u8] = b"miden-swift request v1\n";

/// A signature over a request text.
pub type RequestSignature = [u8; Signature::BYTE_SIZE];

/// The public key of a requester's seed.
#[must_use]
pub fn request_public_key(seed: &[u8; 32]) -> [u8; 32] {
    SigningKey::from_bytes(seed).verifying_key().to_bytes()
}

/// Signs a request text with the key of a seed.
#[must_use]
pub fn sign_request(text: &[u8], seed: &[u8; 32]) -> RequestSignature {
    SigningKey::from_bytes(seed).sign(&tagged(text)).to_bytes()
}

/// Whether a signature over a request text is one by a key. Each signature counts in one form only, and no key of a
/// small order counts. So nobody can make a second signature of a first one.
#[must_use]
pub fn verify_request_signature(
    signature: &RequestSignature,
    text: &[u8],
    public_key: &[u8; 32],
) -> bool {
    VerifyingKey::from_bytes(public_key).is_ok_and(|key| {
        key.verify_strict(&tagged(text), &Signature::from_bytes(signature)).is_ok()
    })
}

fn tagged(text: &[u8]) -> Vec<u8> {
    [TAG, text].concat()
}
