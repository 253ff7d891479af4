//! What a transaction that was carried out came to.

use miden_client::Felt;
use miden_client::transaction::TransactionId;
use miden_client::vm::MIN_STACK_DEPTH;

use crate::transactions::proving::ProvenBy;

/// A transaction the network has accepted and the store has recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentTransaction {
    /// The transaction.
    pub transaction: TransactionId,
    /// The tip of the chain when the network accepted it.
    pub block_number: u32,
    /// Who made its proof.
    pub proven_by: ProvenBy,
    /// What each procedure that it calls has left on the stack, the top first. Empty if it calls none, and if it was made
    /// before with the same reference.
    pub stacks: Vec<[Felt; MIN_STACK_DEPTH]>,
}
