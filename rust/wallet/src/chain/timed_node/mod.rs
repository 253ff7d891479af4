//! A node whose calls end in time.

use std::collections::BTreeSet;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use async_trait::async_trait;
use miden_client::Word;
use miden_client::account::AccountId;
use miden_client::address::NetworkId;
use miden_client::block::{BlockHeader, BlockNumber};
use miden_client::crypto::MmrProof;
use miden_client::note::{NoteId, NoteScript, NoteScriptRoot, NoteTag};
use miden_client::rpc::domain::account::{AccountProof, GetAccountRequest};
use miden_client::rpc::domain::account_vault::AccountVaultInfo;
use miden_client::rpc::domain::note::{FetchedNote, SyncNotesBlock};
use miden_client::rpc::domain::nullifier::NullifierUpdate;
use miden_client::rpc::domain::storage_map::StorageMapInfo;
use miden_client::rpc::domain::sync::{ChainMmrInfo, SyncTarget};
use miden_client::rpc::domain::transaction::TransactionRecord;
use miden_client::rpc::encryption::{AttestedTransactionEncryptionKey, SealedTransactionInputs};
use miden_client::rpc::{
    GrpcError, NetworkNoteStatusInfo, NodeRpcClient, RpcEndpoint, RpcError, RpcLimits,
    RpcStatusInfo,
};
use miden_client::transaction::ProvenTransaction;
use miden_protocol::batch::{ProposedBatch, ProvenBatch};
use miden_protocol::block::SignedBlock;
use miden_protocol::vm::ExecutionProof;
use tokio::sync::Notify;

use crate::chain::guarded_reads::GuardedReads;
use crate::foreign_code::{library_script, note_with_library_script};

/// A node. The client limits the wait for a response's headers alone: not the connection, not the body, and not the
/// pause that a node requests before a retry. Here the limit is for all of it.
pub(crate) struct TimedNode {
    node: Arc<dyn NodeRpcClient>,
    limit: Duration,
    /// For a node whose answers come as bytes.
    guarded: Option<GuardedReads>,
}

impl TimedNode {
    /// Limits each call of `node` to `limit`. One that reads page by page may take longer as a whole, but not wait longer
    /// than that without anything coming in.
    pub(crate) fn new(node: Arc<dyn NodeRpcClient>, limit: Duration) -> Self {
        Self { node, limit, guarded: None }
    }

    /// Takes from these reads what may hold code of strangers: notes, note scripts and the code of accounts.
    pub(crate) fn with_guarded_reads(self, guarded: GuardedReads) -> Self {
        Self { guarded: Some(guarded), ..self }
    }

    async fn call<T>(
        &self,
        endpoint: RpcEndpoint,
        call: impl Future<Output = Result<T, RpcError>>,
    ) -> Result<T, RpcError> {
        within(self.limit, endpoint, call).await
    }

    async fn paged_call<T>(
        &self,
        endpoint: RpcEndpoint,
        call: impl Future<Output = Result<T, RpcError>>,
    ) -> Result<T, RpcError> {
        progressing(self.limit, endpoint, call).await
    }
}

/// The same note with the library's own script, if it has the script.
fn fetched_with_library_script(note: FetchedNote) -> FetchedNote {
    match note {
        FetchedNote::Public(note, proof) => {
            FetchedNote::Public(note_with_library_script(note), proof)
        }
        private @ FetchedNote::Private(..) => private,
    }
}

/// A call that takes longer fails.
async fn within<T>(
    limit: Duration,
    endpoint: RpcEndpoint,
    call: impl Future<Output = Result<T, RpcError>>,
) -> Result<T, RpcError> {
    tokio::time::timeout(limit, call)
        .await
        .map_err(|_| missed_deadline(endpoint, format!("no complete answer within {limit:?}")))?
}

/// How many times as long as another call a paged one may take at most: a node that sends a byte at a time makes progress,
/// too.
const LONGEST_PAGED_CALL: u32 = 60;

/// A call that waits longer for anything to come in fails. A sync of a long absence legitimately has many pages. They are
/// requested below this interface, where they cannot be told apart: what wakes the call is what comes in for it.
async fn progressing<T>(
    limit: Duration,
    endpoint: RpcEndpoint,
    call: impl Future<Output = Result<T, RpcError>>,
) -> Result<T, RpcError> {
    let longest = tokio::time::sleep(limit * LONGEST_PAGED_CALL);
    let mut call = pin!(call);
    let mut longest = pin!(longest);
    let progress = Arc::new(Progress::default());
    let waker = Waker::from(progress.clone());
    loop {
        if let Poll::Ready(answer) = call.as_mut().poll(&mut Context::from_waker(&waker)) {
            return answer;
        }
        let waited = tokio::select! {
            biased;
            () = &mut longest => return Err(missed_deadline(endpoint, "it did not end".to_owned())),
            waited = tokio::time::timeout(limit, progress.0.notified()) => waited,
        };
        waited.map_err(|_| missed_deadline(endpoint, format!("nothing came within {limit:?}")))?;
    }
}

/// Notified if a call is to go on. Unlike the waker of the task it is the call's alone.
#[derive(Default)]
struct Progress(Notify);

impl Wake for Progress {
    fn wake(self: Arc<Self>) {
        self.0.notify_one();
    }
}

/// The code of a missed deadline: for a submission it means that its outcome is unknown.
fn missed_deadline(endpoint: RpcEndpoint, reason: String) -> RpcError {
    RpcError::RequestError {
        endpoint,
        error_kind: GrpcError::DeadlineExceeded,
        endpoint_error: None,
        source: Some(reason.into()),
    }
}

// Methods that the interface composes of others are left to it: each of the calls they make is limited.
#[async_trait]
impl NodeRpcClient for TimedNode {
    async fn set_genesis_commitment(&self, commitment: Word) -> Result<(), RpcError> {
        self.node.set_genesis_commitment(commitment).await
    }

    fn has_genesis_commitment(&self) -> Option<Word> {
        self.node.has_genesis_commitment()
    }

    async fn get_transaction_encryption_key(
        &self,
    ) -> Result<AttestedTransactionEncryptionKey, RpcError> {
        let call = self.node.get_transaction_encryption_key();
        self.call(RpcEndpoint::GetTransactionEncryptionKey, call).await
    }

    async fn submit_proven_transaction(
        &self,
        proven_transaction: &ProvenTransaction,
        sealed_transaction_inputs: SealedTransactionInputs,
    ) -> Result<BlockNumber, RpcError> {
        let call =
            self.node.submit_proven_transaction(proven_transaction, sealed_transaction_inputs);
        self.call(RpcEndpoint::SubmitProvenTx, call).await
    }

    async fn submit_proven_batch(
        &self,
        proven_batch: &ProvenBatch,
        proposed_batch: &ProposedBatch,
        transaction_inputs: Vec<SealedTransactionInputs>,
    ) -> Result<BlockNumber, RpcError> {
        let call = self.node.submit_proven_batch(proven_batch, proposed_batch, transaction_inputs);
        self.call(RpcEndpoint::SubmitProvenBatch, call).await
    }

    async fn get_block_header_by_number(
        &self,
        block_num: Option<BlockNumber>,
        include_mmr_proof: bool,
    ) -> Result<(BlockHeader, Option<MmrProof>), RpcError> {
        let call = self.node.get_block_header_by_number(block_num, include_mmr_proof);
        self.call(RpcEndpoint::GetBlockHeaderByNumber, call).await
    }

    async fn get_block_by_number(
        &self,
        block_num: BlockNumber,
        include_proof: bool,
    ) -> Result<(SignedBlock, Option<ExecutionProof>), RpcError> {
        let call = self.node.get_block_by_number(block_num, include_proof);
        self.call(RpcEndpoint::GetBlockByNumber, call).await
    }

    async fn get_notes_by_id(&self, note_ids: &[NoteId]) -> Result<Vec<FetchedNote>, RpcError> {
        let Some(guarded) = &self.guarded else {
            let call = self.node.get_notes_by_id(note_ids);
            let notes = self.paged_call(RpcEndpoint::GetNotesById, call).await?;
            return Ok(notes.into_iter().map(fetched_with_library_script).collect());
        };
        let at_a_time = self.get_rpc_limits().await?.note_ids_limit;
        let call = guarded.notes(self.has_genesis_commitment(), note_ids, at_a_time);
        self.paged_call(RpcEndpoint::GetNotesById, call).await
    }

    async fn sync_chain_mmr(
        &self,
        current_block_height: BlockNumber,
        upper_bound: SyncTarget,
    ) -> Result<ChainMmrInfo, RpcError> {
        let call = self.node.sync_chain_mmr(current_block_height, upper_bound);
        self.call(RpcEndpoint::SyncChainMmr, call).await
    }

    async fn sync_notes(
        &self,
        block_from: BlockNumber,
        block_to: BlockNumber,
        note_tags: &BTreeSet<NoteTag>,
    ) -> Result<Vec<SyncNotesBlock>, RpcError> {
        let call = self.node.sync_notes(block_from, block_to, note_tags);
        self.paged_call(RpcEndpoint::SyncNotes, call).await
    }

    async fn sync_nullifiers(
        &self,
        prefix: &[u16],
        block_from: BlockNumber,
        block_to: BlockNumber,
    ) -> Result<Vec<NullifierUpdate>, RpcError> {
        let call = self.node.sync_nullifiers(prefix, block_from, block_to);
        self.paged_call(RpcEndpoint::SyncNullifiers, call).await
    }

    async fn get_account(
        &self,
        request: GetAccountRequest,
    ) -> Result<(BlockNumber, AccountProof), RpcError> {
        let request = match &self.guarded {
            Some(guarded) => {
                let call = guarded.with_account_code(self.has_genesis_commitment(), request);
                self.call(RpcEndpoint::GetAccount, call).await?
            }
            None => request,
        };
        self.call(RpcEndpoint::GetAccount, self.node.get_account(request)).await
    }

    async fn register_account(
        &self,
        invitation_code: &str,
        account_id: AccountId,
    ) -> Result<(), RpcError> {
        let call = self.node.register_account(invitation_code, account_id);
        self.call(RpcEndpoint::RegisterAccount, call).await
    }

    async fn is_account_allowed(&self, account_id: AccountId) -> Result<bool, RpcError> {
        self.call(RpcEndpoint::IsAccountAllowed, self.node.is_account_allowed(account_id)).await
    }

    async fn is_invitation_code_valid(&self, invitation_code: &str) -> Result<bool, RpcError> {
        let call = self.node.is_invitation_code_valid(invitation_code);
        self.call(RpcEndpoint::IsInvitationCodeValid, call).await
    }

    async fn get_note_script_by_root(&self, root: Word) -> Result<Option<NoteScript>, RpcError> {
        let Some(guarded) = &self.guarded else {
            if let Some(script) = library_script(NoteScriptRoot::from_raw(root)) {
                return Ok(Some(script));
            }
            let call = self.node.get_note_script_by_root(root);
            return self.call(RpcEndpoint::GetNoteScriptByRoot, call).await;
        };
        let call = guarded.note_script(self.has_genesis_commitment(), root);
        self.call(RpcEndpoint::GetNoteScriptByRoot, call).await
    }

    async fn sync_storage_maps(
        &self,
        block_from: BlockNumber,
        block_to: BlockNumber,
        account_id: AccountId,
    ) -> Result<StorageMapInfo, RpcError> {
        let call = self.node.sync_storage_maps(block_from, block_to, account_id);
        self.paged_call(RpcEndpoint::SyncStorageMaps, call).await
    }

    async fn sync_account_vault(
        &self,
        block_from: BlockNumber,
        block_to: BlockNumber,
        account_id: AccountId,
    ) -> Result<AccountVaultInfo, RpcError> {
        let call = self.node.sync_account_vault(block_from, block_to, account_id);
        self.paged_call(RpcEndpoint::SyncAccountVault, call).await
    }

    async fn sync_transactions(
        &self,
        block_from: BlockNumber,
        block_to: BlockNumber,
        account_ids: Vec<AccountId>,
    ) -> Result<Vec<TransactionRecord>, RpcError> {
        let call = self.node.sync_transactions(block_from, block_to, account_ids);
        self.paged_call(RpcEndpoint::SyncTransactions, call).await
    }

    async fn get_network_id(&self) -> Result<NetworkId, RpcError> {
        self.call(RpcEndpoint::Status, self.node.get_network_id()).await
    }

    async fn get_rpc_limits(&self) -> Result<RpcLimits, RpcError> {
        self.call(RpcEndpoint::GetLimits, self.node.get_rpc_limits()).await
    }

    fn has_rpc_limits(&self) -> Option<RpcLimits> {
        self.node.has_rpc_limits()
    }

    async fn set_rpc_limits(&self, limits: RpcLimits) {
        self.node.set_rpc_limits(limits).await;
    }

    async fn get_status_unversioned(&self) -> Result<RpcStatusInfo, RpcError> {
        self.call(RpcEndpoint::Status, self.node.get_status_unversioned()).await
    }

    async fn get_network_note_status(
        &self,
        note_id: NoteId,
    ) -> Result<NetworkNoteStatusInfo, RpcError> {
        let call = self.node.get_network_note_status(note_id);
        self.call(RpcEndpoint::GetNetworkNoteStatus, call).await
    }
}

#[cfg(test)]
mod tests;
