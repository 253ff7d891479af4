//! What tells a store, or a log of events, from every other.

use crate::errors::WalletError;

/// The setting in which a store keeps what tells it from every other, for cursors.
pub(super) const IDENTITY_SETTING: &str = "miden_swift_history";

/// What tells a store, or a log of events, from every other.
pub(super) type Identity = [u8; 16];

/// Another than any there was.
pub(crate) fn new_identity() -> Identity {
    use rand::Rng;
    let mut identity = Identity::default();
    rand::rng().fill_bytes(&mut identity);
    identity
}

pub(super) fn refused(reason: &str) -> WalletError {
    WalletError::InvalidCursor { reason: reason.to_owned() }
}
