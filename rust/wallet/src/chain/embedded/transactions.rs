//! What a node says of transactions beyond what the chain inside the process does.

use std::collections::BTreeMap;

use miden_client::note::{NoteHeader, NoteId, Nullifier};
use miden_client::rpc::NodeRpcClient;
use miden_client::rpc::RpcError;
use miden_client::rpc::domain::note::CommittedNote;
use miden_client::rpc::domain::transaction::TransactionRecord;
use miden_client::rpc::generated::rpc;
use miden_client::testing::mock::MockRpcApi;

/// Adds the notes that transactions made, with the proofs that they are in a block, and which public notes they
/// consumed.
pub(super) async fn with_notes(
    api: &MockRpcApi,
    records: Vec<TransactionRecord>,
) -> Result<Vec<TransactionRecord>, RpcError> {
    let consumes = |record: &TransactionRecord| !record.transaction_header.input_notes().is_empty();
    let public = if records.iter().any(consumes) { public_notes(api) } else { BTreeMap::new() };
    let mut told = Vec::with_capacity(records.len());
    for record in records {
        told.push(one(api, record, &public).await?);
    }
    Ok(told)
}

fn public_notes(api: &MockRpcApi) -> BTreeMap<Nullifier, NoteId> {
    let chain = api.mock_chain.read();
    let notes = chain.committed_notes().values().filter_map(|note| note.note());
    notes.map(|note| (note.nullifier(), note.id())).collect()
}

async fn one(
    api: &MockRpcApi,
    record: TransactionRecord,
    public: &BTreeMap<Nullifier, NoteId>,
) -> Result<TransactionRecord, RpcError> {
    let header = &record.transaction_header;
    let references = header.input_notes().iter().filter_map(|note| {
        let nullifier = note.nullifier();
        let id = public.get(&nullifier)?;
        Some(rpc::ConsumedNoteRef {
            nullifier: Some(nullifier.as_word().into()),
            note_id: Some(id.into()),
        })
    });
    // The references can be given by a message alone.
    let mut told = TransactionRecord::try_from(rpc::TransactionRecord {
        block_num: record.block_num.as_u32(),
        header: Some(header.into()),
        output_note_proofs: Vec::new(),
        consumed_note_refs: references.collect(),
    })?;
    let made: Vec<NoteId> = header.output_notes().iter().map(NoteHeader::id).collect();
    if !made.is_empty() {
        let notes = api.get_notes_by_id(&made).await?;
        let committed = notes.iter().map(|note| {
            CommittedNote::new(note.id(), *note.metadata(), note.inclusion_proof().clone())
        });
        told.output_notes = committed.collect();
    }
    told.erased_output_notes = record.erased_output_notes;
    Ok(told)
}
