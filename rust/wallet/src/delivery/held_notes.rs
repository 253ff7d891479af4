//! Private notes whose scripts are not those of payments, kept from the client until they can be imported unseen.
//!
//! The client runs the script of every note that the transport brings for an account, without a limit worth the name
//! (UPSTREAM(0.18): `screen_transport_notes`). So this decorator takes such notes out of what the client fetches and keeps
//! them in the store, before the client moves its cursor past them. The sync imports them, which runs nothing.

use std::sync::Arc;

use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use miden_client::ClientError;
use miden_client::block::BlockNumber;
use miden_client::note::{
    NoteDetails, NoteFile, NoteId, NoteInclusionProof, NoteSyncHint, NoteTag, P2idNote, P2ideNote,
};
use miden_client::note_transport::{
    NoteInfo, NoteTransportClient, NoteTransportCursor, NoteTransportError, NoteTransportPage,
    TransportNote,
};
use miden_client::store::{SettingScope, Store, StoreError};
use miden_client::utils::Deserializable;
use serde::{Deserialize, Serialize};

use crate::errors::{ErrorMapper, Result};
use crate::ids::parse_note_id;
use crate::wallet::{Wallet, WalletClient};

/// The setting that holds the notes.
const SETTING: &str = "held_private_notes";

/// How far back a note is looked for on the chain if the transport names no block, as the client does.
const LOOKBACK_BLOCKS: u32 = 20;

/// How many notes are imported at a time.
const NOTES_AT_A_TIME: usize = 100;

/// A note that waits to be imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct HeldNote {
    note: String,
    /// The note's file, in base64.
    file: String,
}

/// A note transport whose pages have only payments.
pub(crate) struct HoldingTransport {
    transport: Arc<dyn NoteTransportClient>,
    store: Arc<dyn Store>,
}

impl HoldingTransport {
    pub(crate) fn new(transport: Arc<dyn NoteTransportClient>, store: Arc<dyn Store>) -> Self {
        Self { transport, store }
    }

    async fn hold(&self, notes: Vec<HeldNote>) -> Result<(), StoreError> {
        let mut held = read(self.store.as_ref()).await?;
        held.extend(notes.into_iter().filter(|note| !held.contains(note)).collect::<Vec<_>>());
        write(self.store.as_ref(), &held).await
    }
}

#[async_trait]
impl NoteTransportClient for HoldingTransport {
    async fn send_note_with_proof(
        &self,
        note: TransportNote,
        inclusion_proof: NoteInclusionProof,
    ) -> Result<(), NoteTransportError> {
        self.transport.send_note_with_proof(note, inclusion_proof).await
    }

    async fn fetch_notes_page(
        &self,
        tags: &[NoteTag],
        cursor: Option<NoteTransportCursor>,
        sync_to: Option<NoteTransportCursor>,
    ) -> Result<NoteTransportPage, NoteTransportError> {
        let mut page = self.transport.fetch_notes_page(tags, cursor, sync_to).await?;
        let failed = |error: StoreError| {
            tracing::warn!(%error, "private notes cannot be kept: a later sync asks for them again");
            NoteTransportError::Network(error.to_string())
        };
        let height = self.store.get_sync_height().await.map_err(failed)?;
        let mut held = Vec::new();
        page.notes.retain(|note| match held_note(note, height) {
            Some(note) => {
                held.push(note);
                false
            }
            None => true,
        });
        if !held.is_empty() {
            self.hold(held).await.map_err(failed)?;
        }
        Ok(page)
    }
}

/// The note to hold, or `None` if the client may have it: a payment, or what it will refuse by itself.
fn held_note(note: &NoteInfo, height: BlockNumber) -> Option<HeldNote> {
    let details = NoteDetails::read_from_bytes(&note.details_bytes).ok()?;
    let script = details.script().root();
    if script == P2idNote::script_root() || script == P2ideNote::script_root() {
        return None;
    }
    let lookback = height.as_u32().saturating_sub(LOOKBACK_BLOCKS);
    let after = note.block_hint.unwrap_or(lookback.into());
    let sync_hint = NoteSyncHint::new(after, note.header.metadata().tag());
    let file = NoteFile::ExpectedNote { details, sync_hint };
    Some(HeldNote { note: note.header.id().to_hex(), file: STANDARD.encode(file.to_bytes()) })
}

async fn read(store: &dyn Store) -> Result<Vec<HeldNote>, StoreError> {
    let bytes = store.get_setting(SettingScope::User, SETTING.to_owned()).await?;
    Ok(bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default())
}

async fn write(store: &dyn Store, held: &[HeldNote]) -> Result<(), StoreError> {
    let key = SETTING.to_owned();
    if held.is_empty() {
        return store.remove_setting(SettingScope::User, key).await.map(|_| ());
    }
    let bytes = serde_json::to_vec(held).unwrap_or_default();
    store.set_setting(SettingScope::User, key, bytes).await
}

impl Wallet {
    /// Imports the private notes that were held back. If the node does not answer, the next sync tries again.
    pub(crate) async fn import_held_notes(&self, client: &mut WalletClient) -> Result<Vec<NoteId>> {
        let mut held = read(self.store.as_ref()).await.map_err(ErrorMapper::store)?;
        let mut imported = Vec::new();
        while !held.is_empty() {
            let count = held.len().min(NOTES_AT_A_TIME);
            let done = match import(client, &held[..count]).await {
                Ok(()) => count,
                Err(ClientError::RpcError(error)) => {
                    tracing::warn!(%error, "private notes are imported with the next sync");
                    break;
                }
                // One of them is to blame.
                Err(_) => {
                    if let Err(error) = import(client, &held[..1]).await {
                        let note = &held[0].note;
                        tracing::warn!(%error, note, "a private note cannot be imported");
                    }
                    1
                }
            };
            imported.extend(held.drain(..done).filter_map(|held| parse_note_id(&held.note).ok()));
            write(self.store.as_ref(), &held).await.map_err(ErrorMapper::store)?;
        }
        Ok(imported)
    }
}

async fn import(client: &mut WalletClient, held: &[HeldNote]) -> Result<(), ClientError> {
    let file = |held: &HeldNote| NoteFile::try_from_bytes(&STANDARD.decode(&held.file).ok()?).ok();
    let files: Vec<NoteFile> = held.iter().filter_map(file).collect();
    client.import_notes(&files).await.map(|_| ())
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
