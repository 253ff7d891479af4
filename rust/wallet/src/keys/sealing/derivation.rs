//! The keys of a request: from its secret those of the requester and of the link, from the link's key those that
//! both sides have.

use x25519_dalek::{X25519_BASEPOINT_BYTES, x25519};
use zeroize::Zeroizing;

use super::RequestKey;
use super::hkdf_sha256::{expanded, extracted};
use crate::errors::Result;

/// What the information of every derivation begins with.
const INFORMATION: &[u8] = b"miden-swift requests v1 ";

/// How long the id of a request is.
const ID_LENGTH: usize = 16;

/// What derives from the secret of a request. Only the requester has it.
pub struct SecretKeys {
    /// The key that a link has.
    pub link_key: RequestKey,
    /// What the requester proves with at a relay that the request is its own.
    pub requester_token: RequestKey,
    /// The private key that opens receipts.
    pub(super) receipt_secret: RequestKey,
    /// Its public key, which receipts are sealed to.
    pub receipt_key: [u8; 32],
}

impl SecretKeys {
    /// Derives them.
    ///
    /// # Errors
    /// [`crate::WalletError::Internal`].
    pub fn of(secret: &[u8; 32]) -> Result<Self> {
        let receipt_secret = derived(secret, "receipt")?;
        Ok(Self {
            link_key: derived(secret, "link")?,
            requester_token: derived(secret, "requester token")?,
            receipt_key: x25519(*receipt_secret, X25519_BASEPOINT_BYTES),
            receipt_secret,
        })
    }
}

/// What derives from the key of a link. Requester and wallet have it.
pub struct LinkKeys {
    /// The id of the request.
    pub id: [u8; ID_LENGTH],
    /// The key that the request is sealed with.
    pub request_key: RequestKey,
    /// What the wallet proves with at a relay that it has the link.
    pub wallet_token: RequestKey,
}

impl LinkKeys {
    /// Derives them.
    ///
    /// # Errors
    /// [`crate::WalletError::Internal`].
    pub fn of(link_key: &[u8; 32]) -> Result<Self> {
        let mut id = [0; ID_LENGTH];
        id.copy_from_slice(&derived(link_key, "id")?[..ID_LENGTH]);
        Ok(Self {
            id,
            request_key: derived(link_key, "request")?,
            wallet_token: derived(link_key, "wallet token")?,
        })
    }
}

fn derived(key: &[u8; 32], name: &str) -> Result<Zeroizing<[u8; 32]>> {
    let (_, hkdf) = extracted(&[], &[key]);
    expanded(&hkdf, &[INFORMATION, name.as_bytes()])
}
