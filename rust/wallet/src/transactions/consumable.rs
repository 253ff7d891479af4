//! Whether a note that came in can be consumed now.

use miden_client::note::{Note, NoteId};
use miden_client::store::InputNoteRecord;

use crate::errors::{NoteError, Result, WalletError};

/// The note of a record, if it is committed and nobody consumes it yet.
pub(crate) fn ready_note(note: NoteId, record: InputNoteRecord) -> Result<Note> {
    if record.is_consumed() {
        Err(WalletError::Note(NoteError::AlreadyConsumed { note }))
    } else if record.is_processing() {
        Err(WalletError::Note(NoteError::BeingConsumed { note }))
    } else if record.is_committed() {
        record.try_into().map_err(WalletError::internal)
    } else if record.is_inclusion_pending() {
        Err(WalletError::Note(NoteError::NotCommitted { note }))
    } else {
        Err(WalletError::Note(NoteError::Invalid { note }))
    }
}
