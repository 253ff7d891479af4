//! What a backup says of itself, and where in it the store begins.

use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use super::BACKUP;
use crate::errors::{Cause, Result, SealedFileError, WalletError};
use crate::keystore::WrittenKey;

/// The first line of what is encrypted. After it comes the store.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    pub(super) network: String,
    /// The genesis commitment of the network, where the wallet had seen it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) genesis: Option<String>,
    /// The version of the client that wrote the store.
    pub(super) client_version: String,
    pub(super) account_count: usize,
    pub(super) sync_height: u32,
    pub(super) keys: Vec<WrittenKey>,
}

impl Manifest {
    /// The manifest with a store after it, to be encrypted.
    pub(super) fn with_store(&self, store: &[u8]) -> Result<Zeroizing<Vec<u8>>> {
        // Room for all of it, keys included: a vector that grows leaves copies behind.
        const ROOM_FOR_A_KEY: usize = 8 * 1024;
        const ROOM: usize = 4 * 1024;
        let room = ROOM + ROOM_FOR_A_KEY * self.keys.len() + store.len();
        let mut contents = Zeroizing::new(Vec::with_capacity(room));
        serde_json::to_writer(&mut *contents, self).map_err(WalletError::internal)?;
        contents.push(b'\n');
        contents.extend_from_slice(store);
        Ok(contents)
    }

    /// Reads what [`Self::with_store`] wrote, and says where the store begins.
    pub(super) fn read(contents: &[u8]) -> Result<(Self, usize)> {
        let end = contents.iter().position(|byte| *byte == b'\n');
        let end = end.ok_or_else(|| damaged("it does not say what is in it".into()))?;
        // The decoder's error may quote a key.
        let manifest = serde_json::from_slice(&contents[..end])
            .map_err(|_| damaged("what it says of itself cannot be read".into()))?;
        Ok((manifest, end + 1))
    }
}

pub(super) fn damaged(source: Cause) -> WalletError {
    SealedFileError::Damaged { what: BACKUP.what, source }.into()
}
