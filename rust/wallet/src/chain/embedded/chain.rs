//! The state of the chain, and what it takes for a transaction to get in.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use miden_client::block::BlockNumber;
use miden_client::rpc::{AddTransactionError, EndpointError, GrpcError, RpcEndpoint, RpcError};
use miden_client::testing::MockChain;
use miden_client::testing::mock::MockRpcApi;
use miden_client::transaction::{OutputNote, ProvenTransaction};
use miden_client::{Deserializable, EMPTY_WORD, Serializable, Word};
use miden_protocol::MIN_PROOF_SECURITY_LEVEL;
use miden_protocol::note::Nullifier;
use miden_protocol::transaction::TransactionVerifier;

use super::options::{ChainOptions, Proofs};
use super::saved::SavedChain;
use crate::errors::{Result, WalletError};

/// How many past states the chain can still tell of. A node prunes too.
const REMEMBERED_STATES: usize = 8;

/// The chain and all that belongs to it.
pub(super) struct ChainState {
    /// The chain, with answers to most questions a node is asked.
    pub(super) api: MockRpcApi,
    pub(super) identity: SavedChain,
    /// The chain as it was at the latest blocks, for questions about them, which are rare. Written out, because its
    /// trees take ten times as much in memory, and all of the chain so often would be most of what a wallet takes.
    past: Mutex<VecDeque<(BlockNumber, Arc<[u8]>)>>,
    /// One block at a time.
    making: Mutex<()>,
    file: PathBuf,
}

impl ChainState {
    pub(super) fn new(mut saved: SavedChain, file: PathBuf) -> Self {
        let chain = std::mem::take(&mut saved.chain);
        Self {
            api: MockRpcApi::new(chain),
            identity: saved,
            past: Mutex::default(),
            making: Mutex::default(),
            file,
        }
    }

    /// Refuses a chain of another kind than is asked for.
    pub(super) fn require(&self, options: &ChainOptions) -> Result<()> {
        let base_fee = self
            .api
            .mock_chain
            .read()
            .genesis_block_header()
            .fee_parameters()
            .verification_base_fee();
        let (made, asked) = if self.proofs() != options.proofs {
            (format!("{} proofs", self.proofs().name()), format!("{} ones", options.proofs.name()))
        } else if base_fee != options.verification_base_fee {
            (
                format!("a base fee of {base_fee}"),
                format!("one of {}", options.verification_base_fee),
            )
        } else {
            return Ok(());
        };
        Err(WalletError::Unsupported {
            what: format!(
                "The embedded chain at {} was made with {made} and cannot be used with {asked}. Use \
                 another data folder, or ask for what it was made with.",
                self.file.display(),
            ),
        })
    }

    pub(super) fn proofs(&self) -> Proofs {
        self.identity.proofs
    }

    pub(super) fn tip(&self) -> BlockNumber {
        self.api.get_chain_tip_block_num()
    }

    pub(super) fn genesis(&self) -> Word {
        self.api.mock_chain.read().genesis_block_header().commitment()
    }

    /// The chain as it was when `block` was its tip, where that is remembered.
    pub(super) fn at(&self, block: BlockNumber) -> Result<Option<MockChain>, RpcError> {
        let past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
        let chain =
            past.iter().find(|(number, _)| *number == block).map(|(_, chain)| chain.clone());
        drop(past);
        chain
            .map(|chain| MockChain::read_from_bytes(&chain))
            .transpose()
            .map_err(|error| RpcError::DeserializationError(error.to_string()))
    }

    /// Lets a transaction in as a node would, makes a block of it and saves the chain. Returns the
    /// tip as it was when the transaction was let in.
    pub(super) fn admit(&self, transaction: &ProvenTransaction) -> Result<BlockNumber, RpcError> {
        let _one = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        self.verify(transaction)?;
        self.check_against_state(transaction)?;
        for note in transaction.output_notes().iter() {
            // The chain keeps of a private note its header; a node keeps its attachments too.
            if let OutputNote::Private(note) = note
                && !note.attachments().is_empty()
            {
                self.api.register_private_note_attachments(note.id(), note.attachments().clone());
            }
        }
        let tip = self.tip();
        self.remember(tip);
        let mut chain = self.api.mock_chain.write();
        chain.add_pending_proven_transaction(transaction.clone());
        chain.prove_next_block().map_err(|error| internal(&format!("{error:#}")))?;
        drop(chain);
        self.save().map_err(|error| internal(&error.to_string()))?;
        Ok(tip)
    }

    pub(super) fn advance(&self, blocks: u32) -> Result<()> {
        let _one = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        for _ in 0..blocks {
            self.remember(self.tip());
            self.api
                .mock_chain
                .write()
                .prove_next_block()
                .map_err(|error| WalletError::internal(format!("{error:#}")))?;
        }
        self.save()
    }

    pub(super) fn save(&self) -> Result<()> {
        self.identity.write(&self.api.mock_chain.read(), &self.file)
    }

    fn remember(&self, block: BlockNumber) {
        let chain = self.api.mock_chain.read().to_bytes().into();
        let mut past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
        if past.len() == REMEMBERED_STATES {
            past.pop_front();
        }
        past.push_back((block, chain));
    }

    fn verify(&self, transaction: &ProvenTransaction) -> Result<(), RpcError> {
        match self.proofs() {
            Proofs::Dummy => Ok(()),
            Proofs::Real => TransactionVerifier::new(MIN_PROOF_SECURITY_LEVEL)
                .verify(transaction)
                .map(|_| ())
                .map_err(|error| {
                    refused(AddTransactionError::AuthenticationFailed {
                        message: format!("invalid proof: {error}"),
                    })
                }),
        }
    }

    fn check_against_state(&self, transaction: &ProvenTransaction) -> Result<(), RpcError> {
        let chain = self.api.mock_chain.read();
        let tip = chain.latest_block_header().block_num();
        if transaction.expiration_block_num() <= tip {
            return Err(refused(AddTransactionError::Expired));
        }
        let reference = transaction.ref_block_num();
        if reference > tip
            || chain.block_header(reference.as_usize()).commitment()
                != transaction.ref_block_commitment()
        {
            return Err(refused(AddTransactionError::AuthenticationFailed {
                message: format!("block {reference} of this chain is another one"),
            }));
        }
        let update = transaction.account_update();
        let current = chain.account_tree().get(update.account_id());
        let initial = update.initial_state_commitment();
        if current != initial && !(current == EMPTY_WORD && initial == EMPTY_WORD) {
            return Err(refused(AddTransactionError::StateConflict {
                message: format!("account {} has another state", update.account_id()),
            }));
        }
        let spent = transaction.nullifiers().find(|nullifier: &Nullifier| {
            chain.nullifier_tree().get_block_num(nullifier).is_some()
        });
        if let Some(nullifier) = spent {
            return Err(refused(AddTransactionError::StateConflict {
                message: format!("the note of nullifier {nullifier} has been consumed"),
            }));
        }
        Ok(())
    }
}

fn refused(error: AddTransactionError) -> RpcError {
    RpcError::RequestError {
        endpoint: RpcEndpoint::SubmitProvenTx,
        error_kind: GrpcError::InvalidArgument,
        endpoint_error: Some(EndpointError::AddTransaction(error)),
        source: None,
    }
}

fn internal(message: &str) -> RpcError {
    RpcError::RequestError {
        endpoint: RpcEndpoint::SubmitProvenTx,
        error_kind: GrpcError::Internal,
        endpoint_error: None,
        source: Some(message.into()),
    }
}
