//! What became of a submission: what the node's answer means, and what the chain says of the transaction.
//!
//! The pipeline and the recovery of an earlier process's transactions both ask here, so that one answer has one meaning.

use miden_client::account::AccountId;
use miden_client::block::BlockNumber;
use miden_client::rpc::domain::account::GetAccountRequest;
use miden_client::rpc::{AddTransactionError, EndpointError, GrpcError, RpcError};
use miden_client::store::TransactionFilter;
use miden_client::transaction::{TransactionId, TransactionResult};
use miden_client::{ClientError, Word};
use tracing::info;

use crate::errors::{Cause, Result, WalletError};
use crate::wallet::Wallet;

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
    /// It is in no block and cannot be included any more: the last block it could be in has been
    /// made, or its account has left the state it begins with, which never comes back. An account that
    /// has not come to that state yet has not left it.
    Impossible,
    /// It is in no block, and may still be included.
    NotFound,
}

/// What has to be known of a transaction to look for it on the chain.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sought {
    pub(super) transaction: TransactionId,
    pub(super) account: AccountId,
    /// The account's state before it.
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
            initial: transaction.initial_account().to_commitment(),
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
    /// The node refused it, and the chain does not have it. Another copy may still be included.
    Refused,
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
            (_, Some(Presence::Impossible)) | (Answer::Refused, Some(Presence::NotFound)) => {
                Self::Dropped
            }
            (Answer::RefusedForNow, Some(Presence::NotFound)) => Self::Refused,
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

    /// What the chain says of a transaction.
    pub(super) async fn presence(&self, sought: impl Into<Sought>) -> Result<Presence, Cause> {
        let sought = sought.into();
        // Asked first: what has changed the account by now is in a block that is looked at next.
        let moved_on = self.moved_on_at(&sought).await?;
        let (tip, _) = self.node.get_block_header_by_number(None, false).await?;
        let last = sought.expiration;
        let (from, to) = (sought.executed_at, last.min(tip.block_num()));
        let found = self.node.sync_transactions(from, to, vec![sought.account]).await?;
        let block = found
            .into_iter()
            .find(|record| record.transaction_header.id() == sought.transaction)
            .map(|record| record.block_num);
        Ok(match block {
            Some(block) => Presence::Committed(block),
            // Of another block than the transactions the answer is of no use: it may be of another node.
            None if moved_on.is_some_and(|block| block <= tip.block_num()) => Presence::Impossible,
            None if tip.block_num() >= last => Presence::Impossible,
            None => Presence::NotFound,
        })
    }

    /// The block at which the chain has another state of the account than the one the transaction begins with, and
    /// not one on the way to it: transactions before it may wait for their block, or a node may lag behind.
    async fn moved_on_at(&self, sought: &Sought) -> Result<Option<BlockNumber>, Cause> {
        let account = sought.account;
        match self.node.get_account(GetAccountRequest::new(account)).await {
            Ok((block, proof)) => {
                let witness = proof.account_witness();
                // Without the account the answer is of nothing, or of a neighbour.
                let state = proof.account_commitment();
                let is_there = witness.id() == account && state != Word::empty();
                let has_moved_on = is_there
                    && block >= sought.executed_at
                    && state != sought.initial
                    && !self.is_before_a_pending_transaction(account, state).await?;
                Ok(has_moved_on.then_some(block))
            }
            Err(RpcError::RequestError { error_kind: GrpcError::NotFound, .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether a transaction of this wallet that is in no block yet begins with this state of an account.
    async fn is_before_a_pending_transaction(
        &self,
        account: AccountId,
        state: Word,
    ) -> Result<bool> {
        let pending = self.transaction_records(TransactionFilter::Uncommitted).await?;
        Ok(pending.iter().any(|record| {
            record.details.account_id == account && record.details.init_account_state == state
        }))
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
