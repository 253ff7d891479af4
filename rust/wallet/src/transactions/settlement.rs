//! Settling what an earlier process left between submission and record.

use miden_client::account::AccountId;
use miden_client::block::BlockNumber;
use miden_client::rpc::domain::account::GetAccountRequest;
use miden_client::rpc::{AddTransactionError, EndpointError, GrpcError, RpcError};
use miden_client::store::TransactionFilter;
use miden_client::transaction::TransactionResult;
use miden_client::{ClientError, Word};
use tracing::{info, warn};

use crate::crossings::ClientAlone;
use crate::errors::{JournalError, Result, WalletError};
use crate::fail_points::FailPoint;
use crate::transactions::journal::JournalEntry;
use crate::wallet::Wallet;

/// What a node's error to a transaction means for one that may have been submitted before. Which of
/// them it is does not yet decide: a transaction that has landed is refused like one that cannot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// Refused for something that only the transaction itself decides: its first copy was refused,
    /// too.
    NeverAccepted,
    /// Refused for what the chain has become since. Its first copy may have made it so.
    NotAcceptedNow,
    /// The node does not say. To be asked again.
    Open,
}

/// What the chain knows of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trace {
    /// It is in this block.
    Landed(BlockNumber),
    /// It is in no block, and may still come into one.
    None,
    /// It is in no block and cannot come into one any more: the last one it could be in has been
    /// made, or its account has left the state it begins with, which never comes back. An account that
    /// has not come to that state yet has not left it.
    Never,
}

/// What became of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Settled {
    /// The store has the transaction.
    Recorded,
    /// It can never land.
    Dropped,
}

impl Wallet {
    /// Settles every transaction that was written down and not recorded. Has to come before a sync:
    /// one that passes the transaction's block first locks a private account.
    ///
    /// Each is submitted again, with the same proof, and recorded where that is accepted. Where it is
    /// not, the chain itself is asked:
    ///
    /// - The transaction is in a block: it is recorded. Nearly every refusal can mean this. A node
    ///   looks first whether the state the transaction begins with is still there, and it is not
    ///   once the transaction has landed.
    /// - It is in none, and the block after which it expires has been made; or its account is in
    ///   another state on the chain than the one it begins with, and not in one that this wallet's
    ///   pending transactions begin with, so that another transaction was faster (another
    ///   device's): it can never land, and is dropped.
    /// - It is in none, and was refused for what only the transaction itself decides (it pays no
    ///   fee, or in the wrong asset): its first copy was refused as well. It can never land, and is
    ///   dropped.
    /// - It is in none, and was refused for what the chain has become, or the network's list of
    ///   accounts: its first copy may wait for its block, or somebody else consumed one of its notes.
    ///   It is recorded as pending, which the
    ///   next syncs turn into committed or take back.
    /// - It is in none, and no answer came or one that tells nothing (the node is full or has a
    ///   fault): everything waits, and the error says that trying again helps.
    pub(crate) async fn settle_journal(&self, mut client: ClientAlone) -> Result<ClientAlone> {
        for entry in self.journal.entries().await? {
            let transaction = entry.executed.id();
            info!(%transaction, stage = "settling", "settling a transaction of an earlier run");
            let watch = self.soundness.watch(transaction);
            // Boxed: a rare path should not make every future of a sync larger.
            let settled;
            (client, settled) = Box::pin(self.settle(client, entry)).await?;
            match settled {
                Settled::Recorded => self.take_off_journal(transaction).await,
                Settled::Dropped => self.journal.remove_for_good(transaction).await,
            }
            drop(watch);
        }
        Ok(client)
    }

    async fn settle(
        &self,
        mut client: ClientAlone,
        entry: JournalEntry,
    ) -> Result<(ClientAlone, Settled)> {
        let JournalEntry { executed, proven } = entry;
        let transaction = executed.id();
        let recorded = self.transaction_records(TransactionFilter::Ids(vec![transaction])).await?;
        if !recorded.is_empty() {
            // The process died between the record and the end of the entry.
            return Ok((client, Settled::Recorded));
        }
        self.require_account_of(&executed).await?;
        self.fail_points.reached(FailPoint::SettleBeforeSubmit).await;
        let (height, is_accepted) = match client.submit_proven_transaction(proven, &executed).await
        {
            Ok(height) => (height, true),
            Err(error) => {
                let verdict = verdict(&error);
                let unsettled = WalletError::NotSettled { transaction, source: error.into() };
                let causes = unsettled.causes();
                info!(%transaction, ?causes, "not accepted once more: asking the chain about it");
                match (self.trace(&executed).await?, verdict) {
                    (Trace::Landed(block), _) => (block, true),
                    (Trace::Never, _) | (Trace::None, Verdict::NeverAccepted) => {
                        warn!(%transaction, ?causes, "dropping a transaction that can never land");
                        return Ok((client, Settled::Dropped));
                    }
                    (Trace::None, Verdict::NotAcceptedNow) => (executed.block_num(), false),
                    (Trace::None, Verdict::Open) => return Err(unsettled),
                }
            }
        };
        self.fail_points.reached(FailPoint::SettleAfterSubmit).await;
        if let Err(error) = self.record_transaction(&executed, height).await {
            return Err(self.not_recorded(&executed, is_accepted, error).await);
        }
        self.history.mark_stale();
        self.fail_points.reached(FailPoint::SettleAfterApply).await;
        Ok((client, Settled::Recorded))
    }

    /// Refuses an entry of an account that the store does not have: it is another store than the one
    /// the entry was written for.
    async fn require_account_of(&self, executed: &TransactionResult) -> Result<()> {
        let account = executed.executed_transaction().account_id();
        if self.has_account(account).await? {
            return Ok(());
        }
        let source = format!("the store beside it does not have its account {account}").into();
        Err(JournalError::EntryUnusable { path: self.journal.path(executed.id()), source }.into())
    }

    /// Why a transaction could not be recorded. Where the store has the state that the transaction begins with, the
    /// disk is to blame, or somebody who holds the store: the entry is as good as before, and trying again helps once
    /// that is over. To say then that the entry is of no use would have a private account thrown away.
    async fn not_recorded(
        &self,
        executed: &TransactionResult,
        is_accepted: bool,
        error: ClientError,
    ) -> WalletError {
        let transaction = executed.id();
        let account = executed.executed_transaction().account_id();
        let begins_with = executed.executed_transaction().initial_account().to_commitment();
        let has_moved_on = matches!(
            self.store.get_account_header(account).await,
            Ok(Some((header, _))) if header.to_commitment() != begins_with
        );
        if has_moved_on {
            let path = self.journal.path(transaction);
            return JournalError::EntryUnusable { path, source: error.into() }.into();
        }
        if is_accepted {
            WalletError::NotRecorded { transaction, source: error.into() }
        } else {
            WalletError::NotSettled { transaction, source: error.into() }
        }
    }

    /// What the chain knows of a transaction.
    async fn trace(&self, executed: &TransactionResult) -> Result<Trace> {
        let unknown = |error: RpcError| WalletError::NotSettled {
            transaction: executed.id(),
            source: error.into(),
        };
        // Asked first: what has changed the account by now is in a block that is looked at next.
        let has_moved_on = self.has_moved_on(executed).await?;
        let (tip, _) = self.node.get_block_header_by_number(None, false).await.map_err(unknown)?;
        let transaction = executed.executed_transaction();
        let last = transaction.expiration_block_num();
        let (from, to) = (executed.block_num(), last.min(tip.block_num()));
        let found = self
            .node
            .sync_transactions(from, to, vec![transaction.account_id()])
            .await
            .map_err(unknown)?;
        let block = found
            .into_iter()
            .find(|record| record.transaction_header.id() == executed.id())
            .map(|record| record.block_num);
        Ok(match block {
            Some(block) => Trace::Landed(block),
            None if has_moved_on || tip.block_num() >= last => Trace::Never,
            None => Trace::None,
        })
    }

    /// Whether the chain has another state of the account than the one the transaction begins with, and
    /// not one on the way to it: transactions before it may wait for their block.
    async fn has_moved_on(&self, executed: &TransactionResult) -> Result<bool> {
        let transaction = executed.executed_transaction();
        let account = transaction.account_id();
        match self.node.get_account(GetAccountRequest::new(account)).await {
            Ok((_, proof)) => {
                let witness = proof.account_witness();
                // Without the account the answer is of nothing, or of a neighbour.
                let state = proof.account_commitment();
                let is_there = witness.id() == account && state != Word::empty();
                Ok(is_there
                    && state != transaction.initial_account().to_commitment()
                    && !self.is_before_a_pending_transaction(account, state).await?)
            }
            Err(RpcError::RequestError { error_kind: GrpcError::NotFound, .. }) => Ok(false),
            Err(error) => {
                Err(WalletError::NotSettled { transaction: executed.id(), source: error.into() })
            }
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
}

fn verdict(error: &ClientError) -> Verdict {
    match error {
        ClientError::RpcError(RpcError::RequestError {
            endpoint_error: Some(EndpointError::AddTransaction(refusal)),
            ..
        }) => match refusal {
            AddTransactionError::MissingFee | AddTransactionError::InvalidFeeAsset => {
                Verdict::NeverAccepted
            }
            // Too late now and in time then; or the state it begins with is gone, in the node's
            // store or among what waits for a block: its own first copy may have changed it.
            AddTransactionError::Expired
            | AddTransactionError::AuthenticationFailed { .. }
            | AddTransactionError::StateConflict { .. } => Verdict::NotAcceptedNow,
            // A node that is full, has a fault, waits for another transaction, or says what this
            // version does not know.
            _ => Verdict::Open,
        },
        // Refused in another form: the proof or the reference block does not hold, or not any more.
        // Were it the proof itself, it would be pending until it expires and no longer. Or the account is not on
        // the network's list, which changes: a first copy may have been let in.
        ClientError::AccountNotAllowlisted(_)
        | ClientError::RpcError(RpcError::RequestError {
            error_kind:
                GrpcError::InvalidArgument
                | GrpcError::AlreadyExists
                | GrpcError::NotFound
                | GrpcError::OutOfRange,
            ..
        }) => Verdict::NotAcceptedNow,
        _ => Verdict::Open,
    }
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
