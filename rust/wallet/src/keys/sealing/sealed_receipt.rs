//! A receipt that only the requester can read: HPKE, RFC 9180, in base mode with DHKEM(X25519, HKDF-SHA256),
//! HKDF-SHA256 and ChaCha20-Poly1305. Each sealed receipt has an ephemeral key of its own, and is the first message
//! with it.

use hkdf::Hkdf;
use rand::Rng;
use sha2::Sha256;
use x25519_dalek::{X25519_BASEPOINT_BYTES, x25519};
use zeroize::Zeroizing;

use super::RequestKey;
use super::derivation::SecretKeys;
use super::hkdf_sha256::{expanded, extracted};
use super::sealed_request::{decrypted, encrypted};
use crate::errors::{KeyError, Result};

/// What the info of the key schedule begins with.
const TAG: &[u8] = b"miden-swift receipt v1\n";

/// What every labelled input begins with.
const VERSION: &[u8] = b"HPKE-v1";

/// The suite of the key encapsulation: DHKEM(X25519, HKDF-SHA256).
const KEM_SUITE: &[u8] = b"KEM\x00\x20";

/// The whole suite: that encapsulation, HKDF-SHA256 and ChaCha20-Poly1305.
const SUITE: &[u8] = b"HPKE\x00\x20\x00\x01\x00\x03";

/// The mode without a key that both sides have and without authentication of the sender.
const BASE_MODE: &[u8] = &[0];

/// Seals a signed receipt to the public key that the request names.
///
/// # Errors
/// [`KeyError::InvalidPublicKey`] for a key of a small order, and [`crate::WalletError::Internal`].
pub fn seal_receipt(
    receipt: &[u8],
    receipt_key: &[u8; 32],
    request_digest: &[u8; 32],
) -> Result<Vec<u8>> {
    let mut ephemeral = Zeroizing::new([0; 32]);
    rand::rng().fill_bytes(ephemeral.as_mut_slice());
    seal(&ephemeral, receipt_key, &info(request_digest), &[], receipt)
}

/// Opens what [`seal_receipt`] made, with the secret of the request. `None` if it does not open.
///
/// # Errors
/// [`crate::WalletError::Internal`].
pub fn open_receipt(
    sealed: &[u8],
    secret: &[u8; 32],
    request_digest: &[u8; 32],
) -> Result<Option<Vec<u8>>> {
    open(&SecretKeys::of(secret)?.receipt_secret, &info(request_digest), &[], sealed)
}

fn info(request_digest: &[u8; 32]) -> Vec<u8> {
    [TAG, request_digest].concat()
}

/// The encapsulated key and the ciphertext of one message.
pub(super) fn seal(
    ephemeral: &[u8; 32],
    recipient: &[u8; 32],
    info: &[u8],
    associated: &[u8],
    text: &[u8],
) -> Result<Vec<u8>> {
    let encapsulated = x25519(*ephemeral, X25519_BASEPOINT_BYTES);
    let shared = shared_point(ephemeral, recipient).ok_or_else(|| KeyError::InvalidPublicKey {
        reason: "it is of a small order, so that anyone could open what is sealed to it".to_owned(),
    })?;
    let (key, nonce) = schedule(&shared, &encapsulated, recipient, info)?;
    let ciphertext = encrypted(&key, &nonce, associated, text)?;
    Ok([&encapsulated[..], &ciphertext].concat())
}

pub(super) fn open(
    secret: &[u8; 32],
    info: &[u8],
    associated: &[u8],
    sealed: &[u8],
) -> Result<Option<Vec<u8>>> {
    let Some((encapsulated, ciphertext)) = sealed.split_first_chunk() else { return Ok(None) };
    let Some(shared) = shared_point(secret, encapsulated) else { return Ok(None) };
    let recipient = x25519(*secret, X25519_BASEPOINT_BYTES);
    let (key, nonce) = schedule(&shared, encapsulated, &recipient, info)?;
    Ok(decrypted(&key, &nonce, associated, ciphertext))
}

/// What both sides compute. `None` if it is zero, as with each public key of a small order.
fn shared_point(secret: &[u8; 32], public: &[u8; 32]) -> Option<RequestKey> {
    let point = Zeroizing::new(x25519(*secret, *public));
    (point.iter().fold(0, |bits, byte| bits | byte) != 0).then_some(point)
}

/// Key and nonce of the first message.
fn schedule(
    shared: &[u8; 32],
    encapsulated: &[u8; 32],
    recipient: &[u8; 32],
    info: &[u8],
) -> Result<(RequestKey, Zeroizing<[u8; 12]>)> {
    let (_, hkdf) = labelled_extract(KEM_SUITE, &[], "eae_prk", shared);
    let shared: RequestKey =
        labelled_expand(&hkdf, KEM_SUITE, "shared_secret", &[encapsulated, recipient])?;
    let (no_key, _) = labelled_extract(SUITE, &[], "psk_id_hash", &[]);
    let (info, _) = labelled_extract(SUITE, &[], "info_hash", info);
    let context = [BASE_MODE, no_key.as_slice(), info.as_slice()];
    let (_, hkdf) = labelled_extract(SUITE, shared.as_slice(), "secret", &[]);
    let key = labelled_expand(&hkdf, SUITE, "key", &context)?;
    Ok((key, labelled_expand(&hkdf, SUITE, "base_nonce", &context)?))
}

fn labelled_extract(
    suite: &[u8],
    salt: &[u8],
    label: &str,
    key_material: &[u8],
) -> (RequestKey, Hkdf<Sha256>) {
    extracted(salt, &[VERSION, suite, label.as_bytes(), key_material])
}

fn labelled_expand<const LENGTH: usize>(
    hkdf: &Hkdf<Sha256>,
    suite: &[u8],
    label: &str,
    context: &[&[u8]],
) -> Result<Zeroizing<[u8; LENGTH]>> {
    #[allow(clippy::cast_possible_truncation, reason = "it is 12 or 32")]
    let length = (LENGTH as u16).to_be_bytes();
    let labelled = [&length[..], VERSION, suite, label.as_bytes()];
    expanded(hkdf, &[&labelled[..], context].concat())
}
