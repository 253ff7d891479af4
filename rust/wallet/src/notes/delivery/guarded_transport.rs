//! A note transport that drops what cannot be read, and what would take too much memory, and keeps the rest.
//!
//! The client's own transport decodes the notes of a page without a limit, and gives none of them if it cannot read one
//! (UPSTREAM(0.18): `GrpcNoteTransportClient::fetch_notes_page`). The client then asks for the same page again with
//! every sync. So the wallet fetches the bytes and decodes note by note.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use miden_client::note::{NoteInclusionProof, NoteTag};
use miden_client::note_transport::{
    NoteTransportClient, NoteTransportCursor, NoteTransportError, NoteTransportPage, TransportNote,
};

use crate::errors::innermost;
use crate::notes::delivery::entries::{self, EntryError, EntryLimits};

/// How many refused notes of a page have a warning of their own. A page may have many thousands.
const LOGGED_NOTES: usize = 20;

/// A page of notes that are not decoded.
pub(crate) struct RawPage {
    /// The notes, each in its own bytes.
    pub(crate) entries: Vec<Vec<u8>>,
    /// The position of the last entry.
    pub(crate) cursor: NoteTransportCursor,
    /// Whether another page follows.
    pub(crate) has_more: bool,
    /// Up to where notes are fetched.
    pub(crate) sync_to: NoteTransportCursor,
}

/// What carries private notes, without decoding them.
#[async_trait]
pub(crate) trait RawNoteTransport: Send + Sync {
    /// As [`NoteTransportClient::send_note_with_proof`].
    async fn send_note_with_proof(
        &self,
        note: TransportNote,
        inclusion_proof: NoteInclusionProof,
    ) -> Result<(), NoteTransportError>;

    /// As [`NoteTransportClient::fetch_notes_page`].
    async fn fetch_raw_page(
        &self,
        tags: &[NoteTag],
        cursor: Option<NoteTransportCursor>,
        sync_to: Option<NoteTransportCursor>,
    ) -> Result<RawPage, NoteTransportError>;
}

/// A note transport as the client uses it.
pub(crate) struct GuardedTransport {
    transport: Arc<dyn RawNoteTransport>,
    limits: EntryLimits,
    /// How many notes the sync that runs has dropped.
    refused: AtomicUsize,
    /// How many notes syncs have dropped that no report has yet.
    unreported: AtomicUsize,
}

impl GuardedTransport {
    pub(crate) fn new(transport: Arc<dyn RawNoteTransport>, limits: EntryLimits) -> Self {
        let (refused, unreported) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Self { transport, limits, refused, unreported }
    }

    /// Refuses a note that the wallets of others would drop.
    pub(crate) fn require_carried(&self, note: TransportNote) -> Result<(), EntryError> {
        entries::require_carried(note, &self.limits)
    }

    /// To be called before a sync fetches notes. What a sync dropped that failed is fetched again.
    pub(crate) fn begin_sync(&self) {
        self.refused.store(0, Ordering::Relaxed);
    }

    /// To be called when a sync has succeeded.
    pub(crate) fn end_sync(&self) {
        self.unreported.fetch_add(self.refused.swap(0, Ordering::Relaxed), Ordering::Relaxed);
    }

    /// How many notes were dropped since this was asked before.
    pub(crate) fn take_refused(&self) -> usize {
        self.unreported.swap(0, Ordering::Relaxed)
    }
}

#[async_trait]
impl NoteTransportClient for GuardedTransport {
    async fn send_note_with_proof(
        &self,
        note: TransportNote,
        inclusion_proof: NoteInclusionProof,
    ) -> Result<(), NoteTransportError> {
        self.transport.send_note_with_proof(note, inclusion_proof).await
    }

    /// A page may have no notes although more pages follow.
    async fn fetch_notes_page(
        &self,
        tags: &[NoteTag],
        cursor: Option<NoteTransportCursor>,
        sync_to: Option<NoteTransportCursor>,
    ) -> Result<NoteTransportPage, NoteTransportError> {
        let page = self.transport.fetch_raw_page(tags, cursor, sync_to).await?;
        let mut notes = Vec::new();
        let mut refused = 0;
        for entry in &page.entries {
            match entries::decode(entry, tags, &self.limits) {
                Ok(note) => notes.push(note),
                Err(error) => {
                    refused += 1;
                    if refused <= LOGGED_NOTES {
                        let note = entries::note_id(entry, &self.limits);
                        let note = note.map_or_else(|| "unknown".to_owned(), |note| note.to_hex());
                        let reason = innermost(&error);
                        tracing::warn!(%error, %reason, note, "a private note is dropped");
                    }
                }
            }
        }
        if refused > LOGGED_NOTES {
            let count = refused - LOGGED_NOTES;
            tracing::warn!(count, "more private notes of the same page are dropped");
        }
        self.refused.fetch_add(refused, Ordering::Relaxed);
        let RawPage { cursor, has_more, sync_to, .. } = page;
        Ok(NoteTransportPage { notes, cursor, has_more, sync_to })
    }
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
