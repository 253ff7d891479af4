//! Private notes that are not plain payments, kept from the client until they can be imported unseen.
//!
//! The client runs the script of every note that the transport brings for an account, without a limit worth the name
//! (UPSTREAM(0.18): `screen_transport_notes`). So this decorator takes such notes out of what the client fetches and keeps
//! them in the store, before the client moves its cursor past them. The sync imports them, which runs nothing.

use std::collections::BTreeSet;
use std::error::Error;
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

use crate::chain::client::WalletClient;
use crate::errors::Cause;
use crate::foreign_code::{Bounds, Guard, file_with_library_script};
use crate::ids::parse_note_id;
use crate::notes::screening::faucet_with_callbacks;

/// The setting that holds the notes.
const SETTING: &str = "held_private_notes";

/// How far back a note is looked for on the chain if the transport names no block, as the client does.
const LOOKBACK_BLOCKS: u32 = 20;

/// How many notes are imported at a time, and at how many bytes of memory of their code no more are added. With the code
/// of the last one it is at most 32 MiB.
const NOTES_AT_A_TIME: usize = 100;
const MEMORY_AT_A_TIME: u64 = (32 << 20) - Bounds::NOTE.memory;

/// How many bytes the notes have together that are held, in base64. Anybody can send them.
const MOST_HELD_BYTES: usize = 16 << 20;

/// How many pages without notes for the client are fetched in one go.
const MOST_HELD_PAGES: usize = 20;

/// A note that waits to be imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct HeldNote {
    note: String,
    /// The note's file, in base64.
    file: String,
}

impl HeldNote {
    /// The note's file, and how many bytes of memory its code takes. An earlier version of the wallet may have held it as it
    /// came.
    fn file(&self, guard: Guard) -> Result<(NoteFile, u64), Cause> {
        let bytes = STANDARD.decode(&self.file)?;
        let memory = guard(&bytes, Bounds::NOTE)?;
        Ok((file_with_library_script(NoteFile::try_from_bytes(&bytes)?), memory))
    }
}

/// A note transport whose pages have only plain payments.
pub(crate) struct HoldingTransport {
    transport: Arc<dyn NoteTransportClient>,
    store: Arc<dyn Store>,
}

impl HoldingTransport {
    pub(crate) fn new(transport: Arc<dyn NoteTransportClient>, store: Arc<dyn Store>) -> Self {
        Self { transport, store }
    }

    /// Moves the notes that the client may not have from a page to the store.
    async fn hold_back(
        &self,
        notes: &mut Vec<NoteInfo>,
        tags: &[NoteTag],
    ) -> Result<(), StoreError> {
        let height = self.store.get_sync_height().await?;
        let mut held_back = Vec::new();
        notes.retain(|note| match held_note(note, tags, height) {
            Some(note) => {
                held_back.push(note);
                false
            }
            None => true,
        });
        if held_back.is_empty() {
            return Ok(());
        }
        let mut held = read(self.store.as_ref()).await?;
        // A page that failed comes again.
        let known: BTreeSet<String> = held.iter().map(|held| held.note.clone()).collect();
        held.extend(held_back.into_iter().filter(|note| !known.contains(&note.note)));
        drop_oldest(&mut held, MOST_HELD_BYTES);
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
        mut cursor: Option<NoteTransportCursor>,
        mut sync_to: Option<NoteTransportCursor>,
    ) -> Result<NoteTransportPage, NoteTransportError> {
        let may_end_early = sync_to.is_none();
        for number in 1.. {
            let mut page = self.transport.fetch_notes_page(tags, cursor, sync_to).await?;
            let has_progress = progresses(&page, cursor, sync_to);
            // The client must not move its cursor past notes that are not kept.
            self.hold_back(&mut page.notes, tags).await.map_err(|error| {
                tracing::warn!(%error, "private notes cannot be kept, and are fetched again");
                NoteTransportError::Network(error.to_string())
            })?;
            // The client refuses a page without notes unless it is the last one.
            if !(page.notes.is_empty() && page.has_more && has_progress) {
                return Ok(page);
            }
            if number == MOST_HELD_PAGES {
                if !may_end_early {
                    break;
                }
                // So far the client has everything. The next sync goes on from here.
                return Ok(NoteTransportPage { has_more: false, sync_to: page.cursor, ..page });
            }
            (cursor, sync_to) = (Some(page.cursor), Some(page.sync_to));
        }
        let error = format!("{MOST_HELD_PAGES} pages in a row have no notes for the client");
        Err(NoteTransportError::Network(error))
    }
}

/// Drops the oldest notes until the others have at most so many bytes.
fn drop_oldest(held: &mut Vec<HeldNote>, most: usize) {
    let mut bytes: usize = held.iter().map(|note| note.file.len()).sum();
    let mut dropped = 0;
    while bytes > most {
        bytes -= held[dropped].file.len();
        dropped += 1;
    }
    if dropped > 0 {
        tracing::warn!(count = dropped, "private notes are dropped: too many wait to be imported");
        held.drain(..dropped);
    }
}

/// Whether a page leads on from a cursor within the bound, as the client requires of every page. So pages come to an end.
fn progresses(
    page: &NoteTransportPage,
    cursor: Option<NoteTransportCursor>,
    sync_to: Option<NoteTransportCursor>,
) -> bool {
    let NoteTransportCursor { nonce, sequence } = page.cursor;
    sync_to.is_none_or(|bound| bound == page.sync_to)
        && nonce == page.sync_to.nonce
        && sequence <= page.sync_to.sequence
        && cursor.is_none_or(|before| before.nonce != nonce || before.sequence < sequence)
}

/// The note to hold, or `None` if the client may have it: a plain payment, or what it will refuse by itself.
fn held_note(note: &NoteInfo, tags: &[NoteTag], height: BlockNumber) -> Option<HeldNote> {
    let details = NoteDetails::read_from_bytes(&note.details_bytes).ok()?;
    let is_asked_for = tags.contains(&note.header.metadata().tag());
    if !is_asked_for || is_plain_payment(&details) {
        return None;
    }
    // The transport may lie about the header, too.
    TransportNote::new(note.header, details.clone()).ok()?;
    let lookback = height.as_u32().saturating_sub(LOOKBACK_BLOCKS);
    let after = note.block_hint.unwrap_or(lookback.into());
    let sync_hint = NoteSyncHint::new(after, note.header.metadata().tag());
    let file = NoteFile::ExpectedNote { details, sync_hint };
    Some(HeldNote { note: note.header.id().to_hex(), file: STANDARD.encode(file.to_bytes()) })
}

/// Whether a note that runs calls no stranger's code: neither in its script nor in a faucet, which an asset with callbacks
/// calls when it enters an account.
fn is_plain_payment(details: &NoteDetails) -> bool {
    let script = details.script().root();
    (script == P2idNote::script_root() || script == P2ideNote::script_root())
        && faucet_with_callbacks(details.assets().iter()).is_none()
}

/// The notes of the setting. One that cannot be read is an error, as it may hold the only copy of notes: nobody may write it
/// over.
async fn read(store: &dyn Store) -> Result<Vec<HeldNote>, StoreError> {
    let bytes = store.get_setting(SettingScope::User, SETTING.to_owned()).await?;
    let Some(bytes) = bytes else { return Ok(Vec::new()) };
    serde_json::from_slice(&bytes)
        .map_err(|error| StoreError::ParsingError(format!("the setting {SETTING}: {error}")))
}

async fn write(store: &dyn Store, held: &[HeldNote]) -> Result<(), StoreError> {
    let key = SETTING.to_owned();
    if held.is_empty() {
        return store.remove_setting(SettingScope::User, key).await.map(|_| ());
    }
    let bytes = serde_json::to_vec(held)
        .map_err(|error| StoreError::DatabaseError(format!("the setting {SETTING}: {error}")))?;
    store.set_setting(SettingScope::User, key, bytes).await
}

/// Imports the notes that were held back, and adds those that were to `imported`.
pub(super) async fn import_all(
    store: &dyn Store,
    client: &mut WalletClient,
    guard: Guard,
    imported: &mut Vec<NoteId>,
) -> Result<(), ClientError> {
    let mut held = read(store).await?;
    while !held.is_empty() {
        let mut files = next_files(&mut held, guard);
        if files.is_empty() {
            write(store, &held).await?;
        }
        let mut most = files.len();
        while !files.is_empty() {
            let count = files.len().min(most);
            let new = match import(client, &held[..count], &files[..count]).await {
                Ok(new) => new,
                Err(error) if !is_about_a_note(&error) => return Err(error),
                Err(error) if count == 1 => {
                    warn_dropped(&held[0], &error);
                    Vec::new()
                }
                // Halves lead to the note in question.
                Err(_) => {
                    most = count / 2;
                    continue;
                }
            };
            files.drain(..count);
            held.drain(..count);
            most = files.len();
            write(store, &held).await?;
            imported.extend(new);
        }
    }
    Ok(())
}

/// The files of the first notes, for as many as are imported together. Takes out those before them and among them that
/// cannot be read.
fn next_files(held: &mut Vec<HeldNote>, guard: Guard) -> Vec<NoteFile> {
    let (mut files, mut memory) = (Vec::new(), 0);
    while files.len() < NOTES_AT_A_TIME && memory < MEMORY_AT_A_TIME {
        let Some(note) = held.get(files.len()) else { break };
        match note.file(guard) {
            Ok((file, of_code)) => {
                files.push(file);
                memory += of_code;
            }
            Err(error) => {
                warn_dropped(note, error.as_ref());
                held.remove(files.len());
            }
        }
    }
    files
}

fn warn_dropped(HeldNote { note, .. }: &HeldNote, error: &dyn Error) {
    tracing::warn!(%error, note, "a private note cannot be imported");
}

/// Whether an import fails because of a note, so that another try would fail as well. Such a note can be dropped: the store
/// has it already, where it is being consumed or contradicts what the node says of it.
fn is_about_a_note(error: &ClientError) -> bool {
    matches!(
        error,
        ClientError::DataDeserializationError(_)
            | ClientError::NoteImportError(_)
            | ClientError::NoteRecordConversionError(_)
    )
}

/// Imports notes, all or none, and returns those that are new to the store or changed there.
async fn import(
    client: &mut WalletClient,
    held: &[HeldNote],
    files: &[NoteFile],
) -> Result<Vec<NoteId>, ClientError> {
    let imported = client.import_notes(files).await?;
    let is_imported = |file: &NoteFile| match file {
        NoteFile::ExpectedNote { details, .. } => imported.contains(&details.commitment()),
        _ => false,
    };
    let notes = held.iter().zip(files).filter(|(_, file)| is_imported(file));
    Ok(notes.filter_map(|(held, _)| parse_note_id(&held.note).ok()).collect())
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
