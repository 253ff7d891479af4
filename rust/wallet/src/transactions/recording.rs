//! Recording a transaction that the network has accepted, without running the scripts of the notes it makes.

use std::sync::Arc;

use miden_client::ClientError;
use miden_client::account::AccountId;
use miden_client::block::BlockNumber;
use miden_client::note::{Note, NoteTag};
use miden_client::store::input_note_states::ExpectedNoteState;
use miden_client::store::{InputNoteRecord, Store};
use miden_client::sync::NoteTagRecord;
use miden_client::transaction::{TransactionResult, notes_from_output};

use super::recording_store::RecordingStore;
use crate::chain::client::client_of;
use crate::notes::screening::StandardRule;
use crate::reader::Reader;

impl Reader {
    /// Records an accepted transaction in the store. Recording it again changes nothing.
    pub(super) async fn record_transaction(
        &self,
        executed: &TransactionResult,
        height: BlockNumber,
    ) -> Result<(), ClientError> {
        // Before the transaction: an expected note that never comes does no harm.
        self.expect_own_notes(executed, height).await?;
        let store: Arc<dyn Store> = Arc::new(RecordingStore(self.store.clone()));
        let client = client_of(&self.node, &store, None, None).await?;
        client.apply_transaction(executed, height).await?;
        self.restore_scripts_of(executed).await;
        Ok(())
    }

    /// Adds notes that a transaction makes for accounts of this wallet to those that are to come in.
    async fn expect_own_notes(
        &self,
        executed: &TransactionResult,
        height: BlockNumber,
    ) -> Result<(), ClientError> {
        let own = self.store.get_account_ids().await?;
        let made = notes_from_output(executed.created_notes());
        let expected: Vec<&Note> = made.filter(|note| is_for_any(note, &own)).collect();
        let created_at = self.store.get_current_timestamp();
        let records: Vec<InputNoteRecord> = expected
            .iter()
            .map(|note| {
                let state = ExpectedNoteState {
                    metadata: Some(*note.metadata()),
                    after_block_num: height,
                    tag: Some(note.metadata().tag()),
                };
                let (details, attachments) = ((*note).clone().into(), note.attachments().clone());
                InputNoteRecord::new(details, attachments, created_at, state.into())
            })
            .collect();
        if records.is_empty() {
            return Ok(());
        }
        self.store.upsert_input_notes(&records).await?;
        for (note, record) in expected.iter().zip(&records) {
            let commitment = record.details_commitment();
            let tag = NoteTagRecord::with_note_source(note.metadata().tag(), commitment);
            self.store.add_note_tag(tag).await?;
        }
        Ok(())
    }
}

/// Whether one of a wallet's accounts may be able to consume a note now or later.
fn is_for_any(note: &Note, own: &[AccountId]) -> bool {
    let tag = note.metadata().tag();
    let is_tagged = || own.iter().any(|account| NoteTag::with_account_target(*account) == tag);
    match StandardRule::of(note) {
        Some(StandardRule::Payment(terms)) => {
            own.iter().any(|account| terms.opens_for(*account).is_some())
        }
        Some(StandardRule::Burn(faucet)) => own.contains(&faucet),
        // What is left of an offer goes back to its creator.
        Some(StandardRule::Swap(terms)) => {
            terms.creator.is_some_and(|creator| terms.is_partial && own.contains(&creator))
        }
        // It is for the builder of the batch.
        Some(StandardRule::Fee | StandardRule::Malformed) => false,
        Some(StandardRule::Mint) | None => is_tagged(),
    }
}
