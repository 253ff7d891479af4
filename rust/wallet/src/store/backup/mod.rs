//! A whole wallet in one file, under a passphrase.
//!
//! What is in it is a snapshot of the store, with all that a store has: accounts and their states, notes
//! that came in and that were made, those still to be delivered among them, transactions, block headers,
//! tags, settings, names. Beside it are the keys, and a snapshot of the history of the same moment: it could
//! be made anew of the store, but not its events with their numbers, and not the times and the order of
//! what the store has forgotten. So a wallet that is restored is the one the backup was made of, as it was
//! in that moment.

mod creation;
mod manifest;
mod restoring;
mod snapshot;
#[cfg(all(test, feature = "embedded-chain"))]
mod tests;

use std::path::PathBuf;

use zeroize::Zeroizing;

use crate::keys::keystore::Contents;
pub(crate) use restoring::restore;

/// The file of a wallet. Of version 1 it has no history, which is then made of the store.
const BACKUP: Contents =
    Contents { format: "miden-swift backup", version: 2, oldest: 1, what: "a backup of a wallet" };

/// The largest backup, in bytes: restoring takes some three times its size in memory. A larger one is neither written nor
/// read.
pub(crate) const MAXIMUM_SIZE: u64 = 1 << 30;

/// What a backup has of a wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// How many accounts it has.
    pub account_count: usize,
    /// How many keys it has.
    pub key_count: usize,
    /// How many transactions it has.
    pub transaction_count: usize,
    /// The block the wallet stood at.
    pub sync_height: u32,
    /// How large the file is.
    pub bytes: u64,
}

/// A backup to be restored.
#[derive(Clone)]
pub struct BackupFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its passphrase, which need not be that of a keystore.
    pub passphrase: Zeroizing<String>,
}
