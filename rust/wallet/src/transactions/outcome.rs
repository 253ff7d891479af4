//! What became of a submission: what the node's answer means, and what the chain says of the transaction.
//!
//! The pipeline and the recovery of an earlier process's transactions both ask here, so that one answer has one meaning.

use std::collections::BTreeSet;

use miden_client::account::AccountId;
use miden_client::block::BlockNumber;
use miden_client::rpc::domain::account::GetAccountRequest;
use miden_client::rpc::domain::transaction::TransactionRecord;
use miden_client::rpc::{AddTransactionError, EndpointError, GrpcError, RpcError};
use miden_client::transaction::{TransactionId, TransactionResult};
use miden_client::{ClientError, Word};
use tracing::info;

use super::DiscardReason;
use crate::errors::{Cause, ErrorMapper, Result, WalletError};
use crate::reader::Reader;

/// How many blocks after the last one that can include a transaction the wallet has to have synced before the
/// transaction is given up: the node that lists the transactions may be some blocks behind.
pub(super) const EXPIRATION_MARGIN_BLOCKS: u32 = 3;

/// What a node's answer to a submission means. A refusal alone decides nothing: an included transaction is refused like
/// one that cannot be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// The node has it; the chain's tip was this block.
    Accepted(BlockNumber),
    /// Refused for something that no copy of the transaction can have caused.
    Refused,
    /// Refused for what the chain is at the moment. Another copy of it that the node has may have made it so.
    RefusedForNow,
    /// The answer does not tell, or there is none.
    Unknown,
}

/// What the chain says of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    /// It is in this block.
    Committed(BlockNumber),
    /// It is in no block and cannot be included any more, for this reason: the last block it could be in was synced some
    /// blocks ago.
    Impossible(DiscardReason),
    /// It is in no block, and the node lists another transaction of its account that begins with the same state. That state
    /// never comes back, if the node does not lie.
    Replaced,
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
    /// The node has it: it is to be recorded with this block as the chain's tip.
    Accepted(BlockNumber),
    /// It is in this block.
    Included(BlockNumber),
    /// The node refused it for what no copy of it has caused, or it is replaced or cannot be included any more. A sync looks
    /// it up until that is certain, and reports it.
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
            Err(ClientError::AccountNotAllowlisted(_)) => Self::Refused,
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
            | GrpcError::NotFound => Self::Refused,
            _ => Self::Unknown,
        }
    }
}

/// What a node lists of some accounts, and how far it and the wallet have come.
pub(super) struct Listing {
    tip: BlockNumber,
    synced: BlockNumber,
    listed: Vec<TransactionRecord>,
}

impl Listing {
    /// What it says of one of the transactions it was asked for. Nothing is taken for impossible because of a state, a tip or
    /// another transaction that the node merely claims: it may lag behind, or lie.
    pub(super) fn presence(&self, sought: impl Into<Sought>) -> Presence {
        let sought = sought.into();
        let possible = sought.executed_at..=sought.expiration.min(self.tip);
        let listed = self.listed.iter().filter(|record| possible.contains(&record.block_num));
        let listed: Vec<_> = listed.collect();
        let mut included = listed.iter();
        let included = included.find(|record| record.transaction_header.id() == sought.transaction);
        if let Some(record) = included {
            return Presence::Committed(record.block_num);
        }
        let is_replaced = listed.iter().any(|record| {
            let header = &record.transaction_header;
            header.account_id() == sought.account
                && header.initial_state_commitment() == sought.initial
                && header.final_state_commitment() != sought.initial
        });
        match (is_past(sought.expiration, self.synced.min(self.tip)), is_replaced) {
            (true, true) => Presence::Impossible(DiscardReason::Superseded),
            (true, false) => Presence::Impossible(DiscardReason::Expired),
            (false, true) => Presence::Replaced,
            (false, false) => Presence::NotFound,
        }
    }
}

/// Whether a transaction is in a block at this height, or in none.
pub(super) fn is_past(expiration: BlockNumber, synced: BlockNumber) -> bool {
    synced.checked_sub(EXPIRATION_MARGIN_BLOCKS).is_some_and(|block| block >= expiration)
}

impl Outcome {
    /// What follows from the node's answer and from what the chain says, where it says anything.
    pub(super) fn of(answer: Answer, presence: Option<Presence>) -> Self {
        match (answer, presence) {
            (Answer::Accepted(block), _) => Self::Accepted(block),
            (_, Some(Presence::Committed(block))) => Self::Included(block),
            (_, Some(Presence::Impossible(_) | Presence::Replaced))
            | (Answer::Refused, Some(Presence::NotFound)) => Self::Refused,
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

impl Reader {
    /// What became of a submission. Where the node has not accepted it, the chain is asked.
    pub(super) async fn outcome(
        &self,
        submitted: &Result<BlockNumber, ClientError>,
        executed: &TransactionResult,
    ) -> Outcome {
        let answer = Answer::of(submitted);
        let transaction = executed.id();
        match submitted {
            Ok(height) => {
                // No more than a claim: one far off would end the wait for a block at once, or never.
                let Sought { executed_at, expiration, .. } = executed.into();
                return Outcome::Accepted((*height).max(executed_at).min(expiration));
            }
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
        Ok(self.listing(&[sought]).await?.presence(sought))
    }

    /// Asks the node for what it takes to tell what became of several transactions.
    pub(super) async fn listing(&self, sought: &[Sought]) -> Result<Listing, Cause> {
        let (tip, _) = self.node.get_block_header_by_number(None, false).await?;
        let tip = tip.block_num();
        let from = sought.iter().map(|it| it.executed_at).min().unwrap_or(tip);
        let to = sought.iter().map(|it| it.expiration).max().unwrap_or(tip).min(tip);
        let accounts: BTreeSet<_> = sought.iter().map(|it| it.account).collect();
        let listed = self.node.sync_transactions(from, to, accounts.into_iter().collect()).await?;
        let synced = self.store.get_sync_height().await.map_err(ErrorMapper::store)?;
        Ok(Listing { tip, synced, listed })
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
