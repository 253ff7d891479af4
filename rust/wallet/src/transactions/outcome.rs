//! What became of a submission: what the node's answer means, and what the chain says of the transaction.
//!
//! The pipeline and the recovery of an earlier process's transactions both ask here, so that one answer has one meaning.

use miden_client::account::AccountId;
use miden_client::block::BlockNumber;
use miden_client::rpc::domain::account::GetAccountRequest;
use miden_client::rpc::{AddTransactionError, EndpointError, GrpcError, RpcError};
use miden_client::transaction::{TransactionId, TransactionResult};
use miden_client::{ClientError, Word};
use tracing::info;

use crate::errors::{Cause, ErrorMapper, Result, WalletError};
use crate::wallet::Wallet;

/// How many blocks after the last one that can include a transaction the wallet has to have synced before the
/// transaction is given up: the node that lists the transactions may be some blocks behind.
const EXPIRATION_MARGIN_BLOCKS: u32 = 3;

/// What a node's answer to a submission means. A refusal alone decides nothing: an included transaction is refused like
/// one that cannot be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// The node has it; the chain's tip was this block.
    Accepted(BlockNumber),
    /// Refused for something that only the transaction itself decides: every copy of it is refused.
    Refused,
    /// Refused for what the chain is at the moment. Another copy may have made it so.
    RefusedForNow,
    /// The answer does not tell, or there is none.
    Unknown,
}

/// What the chain says of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    /// It is in this block.
    Committed(BlockNumber),
    /// It is in no block and cannot be included any more: the last block it could be in was synced some blocks ago, or
    /// another transaction of its account that begins with the same state is in a block. That state never comes back.
    Impossible,
    /// It is in no block, and may still be included.
    NotFound,
}

/// What has to be known of a transaction to look for it on the chain.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sought {
    pub(super) transaction: TransactionId,
    pub(super) account: AccountId,
    /// The account's state before it, as the chain has it.
    pub(super) initial: Word,
    /// The block it was executed at.
    pub(super) executed_at: BlockNumber,
    /// The last block that can include it.
    pub(super) expiration: BlockNumber,
}

impl From<&TransactionResult> for Sought {
    fn from(executed: &TransactionResult) -> Self {
        let transaction = executed.executed_transaction();
        Self {
            transaction: executed.id(),
            account: transaction.account_id(),
            initial: transaction.initial_account().initial_commitment(),
            executed_at: executed.block_num(),
            expiration: transaction.expiration_block_num(),
        }
    }
}

/// What became of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The network has it: it is to be recorded with this block.
    Accepted(BlockNumber),
    /// It is not included and never will be.
    Dropped,
    /// The node refused it for itself, and the chain does not have it. Another copy may still be included.
    Refused,
    /// The node refused it for now, and the chain does not have it. A copy that was submitted before may wait for its
    /// block: the node says the same of that.
    RefusedForNow,
    /// Nobody can tell yet.
    Unknown,
}

impl Answer {
    pub(super) fn of(submitted: &Result<BlockNumber, ClientError>) -> Self {
        match submitted {
            Ok(height) => Self::Accepted(*height),
            // The network's list of accounts changes: an earlier copy may have been let in.
            Err(ClientError::AccountNotAllowlisted(_)) => Self::RefusedForNow,
            Err(ClientError::RpcError(RpcError::RequestError {
                error_kind,
                endpoint_error,
                ..
            })) => match endpoint_error {
                Some(EndpointError::AddTransaction(refusal)) => Self::of_refusal(refusal),
                _ => Self::of_code(error_kind),
            },
            Err(_) => Self::Unknown,
        }
    }

    fn of_refusal(refusal: &AddTransactionError) -> Self {
        match refusal {
            AddTransactionError::MissingFee | AddTransactionError::InvalidFeeAsset => Self::Refused,
            // Too late now and in time then; or the state it begins with is gone, in the node's
            // store or among what waits for a block: its own first copy may have changed it.
            AddTransactionError::Expired
            | AddTransactionError::AuthenticationFailed { .. }
            | AddTransactionError::StateConflict { .. } => Self::RefusedForNow,
            // A node that is full, has a fault, waits for another transaction, or says what this
            // version does not know.
            _ => Self::Unknown,
        }
    }

    /// A refusal in another form: the proof, the reference block or the key that the inputs are sealed with does not
    /// hold, or not any more.
    fn of_code(code: &GrpcError) -> Self {
        match code {
            GrpcError::InvalidArgument
            | GrpcError::FailedPrecondition
            | GrpcError::AlreadyExists
            | GrpcError::PermissionDenied
            | GrpcError::OutOfRange
            | GrpcError::NotFound => Self::RefusedForNow,
            _ => Self::Unknown,
        }
    }
}

impl Outcome {
    /// What follows from the node's answer and from what the chain says, where it says anything.
    pub(super) fn of(answer: Answer, presence: Option<Presence>) -> Self {
        match (answer, presence) {
            (Answer::Accepted(block), _) | (_, Some(Presence::Committed(block))) => {
                Self::Accepted(block)
            }
            (_, Some(Presence::Impossible)) => Self::Dropped,
            (Answer::Refused, Some(Presence::NotFound)) => Self::Refused,
            (Answer::RefusedForNow, Some(Presence::NotFound)) => Self::RefusedForNow,
            (Answer::Unknown, Some(Presence::NotFound)) | (_, None) => Self::Unknown,
        }
    }
}

/// What the node said to a submission that it has not accepted.
pub(super) fn cause_of(error: ClientError) -> Cause {
    match error {
        ClientError::RpcError(source) | ClientError::SubmissionOutcomeUnknown { source, .. } => {
            source.into()
        }
        error => error.into(),
    }
}

impl Wallet {
    /// What became of a submission. Where the node has not accepted it, the chain is asked.
    pub(super) async fn outcome(
        &self,
        submitted: &Result<BlockNumber, ClientError>,
        executed: &TransactionResult,
    ) -> Outcome {
        let answer = Answer::of(submitted);
        let transaction = executed.id();
        match submitted {
            Ok(height) => return Outcome::Accepted(*height),
            Err(error) => info!(%transaction, ?answer, %error, "not accepted: asking the chain"),
        }
        let presence = match self.presence(executed).await {
            Ok(presence) => Some(presence),
            Err(error) => {
                info!(%transaction, %error, "the chain does not answer");
                None
            }
        };
        Outcome::of(answer, presence)
    }

    /// What the chain says of a transaction. Nothing is taken for impossible because of a state or a tip that the node
    /// merely claims: it may lag behind, or lie.
    pub(super) async fn presence(&self, sought: impl Into<Sought>) -> Result<Presence, Cause> {
        let sought = sought.into();
        let (tip, _) = self.node.get_block_header_by_number(None, false).await?;
        let (tip, last) = (tip.block_num(), sought.expiration);
        let (from, to) = (sought.executed_at, last.min(tip));
        let listed = self.node.sync_transactions(from, to, vec![sought.account]).await?;
        let included =
            listed.iter().find(|record| record.transaction_header.id() == sought.transaction);
        if let Some(record) = included {
            return Ok(Presence::Committed(record.block_num));
        }
        let is_replaced = listed.iter().any(|record| {
            let header = &record.transaction_header;
            record.block_num <= tip
                && header.account_id() == sought.account
                && header.initial_state_commitment() == sought.initial
                && header.final_state_commitment() != sought.initial
        });
        let synced = self.store.get_sync_height().await.map_err(ErrorMapper::store)?;
        let has_expired = synced
            .min(tip)
            .checked_sub(EXPIRATION_MARGIN_BLOCKS)
            .is_some_and(|block| block >= last);
        Ok(if is_replaced || has_expired { Presence::Impossible } else { Presence::NotFound })
    }

    /// The error of a transaction that the network has refused.
    pub(super) async fn refusal(
        &self,
        executed: &TransactionResult,
        error: ClientError,
    ) -> WalletError {
        let transaction = executed.id();
        match error {
            error @ (ClientError::RpcError(_) | ClientError::SubmissionOutcomeUnknown { .. }) => {
                if self.is_behind_a_private_account(executed).await {
                    let account = executed.executed_transaction().account_id();
                    return WalletError::AccountLocked { account };
                }
                WalletError::Rejected { transaction, source: cause_of(error) }
            }
            error => self.explain(error).await,
        }
    }

    /// Whether a private account has gone on elsewhere, which the wallet does not know before its next sync: the node
    /// says no more than that the transaction does not fit.
    async fn is_behind_a_private_account(&self, executed: &TransactionResult) -> bool {
        let transaction = executed.executed_transaction();
        let account = transaction.account_id();
        if account.is_public() {
            return false;
        }
        let Ok((_, proof)) = self.node.get_account(GetAccountRequest::new(account)).await else {
            return false;
        };
        let newest = proof.account_commitment();
        let own = [
            Word::empty(),
            transaction.initial_account().to_commitment(),
            transaction.final_account().to_commitment(),
        ];
        // An older state is one that the wallet had: a transaction of it is still on its way.
        !own.contains(&newest)
            && matches!(self.store.get_account_header_by_commitment(newest).await, Ok(None))
    }
}

#[cfg(test)]
mod tests;
