//! Settling what an earlier process left between submission and record.

use miden_client::ClientError;
use miden_client::account::AccountId;
use miden_client::block::BlockNumber;
use miden_client::store::TransactionFilter;
use miden_client::transaction::{
    ProvenTransaction, TransactionId, TransactionResult, TransactionStatus,
};
use tracing::{info, warn};

use super::outcome::{Outcome, cause_of};
use crate::crossings::ClientAlone;
use crate::errors::{JournalError, Result, WalletError};
use crate::fail_points::FailPoint;
use crate::transactions::journal::{EntryFile, JournalEntry};
use crate::wallet::{Wallet, WalletClient};

/// Why entries could not be settled, with the account of each if it is known.
#[derive(Debug, Default)]
pub(crate) struct Unsettled(Vec<(Option<AccountId>, WalletError)>);

impl Unsettled {
    /// Refuses if an entry holds up an account: one of the account, or one that does not tell whose it is.
    pub(crate) fn require_none_of(self, account: AccountId) -> Result<()> {
        let mut entries = self.0.into_iter();
        let found = entries.find(|(other, _)| other.is_none_or(|other| other == account));
        found.map_or(Ok(()), |(_, error)| Err(error))
    }

    /// Refuses if there is any.
    pub(crate) fn require_none(self) -> Result<()> {
        self.0.into_iter().next().map_or(Ok(()), |(_, error)| Err(error))
    }

    fn has_one_of(&self, account: Option<AccountId>) -> bool {
        account.is_some() && self.0.iter().any(|(other, _)| *other == account)
    }
}

impl Wallet {
    /// Settles what the journal has of an account, and refuses if an entry of it cannot be settled. The client must not
    /// be held.
    pub(crate) async fn require_settled(&self, account: AccountId) -> Result<()> {
        if !self.journal.holds_up(account).await? {
            return Ok(());
        }
        let client = self.client_alone().await?;
        let (client, unsettled) = Box::pin(self.settle_journal(client)).await?;
        drop(client);
        unsettled.require_none_of(account)
    }

    /// Settles every transaction that was written down and not recorded. Each is submitted again, with the same proof.
    /// Where that is not accepted, the chain is asked; [`Outcome`] says what follows:
    ///
    /// - The network has it: it is recorded.
    /// - It is refused for now and is in no block: it is recorded too, because its first copy may wait for a block.
    /// - It can never be included: the entry is removed.
    /// - It is refused for itself and is in no block: the entry becomes a refused one, which holds up nothing. Each sync
    ///   looks it up until it is included or cannot be any more.
    /// - Nobody can tell: the entry stays, and its account waits.
    ///
    /// An entry that cannot be settled is no failure of this: its account waits, and nobody else.
    pub(crate) async fn settle_journal(
        &self,
        mut client: ClientAlone,
    ) -> Result<(ClientAlone, Unsettled)> {
        let mut unsettled = Unsettled::default();
        for EntryFile { path, account, entry } in self.journal.entries().await? {
            // It builds on one that is not settled.
            if unsettled.has_one_of(account) {
                continue;
            }
            let settled;
            match entry {
                // Boxed: a rare path should not make every future of a sync larger.
                Ok(entry) => (client, settled) = Box::pin(self.settle(client, entry)).await?,
                Err(source) => {
                    settled = Err(JournalError::EntryUnusable { path, source }.into());
                }
            }
            if let Err(error) = settled {
                let causes = error.causes();
                warn!(?account, %error, ?causes, "an entry of the journal is not settled");
                unsettled.0.push((account, error));
            }
        }
        Ok((client, unsettled))
    }

    /// Settles an entry. The inner error is that of the entry.
    async fn settle(
        &self,
        mut client: ClientAlone,
        entry: JournalEntry,
    ) -> Result<(ClientAlone, Result<()>)> {
        let JournalEntry { executed, proven } = entry;
        let transaction = executed.id();
        info!(%transaction, stage = "settling", "settling a transaction of an earlier run");
        let _watch = self.soundness.watch(transaction);
        match self.submit_again(&mut client, proven, &executed).await {
            Ok(Some(height)) => Box::pin(self.record_entry(client, executed, height)).await,
            Ok(None) => Ok((client, Ok(()))),
            Err(error) => Ok((client, Err(error))),
        }
    }

    /// Submits a transaction again. Returns the block to record it with, or nothing if it waits for no record.
    async fn submit_again(
        &self,
        client: &mut WalletClient,
        proven: ProvenTransaction,
        executed: &TransactionResult,
    ) -> Result<Option<BlockNumber>> {
        let transaction = executed.id();
        if self.is_recorded(transaction).await? {
            // The process died between the record and the end of the entry.
            self.take_off_journal(transaction).await;
            return Ok(None);
        }
        self.require_account_of(executed).await?;
        self.fail_points.reached(FailPoint::SettleBeforeSubmit).await;
        let submitted = client.submit_proven_transaction(proven, executed).await;
        let outcome = self.outcome(&submitted, executed).await;
        self.fail_points.reached(FailPoint::SettleAfterSubmit).await;
        match (outcome, submitted) {
            (Outcome::Accepted(height), _) | (_, Ok(height)) => Ok(Some(height)),
            (Outcome::Dropped, Err(_)) => {
                warn!(%transaction, "dropping a transaction that can never be included");
                self.journal.remove_for_good(transaction).await;
                Ok(None)
            }
            (Outcome::Refused, Err(_)) => {
                warn!(%transaction, "the network refuses a transaction of an earlier run");
                self.journal.refuse(transaction).await?;
                Ok(None)
            }
            // If that copy is lost, this one is submitted again.
            (Outcome::RefusedForNow, Err(_)) => {
                info!(%transaction, "a transaction of an earlier run is taken for pending");
                Ok(Some(executed.block_num()))
            }
            (Outcome::Unknown, Err(error)) => {
                Err(WalletError::NotSettled { transaction, source: cause_of(error) })
            }
        }
    }

    /// Whether the store has a transaction. One that is discarded may have been made again since, with the same id.
    pub(super) async fn is_recorded(&self, transaction: TransactionId) -> Result<bool> {
        let filter = TransactionFilter::Ids(vec![transaction]);
        let records = self.transaction_records(filter).await?;
        Ok(records.iter().any(|record| !matches!(record.status, TransactionStatus::Discarded(_))))
    }

    /// Records a transaction that the network has, and takes its entry off. Where the store has gone past it, its account
    /// is brought up to date, and the transaction itself is learned from the chain. The inner error is that of the entry.
    pub(super) async fn record_entry(
        &self,
        mut client: ClientAlone,
        executed: TransactionResult,
        height: BlockNumber,
    ) -> Result<(ClientAlone, Result<()>)> {
        let transaction = executed.id();
        let account = executed.executed_transaction().account_id();
        let recorded = if self.is_locked(account).await? {
            self.adopt_state_after(&mut client, &executed).await
        } else {
            match self.record_transaction(&executed, height).await {
                Ok(()) => Ok(()),
                Err(error) => self.not_recorded(&executed, error).await,
            }
        };
        if recorded.is_ok() {
            self.history.mark_stale();
            self.fail_points.reached(FailPoint::SettleAfterApply).await;
            if self.is_recorded(transaction).await? {
                self.take_off_journal(transaction).await;
            } else {
                self.remove_from_journal(transaction).await;
            }
        }
        Ok((client, recorded))
    }

    /// Unlocks an account with the state after a transaction. A sync has passed the block while the entry could not be
    /// read, so the transaction itself is learned from the chain like one of another device.
    async fn adopt_state_after(
        &self,
        client: &mut WalletClient,
        executed: &TransactionResult,
    ) -> Result<()> {
        let transaction = executed.executed_transaction();
        let account = transaction.account_id();
        let unusable =
            |source| JournalError::EntryUnusable { path: self.journal.path(executed.id()), source };
        let mut state = self.account_state(account).await?;
        if state.to_commitment() != transaction.initial_account().to_commitment() {
            return Err(unusable("the store has another state of its account".into()).into());
        }
        state.apply_patch(executed.account_patch()).map_err(|error| unusable(error.into()))?;
        // Accepts no other state than the network's.
        client.add_account(&state, true).await.map_err(|error| unusable(error.into()))?;
        self.expect_past(account).await
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

    /// Why a transaction that the network has could not be recorded. Where the store has the state that the transaction
    /// begins with, the disk is to blame, or somebody who holds the store: the entry is as good as before, and trying
    /// again helps once that is over. A public account that has another state got it from the chain, so nothing is
    /// missing but the transaction itself.
    async fn not_recorded(&self, executed: &TransactionResult, error: ClientError) -> Result<()> {
        let transaction = executed.id();
        let account = executed.executed_transaction().account_id();
        let begins_with = executed.executed_transaction().initial_account().to_commitment();
        let has_moved_on = matches!(
            self.store.get_account_header(account).await,
            Ok(Some((header, _))) if header.to_commitment() != begins_with
        );
        if !has_moved_on {
            return Err(WalletError::NotRecorded { transaction, source: error.into() });
        }
        if account.is_public() {
            return self.expect_past(account).await;
        }
        let path = self.journal.path(transaction);
        Err(JournalError::EntryUnusable { path, source: error.into() }.into())
    }
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
