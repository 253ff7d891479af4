//! Settling what an earlier process left between submission and record.

use miden_client::ClientError;
use miden_client::store::TransactionFilter;
use miden_client::transaction::TransactionResult;
use tracing::{info, warn};

use super::outcome::{Outcome, cause_of};
use crate::crossings::ClientAlone;
use crate::errors::{JournalError, Result, WalletError};
use crate::fail_points::FailPoint;
use crate::transactions::journal::JournalEntry;
use crate::wallet::Wallet;

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
        let submitted = client.submit_proven_transaction(proven, &executed).await;
        let outcome = self.outcome(&submitted, &executed).await;
        let (height, is_accepted) = match (outcome, submitted) {
            (Outcome::Accepted(height), _) | (_, Ok(height)) => (height, true),
            (Outcome::Refused, Err(_)) => (executed.block_num(), false),
            (Outcome::Dropped, Err(_)) => {
                warn!(%transaction, "dropping a transaction that can never be included");
                return Ok((client, Settled::Dropped));
            }
            (Outcome::Unknown, Err(error)) => {
                return Err(WalletError::NotSettled { transaction, source: cause_of(error) });
            }
        };
        self.fail_points.reached(FailPoint::SettleAfterSubmit).await;
        let recorded = self.apart(async move || {
            let recorded = client.apply_transaction(&executed, height).await;
            (client, executed, recorded)
        });
        let (client, executed, recorded) = recorded.await?;
        if let Err(error) = recorded {
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
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
