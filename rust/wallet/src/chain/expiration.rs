//! When transactions expire.

/// After how many blocks a transaction that has not been committed is given up, by the network and
/// by the wallet alike. Were the wallet's limit the shorter one, a transaction it has given up
/// could still be committed, which locks a private account.
pub(crate) const EXPIRATION_BLOCKS: u16 = 128;
