//! What carries private notes between the wallets of an embedded chain.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use miden_client::note::{NoteInclusionProof, NoteTag};
use miden_client::note_transport::{
    NoteInfo, NoteTransportClient, NoteTransportCursor, NoteTransportError, NoteTransportPage,
    TransportNote,
};
use miden_client::{Deserializable, Serializable, Word};

use crate::errors::{Result, StoreError, WalletError};
use crate::store::private_files;

/// The notes that were sent on a chain, in their order, kept beside it.
pub(super) struct EmbeddedTransport {
    notes: Mutex<Vec<NoteInfo>>,
    file: PathBuf,
    /// Tells one chain's notes from another's.
    nonce: u64,
}

impl EmbeddedTransport {
    pub(super) fn open(directory: &Path, genesis: Word) -> Result<Self> {
        let file = directory.join("notes.bin");
        let unusable =
            |source| WalletError::Store(StoreError::Unusable { path: file.clone(), source });
        let notes = match std::fs::read(&file) {
            Ok(bytes) => Vec::read_from_bytes(&bytes).map_err(|error| unusable(error.into()))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(unusable(error.into())),
        };
        Ok(Self { notes: Mutex::new(notes), file, nonce: genesis[0].as_canonical_u64() })
    }

    fn at(&self, sequence: usize) -> NoteTransportCursor {
        NoteTransportCursor { nonce: self.nonce, sequence: sequence as u64 }
    }

    /// How many notes lie before a cursor; none before one of another chain.
    fn position(&self, cursor: NoteTransportCursor, count: usize) -> usize {
        if cursor.nonce == self.nonce {
            usize::try_from(cursor.sequence).unwrap_or(count).min(count)
        } else {
            0
        }
    }
}

#[async_trait]
impl NoteTransportClient for EmbeddedTransport {
    async fn send_note_with_proof(
        &self,
        note: TransportNote,
        inclusion_proof: NoteInclusionProof,
    ) -> Result<(), NoteTransportError> {
        let (header, details) = note.into_parts();
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        if notes.iter().any(|kept| kept.header.id() == header.id()) {
            return Ok(());
        }
        let mut info = NoteInfo::new(header, details.to_bytes());
        info.block_hint = Some(inclusion_proof.location().block_num());
        notes.push(info);
        private_files::write(&self.file, &notes.to_bytes(), || {}).map_err(|error| {
            notes.pop();
            NoteTransportError::Network(error.to_string())
        })
    }

    async fn fetch_notes_page(
        &self,
        tags: &[NoteTag],
        cursor: Option<NoteTransportCursor>,
        sync_to: Option<NoteTransportCursor>,
    ) -> Result<NoteTransportPage, NoteTransportError> {
        let notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        let count = notes.len();
        let from = cursor.map_or(0, |cursor| self.position(cursor, count));
        let to = sync_to.map_or(count, |cursor| self.position(cursor, count));
        let page: Vec<NoteInfo> = notes
            .get(from..to)
            .unwrap_or_default()
            .iter()
            .filter(|note| tags.contains(&note.header.metadata().tag()))
            .cloned()
            .collect();
        Ok(NoteTransportPage {
            notes: page,
            cursor: self.at(to.max(from)),
            has_more: false,
            sync_to: sync_to.unwrap_or_else(|| self.at(count)),
        })
    }
}

/// One that cannot be reached.
pub(super) struct UnreachableTransport;

fn unreachable() -> NoteTransportError {
    NoteTransportError::Connection("it is out of reach, as was asked for".into())
}

#[async_trait]
impl NoteTransportClient for UnreachableTransport {
    async fn send_note_with_proof(
        &self,
        _: TransportNote,
        _: NoteInclusionProof,
    ) -> Result<(), NoteTransportError> {
        Err(unreachable())
    }

    async fn fetch_notes_page(
        &self,
        _: &[NoteTag],
        _: Option<NoteTransportCursor>,
        _: Option<NoteTransportCursor>,
    ) -> Result<NoteTransportPage, NoteTransportError> {
        Err(unreachable())
    }
}
