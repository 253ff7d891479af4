//! Transactions that the network has accepted and that no sync has found in a block.
//!
//! A node keeps them in memory, and one that restarts has lost them. So the journal keeps what was submitted, and it is
//! submitted again if no block includes it soon. That needs no lock: the store has recorded the transaction, the proof is the
//! same, and every copy expires with the block after which the wallet gives the transaction up.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use miden_client::account::AccountId;
use miden_client::block::BlockNumber;
use miden_client::store::TransactionFilter;
use miden_client::transaction::{TransactionId, TransactionRecord, TransactionStatus};
use tracing::{info, warn};

use super::journal::JournalEntry;
use super::outcome::{Answer, Sought, is_past};
use super::{DiscardReason, DiscardedTransaction};
use crate::errors::{ErrorMapper, Result, WalletError};
use crate::pending::Pending;
use crate::reader::Reader;
use crate::transactions::coordinator::Coordinator;

/// After how many blocks a transaction that no block has included is submitted again.
const RESUBMISSION_BLOCKS: u32 = 3;

/// How long transactions are submitted again before the rest is left for the next time.
const LONGEST_RESUBMISSION: Duration = Duration::from_secs(5);

impl Reader {
    /// The transactions of an account that no block has included for some blocks before this one.
    async fn overdue(
        &self,
        account: AccountId,
        height: BlockNumber,
    ) -> Result<Vec<TransactionRecord>> {
        let mut pending = self.transaction_records(TransactionFilter::Uncommitted).await?;
        pending.retain(|record| record.details.account_id == account && is_overdue(record, height));
        Ok(pending)
    }

    /// Which of these transactions are given up.
    pub(crate) async fn discarded_of(
        &self,
        transactions: Vec<TransactionId>,
    ) -> Result<Vec<DiscardedTransaction>> {
        if transactions.is_empty() {
            return Ok(Vec::new());
        }
        let records = self.transaction_records(TransactionFilter::Ids(transactions)).await?;
        let discarded = records.iter().filter_map(|record| match record.status {
            TransactionStatus::Discarded(cause) => Some(DiscardedTransaction {
                transaction: record.id,
                reason: DiscardReason::of(cause),
            }),
            _ => None,
        });
        Ok(discarded.collect())
    }
}

impl Coordinator {
    /// Removes the entries of transactions that are in a block, submits again what no block has included for some blocks,
    /// of one account or of all, and leaves to be settled what is not recorded. What fails is logged, and left for the next
    /// time. The client must not be held.
    pub(crate) fn look_up_pending(&self, account: Option<AccountId>) -> Pending<'_, ()> {
        Box::pin(async move {
            if let Err(error) = self.try_look_up_pending(account).await {
                let causes = error.causes();
                warn!(%error, ?causes, "pending transactions could not be looked up");
            }
        })
    }

    async fn try_look_up_pending(&self, account: Option<AccountId>) -> Result<()> {
        let height = self.store.get_sync_height().await.map_err(ErrorMapper::store)?;
        let mut overdue = Vec::new();
        for record in self.records_of_pending().await? {
            let is_meant = account.is_none_or(|account| account == record.details.account_id);
            match record.status {
                TransactionStatus::Committed { .. } => self.journal.remove(record.id).await,
                TransactionStatus::Pending if is_meant && is_overdue(&record, height) => {
                    overdue.push(record.id);
                }
                // A sync reports what is discarded.
                TransactionStatus::Pending | TransactionStatus::Discarded(_) => {}
            }
        }
        if overdue.is_empty() {
            return Ok(());
        }
        self.submit_lost(self.journal.pending_entries(overdue).await?).await
    }

    /// The records of the transactions that no sync had found in a block. Those without a record are to be settled again.
    async fn records_of_pending(&self) -> Result<Vec<TransactionRecord>> {
        let kept = self.journal.pending().await?;
        if kept.is_empty() {
            return Ok(Vec::new());
        }
        let records = self.transaction_records(TransactionFilter::Ids(kept.clone())).await?;
        for transaction in kept {
            if records.iter().all(|record| record.id != transaction) {
                self.settle_again(transaction).await?;
            }
        }
        Ok(records)
    }

    /// Has the transactions settled that are submitted and that the store has no record of. A sync does so before anything
    /// else: it would pass their blocks, and lock private accounts.
    pub(crate) async fn settle_unrecorded(&self) -> Result<()> {
        self.records_of_pending().await.map(drop)
    }

    /// Makes the entry of a transaction that the store has no record of one that is settled before the next sync or
    /// transaction of its account: the record may have been lost with the power, or with the store. That of an account
    /// that the store does not have is left alone.
    async fn settle_again(&self, transaction: TransactionId) -> Result<()> {
        for entry in self.journal.pending_entries(vec![transaction]).await? {
            if self.has_account(entry.account()).await? {
                warn!(%transaction, "the store has no record of a submitted transaction: it is settled again");
                self.journal.unsettle(transaction).await;
            }
        }
        Ok(())
    }

    /// Submits transactions again, in this order. If it cannot be told whether one is taken, those of its account that
    /// build on it wait as well.
    async fn submit_lost(&self, entries: Vec<JournalEntry>) -> Result<()> {
        let begun = Instant::now();
        let mut client = self.client_of_its_own().await?;
        let mut waiting = BTreeSet::new();
        for JournalEntry { executed, proven } in entries {
            if begun.elapsed() > LONGEST_RESUBMISSION {
                break;
            }
            let account = executed.executed_transaction().account_id();
            if waiting.contains(&account) {
                continue;
            }
            let transaction = executed.id();
            let submitted = client.submit_proven_transaction(proven, &executed).await;
            match (Answer::of(&submitted), submitted) {
                (Answer::Accepted(_), _) | (_, Ok(_)) => {
                    warn!(%transaction, "the network had lost a transaction: it is submitted again");
                }
                (Answer::Refused | Answer::RefusedForNow, Err(error)) => {
                    info!(%transaction, %error, "a pending transaction is not taken twice");
                }
                (Answer::Unknown, Err(error)) => {
                    info!(%transaction, %error, "a pending transaction could not be submitted again");
                    waiting.insert(account);
                }
            }
        }
        Ok(())
    }

    /// Refuses if an account waits for a transaction that no block has included for some blocks and that cannot be submitted
    /// again, so that nothing is proven in vain. The chain's tip is `tip`; the client must not be held.
    pub(crate) fn require_predecessors(
        &self,
        account: AccountId,
        tip: BlockNumber,
    ) -> Pending<'_, Result<()>> {
        Box::pin(async move {
            let here = self.store.get_sync_height().await.map_err(ErrorMapper::store)?;
            if here < tip && !self.overdue(account, tip).await?.is_empty() {
                // It may be in a block that the wallet does not know yet.
                self.sync_with(self.exclusive_client().await?).await?;
            }
            self.look_up_pending(Some(account)).await;
            self.require_settled(account).await?;
            let here = self.store.get_sync_height().await.map_err(ErrorMapper::store)?;
            let overdue = self.overdue(account, here).await?;
            if overdue.is_empty() {
                return Ok(());
            }
            let ids = overdue.iter().map(|record| record.id).collect();
            let kept = self.journal.pending_entries(ids).await?;
            let lost = |record: &&TransactionRecord| {
                kept.iter().all(|entry| entry.executed.id() != record.id)
            };
            match overdue.iter().find(lost) {
                Some(record) => Err(WalletError::DependencyLost {
                    transaction: record.id,
                    account,
                    block: record.details.expiration_block_num.as_u32(),
                }),
                None => Ok(()),
            }
        })
    }

    /// The transactions that are given up and that no sync has reported yet.
    pub(crate) async fn unreported_discarded(&self) -> Result<Vec<DiscardedTransaction>> {
        self.discarded_of(self.journal.pending().await?).await
    }

    /// Notes that transactions are reported as given up, once a sync has nothing left to do but to report them. The entries
    /// of those that the store has recorded are kept as refused ones: a node that lists too little or tells a false nullifier
    /// makes the client give up a transaction that is in a block, and for a private account the entry is the only copy of its
    /// state. If the disk does not have that they are given up, the next sync reports them again.
    pub(crate) async fn note_reported(&self, reported: &[DiscardedTransaction]) {
        if reported.is_empty() || !self.has_store_on_disk().await {
            return;
        }
        let unreported = self.unreported_discarded().await.unwrap_or_default();
        let (recorded, dropped): (Vec<&DiscardedTransaction>, Vec<_>) =
            reported.iter().partition(|discarded| unreported.contains(discarded));
        for discarded in recorded {
            self.journal.refuse_pending(discarded.transaction).await;
        }
        if !dropped.is_empty()
            && let Err(error) = self.remove_dropped(&dropped).await
        {
            let causes = error.causes();
            warn!(%error, ?causes, "transactions that are given up are reported once more");
        }
    }

    /// Removes the entries of transactions that cannot be included any more, once the disk has that. Nothing is on its way
    /// meanwhile, and the entry of one that was made again and refused stays.
    async fn remove_dropped(&self, dropped: &[&DiscardedTransaction]) -> Result<()> {
        let _guard = self.exclusive_guard().await;
        let synced = self.store.get_sync_height().await.map_err(ErrorMapper::store)?;
        let mut gone = Vec::new();
        for entry in self.journal.refused().await?.into_iter().filter_map(|file| file.entry.ok()) {
            let Sought { transaction, account, expiration, .. } = Sought::from(&entry.executed);
            let found = dropped.iter().find(|dropped| dropped.transaction == transaction);
            if let Some(found) = found.filter(|_| is_past(expiration, synced)) {
                self.note_dropped(account, found).await?;
                gone.push(transaction);
            }
        }
        self.sync_store_to_disk().await?;
        for transaction in gone {
            self.journal.remove_refused(transaction).await;
        }
        Ok(())
    }
}

/// Whether a pending transaction was submitted some blocks before this one.
fn is_overdue(record: &TransactionRecord, height: BlockNumber) -> bool {
    record.details.submission_height.as_u32().saturating_add(RESUBMISSION_BLOCKS) <= height.as_u32()
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
