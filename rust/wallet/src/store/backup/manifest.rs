//! What a backup says of itself, and where in it the store and the history are.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use super::BACKUP;
use crate::errors::{Cause, Result, SealedFileError, WalletError};
use crate::keys::keystore::WrittenKey;

/// The first line of what is encrypted. After it comes the store, and after that the history.
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
    /// How many bytes of what follows are the store. A backup of version 1 does not say it: in it the store
    /// goes to the end, and there is no history.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) store_length: Option<usize>,
}

/// A manifest that was read, and the places of what comes after it.
pub(super) struct Read {
    pub(super) manifest: Manifest,
    pub(super) store: Range<usize>,
    pub(super) history: Option<Range<usize>>,
}

impl Manifest {
    /// The manifest with what comes after it, to be encrypted.
    pub(super) fn followed_by(&self, parts: [&[u8]; 2]) -> Result<Zeroizing<Vec<u8>>> {
        // Room for all of it, keys included: a vector that grows leaves copies behind.
        const ROOM_FOR_A_KEY: usize = 8 * 1024;
        const ROOM: usize = 4 * 1024;
        let rest: usize = parts.iter().map(|part| part.len()).sum();
        let room = ROOM + ROOM_FOR_A_KEY * self.keys.len() + rest;
        let mut contents = Zeroizing::new(Vec::with_capacity(room));
        serde_json::to_writer(&mut *contents, self).map_err(WalletError::internal)?;
        contents.push(b'\n');
        for part in parts {
            contents.extend_from_slice(part);
        }
        Ok(contents)
    }

    /// Reads what [`Self::followed_by`] wrote.
    pub(super) fn read(contents: &[u8]) -> Result<Read> {
        let end = contents.iter().position(|byte| *byte == b'\n');
        let end = end.ok_or_else(|| damaged("it does not say what is in it".into()))?;
        // The decoder's error may quote a key.
        let manifest: Self = serde_json::from_slice(&contents[..end])
            .map_err(|_| damaged("what it says of itself cannot be read".into()))?;
        let (begin, end) = (end + 1, contents.len());
        let Some(length) = manifest.store_length else {
            return Ok(Read { manifest, store: begin..end, history: None });
        };
        let middle = begin.checked_add(length).filter(|middle| *middle <= end);
        let middle = middle.ok_or_else(|| damaged("a part of its store is missing".into()))?;
        Ok(Read { manifest, store: begin..middle, history: Some(middle..end) })
    }
}

pub(super) fn damaged(source: Cause) -> WalletError {
    SealedFileError::Damaged { what: BACKUP.what, source }.into()
}
