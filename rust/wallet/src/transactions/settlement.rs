//! Settling what an earlier process left between submission and record.

use std::time::{Duration, Instant};

use miden_client::account::AccountId;
use miden_client::block::BlockNumber;
use miden_client::note::NoteUpdateTracker;
use miden_client::rpc::domain::account::GetAccountRequest;
use miden_client::store::TransactionFilter;
use miden_client::sync::{
    AccountUpdates, PartialBlockchainUpdates, StateSyncUpdate, TransactionUpdateTracker,
};
use miden_client::transaction::{
    ProvenTransaction, TransactionId, TransactionRecord, TransactionResult, TransactionStatus,
};
use miden_client::{ClientError, Word};
use tracing::{info, warn};

use super::outcome::{Outcome, cause_of};
use crate::chain::client::WalletClient;
use crate::errors::{ErrorMapper, JournalError, Result, WalletError};
use crate::fail_points::FailPoint;
use crate::transactions::coordinator::Coordinator;
use crate::transactions::journal::{EntryFile, JournalEntry};
use crate::transactions::store_guards::ExclusiveClient;
use crate::unix_time::unix_time;

/// How long the entries of all accounts are settled before the rest is left for the next time.
const LONGEST_SETTLEMENT: Duration = Duration::from_secs(5);

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

/// What the network has of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OnNetwork {
    /// The node has it, and no block yet; the chain's tip was this block.
    Waiting(BlockNumber),
    /// It is in this block.
    InBlock(BlockNumber),
}

impl Coordinator {
    /// Settles what the journal has of an account, and refuses if an entry of it cannot be settled. The client must not
    /// be held.
    pub(crate) async fn require_settled(&self, account: AccountId) -> Result<()> {
        if !self.journal.holds_up(account).await? {
            return Ok(());
        }
        let client = self.exclusive_client().await?;
        let (client, unsettled) = Box::pin(self.settle_journal(client, Some(account))).await?;
        drop(client);
        unsettled.require_none_of(account)
    }

    /// Settles the transactions that were written down and not recorded, of one account or of all; of all only for some
    /// seconds, so that a slow node does not hold up a sync for long. Each is submitted again, with the same proof.
    /// Where that is not accepted, the chain is asked; [`Outcome`] says what follows:
    ///
    /// - The network has it: it is recorded.
    /// - It is refused for now and is in no block: it is recorded too, because its first copy may wait for a block.
    /// - It is refused otherwise and is in no block, or it cannot be included any more: the entry becomes a refused one, which
    ///   holds up nothing. Each sync looks it up until it is included or cannot be any more, and reports that.
    /// - Nobody can tell: the entry stays, and its account waits.
    ///
    /// An entry that cannot be settled is no failure of this: its account waits, and nobody else.
    pub(crate) async fn settle_journal(
        &self,
        mut client: ExclusiveClient,
        only: Option<AccountId>,
    ) -> Result<(ExclusiveClient, Unsettled)> {
        let begun = Instant::now();
        let mut unsettled = Unsettled::default();
        for EntryFile { path, account, entry } in self.journal.entries().await? {
            // What does not tell its account may be anybody's. The second builds on one that is not settled.
            if only.is_some_and(|only| account.is_some_and(|account| account != only))
                || unsettled.has_one_of(account)
            {
                continue;
            }
            let settled;
            match entry {
                Ok(entry) if only.is_none() && begun.elapsed() > LONGEST_SETTLEMENT => {
                    let transaction = entry.executed.id();
                    let source = "the node takes long to answer for others".into();
                    settled = Err(WalletError::NotSettled { transaction, source });
                }
                // Boxed: a rare path should not make every future of a sync larger.
                Ok(entry) => (client, settled) = Box::pin(self.settle(client, entry)).await?,
                Err(source) => {
                    settled = Err(JournalError::EntryUnusable { path, account, source }.into());
                }
            }
            if let Err(error) = settled {
                let causes = error.causes();
                let of = account.map_or_else(|| "unknown".to_owned(), AccountId::to_hex);
                warn!(account = of, %error, ?causes, "an entry of the journal is not settled");
                unsettled.0.push((account, error));
            }
        }
        Ok((client, unsettled))
    }

    /// Settles an entry. The inner error is that of the entry.
    async fn settle(
        &self,
        mut client: ExclusiveClient,
        entry: JournalEntry,
    ) -> Result<(ExclusiveClient, Result<()>)> {
        let JournalEntry { executed, proven } = entry;
        let transaction = executed.id();
        info!(%transaction, stage = "settling", "settling a transaction of an earlier run");
        let _guard = self.poisoning.guard(transaction);
        match self.submit_again(&mut client, proven, &executed).await {
            Ok(Some(network)) => Box::pin(self.record_entry(client, executed, network)).await,
            Ok(None) => Ok((client, Ok(()))),
            Err(error) => Ok((client, Err(error))),
        }
    }

    /// Submits a transaction again. Returns what the network has of it, or nothing if it waits for no record.
    async fn submit_again(
        &self,
        client: &mut WalletClient,
        proven: ProvenTransaction,
        executed: &TransactionResult,
    ) -> Result<Option<OnNetwork>> {
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
            (Outcome::Included(block), _) => Ok(Some(OnNetwork::InBlock(block))),
            (Outcome::Accepted(height), _) | (_, Ok(height)) => {
                Ok(Some(OnNetwork::Waiting(height)))
            }
            (Outcome::Refused, Err(_)) => {
                warn!(%transaction, "the network refuses a transaction of an earlier run");
                self.journal.refuse(transaction).await?;
                Ok(None)
            }
            // If that copy is lost, this one is submitted again.
            (Outcome::RefusedForNow, Err(_)) => {
                info!(%transaction, "a transaction of an earlier run is taken for pending");
                Ok(Some(OnNetwork::Waiting(executed.block_num())))
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
    /// is brought up to date, and the transaction itself is learned from the chain. So it is if a sync has passed its block:
    /// recorded as pending, it would be given up, because no later sync finds it. The inner error is that of the entry.
    pub(super) async fn record_entry(
        &self,
        mut client: ExclusiveClient,
        executed: TransactionResult,
        network: OnNetwork,
    ) -> Result<(ExclusiveClient, Result<()>)> {
        let transaction = executed.id();
        let account = executed.executed_transaction().account_id();
        let synced = self.store.get_sync_height().await.map_err(ErrorMapper::store)?;
        let (OnNetwork::InBlock(height) | OnNetwork::Waiting(height)) = network;
        let is_passed = matches!(network, OnNetwork::InBlock(block) if block <= synced);
        if matches!(network, OnNetwork::InBlock(_)) {
            self.discard_rivals_of(&executed).await?;
        }
        let recorded = if is_passed || self.is_locked(account).await? {
            self.adopt_state_after(&mut client, &executed).await
        } else {
            match self.record_transaction(&executed, height).await {
                Ok(()) => Ok(()),
                Err(error) => self.not_recorded(&executed, error).await,
            }
        };
        if is_passed && recorded.is_ok() {
            self.record_passed(transaction, height).await?;
        }
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

    /// Discards the pending transactions that spend the same state as one in a block, and those that build on them: as long as
    /// the store has their state, it takes no other.
    async fn discard_rivals_of(&self, executed: &TransactionResult) -> Result<()> {
        let account = executed.executed_transaction().account_id();
        let initial = executed.executed_transaction().initial_account().initial_commitment();
        let mut pending = self.transaction_records(TransactionFilter::Uncommitted).await?;
        pending.retain(|record| record.details.account_id == account);
        let rivals = pending.iter().filter(|record| {
            record.id != executed.id() && record.details.init_account_state == initial
        });
        let states: Vec<_> = rivals.map(|rival| rival.details.final_account_state).collect();
        if states.is_empty() {
            return Ok(());
        }
        let mut updates = TransactionUpdateTracker::new(pending);
        for state in states {
            updates.apply_superseded_account_state(state);
        }
        self.update_records(updates).await?;
        // Both may consume the same notes.
        self.free_notes().await;
        Ok(())
    }

    /// Puts the network's state of an account in place of the one before a transaction, which unlocks the account if it is
    /// locked. Entries of the journal lead from one to the other. A sync has passed the block without the transaction, because
    /// its entry could not be read or the node had not listed it. So a transaction that the store does not have is learned
    /// from the chain like one of another device.
    async fn adopt_state_after(
        &self,
        client: &mut WalletClient,
        executed: &TransactionResult,
    ) -> Result<()> {
        let account = executed.executed_transaction().account_id();
        let unusable = |source| {
            let path = self.journal.path(executed.id());
            JournalError::EntryUnusable { path, account: Some(account), source }
        };
        let mut state = self.account_state(account).await?;
        let nonce = executed.executed_transaction().final_account().nonce().as_canonical_u64();
        if state.nonce().as_canonical_u64() >= nonce && !self.is_locked(account).await? {
            return self.expect_past(account).await;
        }
        let network = self.node.get_account(GetAccountRequest::new(account)).await;
        let (_, proof) = network.map_err(|error| unusable(error.into()))?;
        let missing = self
            .entries_between(account, state.to_commitment(), proof.account_commitment())
            .await?;
        if missing.iter().all(|entry| entry.executed.id() != executed.id()) {
            // The chain has all of it.
            if account.is_public() {
                return self.expect_past(account).await;
            }
            let what = "it does not lead from the store's state of its account to the network's";
            return Err(unusable(what.into()).into());
        }
        for entry in missing {
            let patch = entry.executed.account_patch();
            state.apply_patch(patch).map_err(|error| unusable(error.into()))?;
        }
        client.add_account(&state, true).await.map_err(|error| unusable(error.into()))?;
        self.expect_past(account).await
    }

    /// The entries that lead from one state of an account to a later one, oldest first; none if they do not.
    async fn entries_between(
        &self,
        account: AccountId,
        from: Word,
        to: Word,
    ) -> Result<Vec<JournalEntry>> {
        let files = self.expected_inclusions().await?;
        let mut entries: Vec<_> = files.into_iter().filter_map(|file| file.entry.ok()).collect();
        entries.retain(|entry| entry.account() == account);
        let (mut path, mut state) = (Vec::new(), to);
        while state != from {
            let leads_here = |entry: &JournalEntry| {
                entry.executed.executed_transaction().final_account().to_commitment() == state
            };
            let Some(place) = entries.iter().position(leads_here) else { return Ok(Vec::new()) };
            let entry = entries.swap_remove(place);
            state = entry.executed.executed_transaction().initial_account().to_commitment();
            path.push(entry);
        }
        path.reverse();
        Ok(path)
    }

    /// Notes that a discarded transaction is in a block that the wallet has synced.
    async fn record_passed(&self, transaction: TransactionId, block: BlockNumber) -> Result<()> {
        let records = self.transaction_records(TransactionFilter::Ids(vec![transaction])).await?;
        let commit_timestamp = unix_time();
        let committed = records.into_iter().map(|record| TransactionRecord {
            status: TransactionStatus::Committed { block_number: block, commit_timestamp },
            ..record
        });
        self.update_records(TransactionUpdateTracker::new(committed.collect())).await
    }

    /// Writes what became of transactions. The client has no call for that, so it is written like what a sync finds.
    async fn update_records(&self, updates: TransactionUpdateTracker) -> Result<()> {
        let update = StateSyncUpdate::from_parts(
            // No later than the store's, so that its height stays.
            BlockNumber::GENESIS,
            PartialBlockchainUpdates::default(),
            NoteUpdateTracker::default(),
            updates,
            AccountUpdates::default(),
            None,
        );
        self.store.apply_state_sync(update).await.map_err(ErrorMapper::store)
    }

    /// Refuses an entry of an account that the store does not have: it is another store than the one
    /// the entry was written for.
    async fn require_account_of(&self, executed: &TransactionResult) -> Result<()> {
        let account = executed.executed_transaction().account_id();
        if self.has_account(account).await? {
            return Ok(());
        }
        let source = format!("the store beside it does not have its account {account}").into();
        let path = self.journal.path(executed.id());
        Err(JournalError::EntryUnusable { path, account: Some(account), source }.into())
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
        Err(JournalError::EntryUnusable { path, account: Some(account), source: error.into() }
            .into())
    }
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
