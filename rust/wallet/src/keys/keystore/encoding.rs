//! Keys and the commitments to them, as they are written.

use miden_client::Word;
use miden_client::auth::{AuthSecretKey, PublicKeyCommitment};
use zeroize::Zeroizing;

/// The secret bytes of a key, in memory that is wiped.
pub(crate) fn secret_bytes(key: &AuthSecretKey) -> Zeroizing<Vec<u8>> {
    use miden_client::Serializable;
    // Room for the longest of them: a vector that grows leaves copies behind.
    const ROOM: usize = 4096;
    let mut bytes = Zeroizing::new(Vec::with_capacity(ROOM));
    key.write_into(&mut *bytes);
    bytes
}

pub(crate) fn hex(commitment: PublicKeyCommitment) -> String {
    Word::from(commitment).to_hex()
}
