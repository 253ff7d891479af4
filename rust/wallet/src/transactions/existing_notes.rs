//! Looks for the notes that a transaction would make among those that exist: see [`super::new_notes`].

use std::error::Error;
use std::sync::Arc;

use miden_client::ClientError;
use miden_client::note::NoteId;
use miden_client::rpc::domain::note::FetchedNote;
use miden_client::store::{InputNoteRecord, NoteFilter, OutputNoteRecord, TransactionFilter};
use miden_protocol::errors::TransactionOutputError;
use miden_tx::TransactionExecutorError;

use super::Requested;
use super::new_notes::NewNotes;
use crate::chain::client::WalletClient;
use crate::errors::{ErrorMapper, NoteError, Result, chain};
use crate::reader::Reader;

impl Reader {
    /// Which notes of the transaction of a request need no look at what exists.
    pub(super) async fn new_notes(
        &self,
        client: &WalletClient,
        request: &Requested,
    ) -> Result<Arc<NewNotes>> {
        let header = client.get_latest_block_header().await;
        let header = header.map_err(|error| self.errors.client(error))?;
        let base_fee = header.fee_parameters().verification_base_fee();
        Ok(NewNotes::of(request, base_fee != 0))
    }

    /// Refuses if one of these notes exists: if a pending transaction makes it, or if it was on the chain at any
    /// time. Only a transaction that was discarded may be made again with its notes. Asks the node, so the client
    /// must not be held.
    pub(super) async fn require_new(&self, notes: &[NoteId]) -> Result<()> {
        if notes.is_empty() {
            return Ok(());
        }
        let mut existing = self.existing_here(notes).await?;
        if existing.is_none() {
            let fetched = match self.node.get_notes_by_id(notes).await {
                Ok(fetched) => fetched,
                Err(error) => return Err(self.explain(ClientError::RpcError(error)).await),
            };
            existing = fetched.iter().map(FetchedNote::id).find(|note| notes.contains(note));
        }
        existing.map_or(Ok(()), |note| Err(NoteError::AlreadyExists { note }.into()))
    }

    /// One of these notes that exists by what the store has.
    async fn existing_here(&self, notes: &[NoteId]) -> Result<Option<NoteId>> {
        let pending = self.transaction_records(TransactionFilter::Uncommitted).await?;
        let mut made = pending.iter().flat_map(|record| record.details.output_notes.iter());
        if let Some(note) = made.find(|note| notes.contains(&note.id())) {
            return Ok(Some(note.id()));
        }
        // The record of a note whose transaction was discarded stays, as one that is to come.
        let filter = NoteFilter::List(notes.to_vec());
        let made = self.store.get_output_notes(filter.clone()).await.map_err(ErrorMapper::store)?;
        let on_chain = |record: &&OutputNoteRecord| !record.is_inclusion_pending();
        if let Some(record) = made.iter().find(on_chain) {
            return Ok(Some(record.id()));
        }
        let received = self.note_records(filter).await?;
        let on_chain =
            |record: &&InputNoteRecord| record.is_authenticated() || record.is_consumed();
        Ok(received.iter().find(on_chain).and_then(InputNoteRecord::id))
    }
}

/// The note that a transaction was to make twice, if an execution failed for that.
pub(super) fn made_twice(error: &ClientError) -> Option<NoteId> {
    // This one does not give its source.
    let failed: &(dyn Error + 'static) = match error {
        ClientError::TransactionExecutorError(
            TransactionExecutorError::TransactionProgramExecutionFailed(failed),
        ) => failed,
        error => error,
    };
    chain(failed).find_map(|cause| match cause.downcast_ref() {
        Some(TransactionOutputError::DuplicateOutputNote(note)) => Some(*note),
        _ => None,
    })
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
