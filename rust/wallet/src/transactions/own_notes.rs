//! Notes that this wallet made and one of its accounts is to consume.

use std::collections::BTreeMap;

use miden_client::account::AccountId;
use miden_client::note::{Note, NoteId};
use miden_client::store::{NoteFilter, OutputNoteRecord};

use super::consume::require_kind;
use crate::errors::{ErrorMapper, Result};
use crate::files::NoteFileContent;
use crate::wallet::Wallet;

impl Wallet {
    /// Sees to it that notes of the wallet's own making are among those that came in, as those that are to be
    /// consumed have to be. The client puts only what it knows to be for one of its accounts there: not a note with
    /// a script of somebody's own.
    pub(crate) async fn bring_in_own(&self, account: AccountId, notes: &[NoteId]) -> Result<()> {
        let named = || NoteFilter::List(notes.to_vec());
        // Mostly none: those that came in are read once more for the transaction.
        let made = self.store.get_output_notes(named()).await.map_err(ErrorMapper::store)?;
        if made.is_empty() {
            return Ok(());
        }
        let mut made: BTreeMap<NoteId, OutputNoteRecord> =
            made.into_iter().map(|record| (record.id(), record)).collect();
        for record in self.note_records(named()).await? {
            record.id().and_then(|there| made.remove(&there));
        }
        for note in notes {
            let Some(record) = made.remove(note) else { continue };
            if let Ok(full) = Note::try_from(record) {
                require_kind(&full, account)?;
            }
            let file = self.export_note(*note, NoteFileContent::DetailsWithProof).await?;
            self.take_in_file(*note, &file).await?;
        }
        Ok(())
    }

    /// Takes in the file of a note, and sees that it can be consumed where it is in a block.
    pub(crate) async fn take_in_file(&self, note: NoteId, file: &[u8]) -> Result<()> {
        self.import_note(file).await?;
        let records = self.note_records(NoteFilter::List(vec![note])).await?;
        // In a block that this wallet has not come to.
        if records.iter().any(|record| !record.is_committed()) {
            self.sync().await?;
        }
        Ok(())
    }
}
