//! The notes of a discarded transaction, which can be consumed again.
//!
//! miden-client undoes what a discarded transaction did to its account, and leaves its notes as being consumed, for good.
//! A sync asks for the nullifiers of such notes as well, so a note that another transaction has consumed is not among them.

use miden_client::note::NoteId;
use miden_client::store::input_note_states::{CommittedNoteState, ExpectedNoteState};
use miden_client::store::{InputNoteRecord, InputNoteState, NoteFilter};
use tracing::{info, warn};

use crate::errors::{ErrorMapper, Result};
use crate::pending::Pending;
use crate::reader::Reader;

impl Reader {
    /// Puts the notes of discarded transactions back to what they were before, and returns them. To be called while
    /// nothing is on its way. A failure is logged and left for the next sync.
    pub(crate) fn free_notes(&self) -> Pending<'_, Vec<NoteId>> {
        Box::pin(async move {
            self.try_free_notes().await.unwrap_or_else(|error| {
                let causes = error.causes();
                warn!(%error, ?causes, "the notes of discarded transactions could not be freed");
                Vec::new()
            })
        })
    }

    async fn try_free_notes(&self) -> Result<Vec<NoteId>> {
        let processing = self.note_records(NoteFilter::Processing).await?;
        let consumers =
            processing.iter().filter_map(|note| note.consumer_transaction_id().copied()).collect();
        let discarded = self.discarded_of(consumers).await?;
        let is_freed = |note: &&InputNoteRecord| {
            let consumer = note.consumer_transaction_id();
            discarded.iter().any(|discarded| consumer == Some(&discarded.transaction))
        };
        let freed: Vec<_> = processing.iter().filter(is_freed).filter_map(as_before).collect();
        if freed.is_empty() {
            return Ok(Vec::new());
        }
        self.store.upsert_input_notes(&freed).await.map_err(ErrorMapper::store)?;
        let notes: Vec<_> = freed.iter().filter_map(InputNoteRecord::id).collect();
        info!(?notes, "the notes of discarded transactions can be consumed again");
        Ok(notes)
    }
}

/// A note that is being consumed, in the state before.
fn as_before(record: &InputNoteRecord) -> Option<InputNoteRecord> {
    let state: InputNoteState = match record.state() {
        InputNoteState::ProcessingAuthenticated(processing) => CommittedNoteState {
            metadata: processing.metadata,
            inclusion_proof: processing.inclusion_proof.clone(),
            block_note_root: processing.block_note_root,
        }
        .into(),
        // Whether it was in a block is not kept.
        InputNoteState::ProcessingUnauthenticated(processing) => ExpectedNoteState {
            metadata: Some(processing.metadata),
            after_block_num: processing.after_block_num,
            tag: Some(processing.metadata.tag()),
        }
        .into(),
        _ => return None,
    };
    let (details, attachments) = (record.details().clone(), record.attachments().clone());
    Some(InputNoteRecord::new(details, attachments, record.created_at(), state))
}
