//! What is in a note besides its assets: its script, and what the script is given.

use miden_client::note::{NoteId, NoteRecipient, StandardNote};
use miden_client::store::NoteFilter;
use miden_client::{Felt, Word};

use super::disassembly::script_text;
use crate::blocking_tasks::run_blocking;
use crate::errors::{ContractError, ErrorMapper, NoteError, Result};
use crate::pending::Pending;
use crate::reader::Reader;

/// What is in a note besides its assets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteContents {
    /// The note.
    pub note: NoteId,
    /// The root of its script.
    pub script_root: Word,
    /// What Miden calls the script, where it is one of Miden's own, such as `P2ID`.
    pub script_name: Option<String>,
    /// The number that makes the note one of its own. Who knows it and the rest of a private note can tell
    /// on the chain when it is consumed.
    pub serial_number: Word,
    /// What the script is given.
    pub storage: Vec<Felt>,
    /// The script's code as text, where it was asked for. `None` also where that would be too long.
    pub code: Option<String>,
}

impl Reader {
    /// What is in a note besides its assets: in one that came in, or in one that this wallet made. Reads
    /// the store alone.
    ///
    /// # Errors
    /// [`NoteError::Unknown`], [`ContractError::NoteContentsUnknown`] where only the commitment to
    /// it is known, [`crate::WalletError::Store`].
    pub fn note_contents(
        &self,
        note: NoteId,
        with_code: bool,
    ) -> Pending<'_, Result<NoteContents>> {
        Box::pin(async move {
            let recipient = self.recipient_of(note).await?;
            let (serial_number, script, storage) = recipient.into_parts();
            Ok(NoteContents {
                note,
                script_root: script.root().into(),
                script_name: StandardNote::from_script(&script)
                    .map(|known| known.name().to_owned()),
                serial_number,
                storage: storage.items().to_vec(),
                code: if with_code {
                    run_blocking(move || script_text(&script)).await?
                } else {
                    None
                },
            })
        })
    }

    /// The part of a note that says who may consume it, and how.
    async fn recipient_of(&self, note: NoteId) -> Result<NoteRecipient> {
        let came_in = self.note_records(NoteFilter::List(vec![note])).await?;
        if let Some(record) = came_in.first() {
            return Ok(record.details().recipient().clone());
        }
        let made = self.store.get_output_notes(NoteFilter::List(vec![note])).await;
        let made = made.map_err(ErrorMapper::store)?;
        let record = made.first().ok_or(NoteError::Unknown { note })?;
        let recipient = record.recipient().cloned();
        recipient.ok_or_else(|| ContractError::NoteContentsUnknown { note }.into())
    }
}
