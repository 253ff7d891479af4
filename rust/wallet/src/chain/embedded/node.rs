//! The chain's node: answers what a real one answers, errors included.

use std::collections::BTreeSet;
#[cfg(test)]
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use miden_client::account::AccountId;
use miden_client::address::NetworkId;
use miden_client::block::{BlockHeader, BlockNumber};
use miden_client::crypto::MmrProof;
use miden_client::note::{NoteId, NoteScript, NoteTag};
use miden_client::rpc::domain::account::{AccountProof, GetAccountRequest};
use miden_client::rpc::domain::account_vault::AccountVaultInfo;
use miden_client::rpc::domain::note::{FetchedNote, SyncNotesBlock};
use miden_client::rpc::domain::nullifier::NullifierUpdate;
use miden_client::rpc::domain::storage_map::StorageMapInfo;
use miden_client::rpc::domain::sync::{ChainMmrInfo, SyncTarget};
use miden_client::rpc::domain::transaction::TransactionRecord;
use miden_client::rpc::encryption::{
    AttestedTransactionEncryptionKey, SealedTransactionInputs, ValidatorAttestation,
    attestation_commitment,
};
use miden_client::rpc::generated::submission::IesScheme;
use miden_client::rpc::node::GetAccountError;
use miden_client::rpc::{
    AcceptHeaderContext, AcceptHeaderError, AccountStateAt, EndpointError, GrpcError,
    NetworkNoteStatusInfo, NodeRpcClient, RpcEndpoint, RpcError, RpcLimits, RpcStatusInfo,
};
use miden_client::testing::mock::MockRpcApi;
use miden_client::transaction::ProvenTransaction;
use miden_client::{Serializable, Word};
use miden_protocol::batch::{ProposedBatch, ProvenBatch};
use miden_protocol::block::SignedBlock;
use miden_protocol::vm::ExecutionProof;

use super::chain::ChainState;
use super::options::NodeTraits;
use super::transactions::with_notes;
use crate::CLIENT_VERSION;
use crate::chain::endpoints::{EMBEDDED_PREFIX, same_release};
use crate::fail_points::FailPoint;

/// One wallet's connection to the chain.
pub(super) struct EmbeddedNode {
    chain: Arc<ChainState>,
    traits: NodeTraits,
    /// The network the wallet takes this for. A real client sends it with every call.
    genesis: RwLock<Option<Word>>,
    /// Whether it answers nothing any more.
    #[cfg(test)]
    is_silent: AtomicBool,
}

impl EmbeddedNode {
    pub(super) fn new(chain: Arc<ChainState>, traits: NodeTraits) -> Self {
        Self {
            chain,
            traits,
            genesis: RwLock::new(None),
            #[cfg(test)]
            is_silent: AtomicBool::new(false),
        }
    }

    /// The chain, unless a node would refuse the wallet: it sends its genesis and its version along
    /// with every call but the one for the status.
    fn api(&self) -> Result<&MockRpcApi, RpcError> {
        #[cfg(test)]
        if self.is_silent.load(Ordering::Relaxed) {
            return Err(RpcError::ConnectionError("the node is gone".into()));
        }
        let genesis = self.has_genesis_commitment().unwrap_or(self.chain.genesis());
        if genesis == self.chain.genesis() && same_release(&self.traits.version, CLIENT_VERSION) {
            return Ok(&self.chain.api);
        }
        let context = AcceptHeaderContext {
            client_version: CLIENT_VERSION.to_owned(),
            genesis_commitment: genesis.to_hex(),
        };
        Err(RpcError::AcceptHeaderError(AcceptHeaderError::NoSupportedMediaRange(context)))
    }

    /// Refuses a block that does not exist yet, where the chain would panic.
    fn known(&self, endpoint: RpcEndpoint, block: BlockNumber) -> Result<(), RpcError> {
        if block <= self.chain.tip() { Ok(()) } else { Err(not_found(endpoint, None)) }
    }
}

fn not_found(endpoint: RpcEndpoint, error: Option<EndpointError>) -> RpcError {
    RpcError::RequestError {
        endpoint,
        error_kind: GrpcError::NotFound,
        endpoint_error: error,
        source: None,
    }
}

fn unknown_account(error: GetAccountError) -> RpcError {
    not_found(RpcEndpoint::GetAccount, Some(EndpointError::GetAccount(error)))
}

#[async_trait::async_trait]
impl NodeRpcClient for EmbeddedNode {
    async fn set_genesis_commitment(&self, commitment: Word) -> Result<(), RpcError> {
        *self.genesis.write().unwrap_or_else(PoisonError::into_inner) = Some(commitment);
        Ok(())
    }

    fn has_genesis_commitment(&self) -> Option<Word> {
        *self.genesis.read().unwrap_or_else(PoisonError::into_inner)
    }

    async fn get_transaction_encryption_key(
        &self,
    ) -> Result<AttestedTransactionEncryptionKey, RpcError> {
        self.api()?;
        let identity = &self.chain.identity;
        let scheme = IesScheme::X25519Xchacha20Poly1305 as u32;
        let key_id = b"embedded".to_vec();
        let public_key = identity.sealing_key.to_bytes();
        let signed =
            attestation_commitment(scheme, &key_id, self.chain.genesis(), &public_key, None);
        Ok(AttestedTransactionEncryptionKey {
            scheme,
            key_id,
            public_key,
            attestations: vec![ValidatorAttestation {
                validator_key: identity.validator.public_key(),
                signature: identity.validator.sign(signed),
            }],
            next_key: None,
        })
    }

    async fn submit_proven_transaction(
        &self,
        proven_transaction: &ProvenTransaction,
        _sealed_transaction_inputs: SealedTransactionInputs,
    ) -> Result<BlockNumber, RpcError> {
        self.api()?;
        #[cfg(test)]
        if let Some(answer) = self.traits.false_answer {
            if answer.takes_transaction {
                self.chain.admit(proven_transaction)?;
            }
            self.is_silent.store(answer.falls_silent, Ordering::Relaxed);
            return Err((answer.error)());
        }
        #[cfg(test)]
        if self.traits.unavailable_for == Some(proven_transaction.account_id()) {
            return Err(RpcError::RequestError {
                endpoint: RpcEndpoint::SubmitProvenTx,
                error_kind: GrpcError::Unavailable,
                endpoint_error: None,
                source: None,
            });
        }
        #[cfg(test)]
        if self.traits.loses_transactions {
            return Ok(self.chain.tip());
        }
        #[cfg(test)]
        if let Some(tip) = self.traits.claims_tip {
            self.chain.admit(proven_transaction)?;
            return Ok(tip.into());
        }
        let chain = self.chain.clone();
        let transaction = proven_transaction.clone();
        // Verifying and saving take their time, which is not the worker's.
        let admitted = tokio::task::spawn_blocking(move || chain.admit(&transaction)).await;
        tokio::time::sleep(self.traits.submission_delay).await;
        admitted.map_err(|error| RpcError::RequestError {
            endpoint: RpcEndpoint::SubmitProvenTx,
            error_kind: GrpcError::Internal,
            endpoint_error: None,
            source: Some(error.into()),
        })?
    }

    async fn submit_proven_batch(
        &self,
        _proven_batch: &ProvenBatch,
        _proposed_batch: &ProposedBatch,
        _transaction_inputs: Vec<SealedTransactionInputs>,
    ) -> Result<BlockNumber, RpcError> {
        Err(RpcError::RequestError {
            endpoint: RpcEndpoint::SubmitProvenBatch,
            error_kind: GrpcError::Unimplemented,
            endpoint_error: None,
            source: None,
        })
    }

    async fn get_block_header_by_number(
        &self,
        block_num: Option<BlockNumber>,
        include_mmr_proof: bool,
    ) -> Result<(BlockHeader, Option<MmrProof>), RpcError> {
        #[cfg(test)]
        if self.traits.hides_tip && block_num.is_none() {
            return Err(RpcError::ConnectionError("the tip is not known".into()));
        }
        let block = block_num.unwrap_or_else(|| self.chain.tip());
        let api = self.api()?;
        self.known(RpcEndpoint::GetBlockHeaderByNumber, block)?;
        api.get_block_header_by_number(Some(block), include_mmr_proof).await
    }

    async fn get_block_by_number(
        &self,
        block_num: BlockNumber,
        include_proof: bool,
    ) -> Result<(SignedBlock, Option<ExecutionProof>), RpcError> {
        let api = self.api()?;
        self.known(RpcEndpoint::GetBlockByNumber, block_num)?;
        api.get_block_by_number(block_num, include_proof).await
    }

    async fn get_notes_by_id(&self, note_ids: &[NoteId]) -> Result<Vec<FetchedNote>, RpcError> {
        let notes = self.api()?.get_notes_by_id(note_ids).await?;
        #[cfg(test)]
        let notes =
            notes.into_iter().filter(|note| self.traits.withholds != Some(note.id())).collect();
        Ok(notes)
    }

    async fn sync_chain_mmr(
        &self,
        current_block_height: BlockNumber,
        upper_bound: SyncTarget,
    ) -> Result<ChainMmrInfo, RpcError> {
        let api = self.api()?;
        tokio::time::sleep(self.traits.sync_delay).await;
        self.known(RpcEndpoint::SyncChainMmr, current_block_height)?;
        api.sync_chain_mmr(current_block_height, upper_bound).await
    }

    async fn sync_notes(
        &self,
        block_from: BlockNumber,
        block_to: BlockNumber,
        note_tags: &BTreeSet<NoteTag>,
    ) -> Result<Vec<SyncNotesBlock>, RpcError> {
        self.api()?.sync_notes(block_from, block_to, note_tags).await
    }

    async fn sync_nullifiers(
        &self,
        prefix: &[u16],
        block_from: BlockNumber,
        block_to: BlockNumber,
    ) -> Result<Vec<NullifierUpdate>, RpcError> {
        self.api()?.sync_nullifiers(prefix, block_from, block_to).await
    }

    async fn get_account(
        &self,
        request: GetAccountRequest,
    ) -> Result<(BlockNumber, AccountProof), RpcError> {
        let api = self.api()?;
        let tip = self.chain.tip();
        let past = match request.at {
            AccountStateAt::Block(block) if block > tip => {
                return Err(unknown_account(GetAccountError::UnknownBlock));
            }
            AccountStateAt::Block(block) if block < tip => {
                let past = self.chain.at(block)?;
                Some(past.ok_or(unknown_account(GetAccountError::BlockPruned))?)
            }
            _ => None,
        };
        let id = request.account_id;
        let exists = match &past {
            Some(chain) => chain.committed_account(id).is_ok(),
            None => api.mock_chain.read().committed_account(id).is_ok(),
        };
        if id.is_public() && !exists {
            return Err(unknown_account(GetAccountError::AccountNotFound));
        }
        match past {
            Some(chain) => MockRpcApi::new(chain).get_account(request).await,
            None => api.get_account(request).await,
        }
    }

    async fn register_account(
        &self,
        invitation_code: &str,
        account_id: AccountId,
    ) -> Result<(), RpcError> {
        self.api()?.register_account(invitation_code, account_id).await
    }

    async fn is_account_allowed(&self, account_id: AccountId) -> Result<bool, RpcError> {
        self.api()?.is_account_allowed(account_id).await
    }

    async fn is_invitation_code_valid(&self, invitation_code: &str) -> Result<bool, RpcError> {
        self.api()?.is_invitation_code_valid(invitation_code).await
    }

    async fn get_note_script_by_root(&self, root: Word) -> Result<Option<NoteScript>, RpcError> {
        self.api()?.get_note_script_by_root(root).await
    }

    async fn sync_storage_maps(
        &self,
        block_from: BlockNumber,
        block_to: BlockNumber,
        account_id: AccountId,
    ) -> Result<StorageMapInfo, RpcError> {
        self.api()?.sync_storage_maps(block_from, block_to, account_id).await
    }

    async fn sync_account_vault(
        &self,
        block_from: BlockNumber,
        block_to: BlockNumber,
        account_id: AccountId,
    ) -> Result<AccountVaultInfo, RpcError> {
        self.api()?.sync_account_vault(block_from, block_to, account_id).await
    }

    async fn sync_transactions(
        &self,
        block_from: BlockNumber,
        block_to: BlockNumber,
        account_ids: Vec<AccountId>,
    ) -> Result<Vec<TransactionRecord>, RpcError> {
        let api = self.api()?;
        #[cfg(test)]
        if self.traits.hides_transactions {
            return Ok(Vec::new());
        }
        let answer = match api.sync_transactions(block_from, block_to, account_ids).await {
            Ok(records) => with_notes(api, records).await,
            Err(error) => Err(error),
        };
        #[cfg(test)]
        let answer = answer.map(|mut records| {
            for record in &mut records {
                record.block_num = self.traits.lists_at.map_or(record.block_num, BlockNumber::from);
            }
            records
        });
        // The answer is of now, whatever the chain becomes before it arrives.
        self.traits.fail_points.reached(FailPoint::DuringSync).await;
        answer
    }

    async fn get_network_id(&self) -> Result<NetworkId, RpcError> {
        NetworkId::new(EMBEDDED_PREFIX)
            .map_err(|error| RpcError::InvalidResponse(error.to_string()))
    }

    async fn get_rpc_limits(&self) -> Result<RpcLimits, RpcError> {
        Ok(RpcLimits::default())
    }

    fn has_rpc_limits(&self) -> Option<RpcLimits> {
        None
    }

    async fn set_rpc_limits(&self, _limits: RpcLimits) {}

    async fn get_status_unversioned(&self) -> Result<RpcStatusInfo, RpcError> {
        Ok(RpcStatusInfo {
            version: self.traits.version.clone(),
            genesis_commitment: Some(self.chain.genesis()),
            chain_tip: self.chain.tip().as_u32(),
            block_producer: None,
        })
    }

    async fn get_network_note_status(
        &self,
        _note_id: NoteId,
    ) -> Result<NetworkNoteStatusInfo, RpcError> {
        Err(RpcError::RequestError {
            endpoint: RpcEndpoint::GetNetworkNoteStatus,
            error_kind: GrpcError::Unimplemented,
            endpoint_error: None,
            source: None,
        })
    }
}
