//! Catching up with the chain.

use miden_client::ClientError;
use miden_client::block::BlockNumber;
use miden_client::store::TransactionFilter;
use miden_client::sync::SyncSummary;
use tracing::warn;

use crate::chain::client::{WalletClient, client_of};
use crate::errors::{ErrorMapper, Result};
use crate::fail_points::FailPoint;
use crate::history::Occurrence;
use crate::pending::Pending;
use crate::sync::report::SyncReport;
use crate::transactions::DiscardedTransaction;
use crate::transactions::coordinator::Coordinator;
use crate::transactions::store_guards::ExclusiveClient;
use crate::wallet::Wallet;

impl Coordinator {
    /// The same, for who holds the client already.
    pub(crate) fn sync_with(&self, client: ExclusiveClient) -> Pending<'_, Result<SyncReport>> {
        Box::pin(async move {
            self.settle_unrecorded().await?;
            // What is not settled holds up its account, and no sync.
            let (client, _) = self.settle_journal(client, None).await?;
            self.fail_points.reached(FailPoint::BeforeSync).await;
            let pending = self.transaction_records(TransactionFilter::Uncommitted).await?;
            let pending = pending.into_iter().map(|record| record.id).collect();
            // Dropped from here on, it may be in the store all the same: what was begun to be written is.
            let unrecorded = self.history.watch();
            if let Some(transport) = &self.transport {
                transport.begin_sync();
            }
            let (mut client, synced, dropped) = self.synced_state(client).await?;
            let summary = match synced {
                Ok(summary) => summary,
                Err(error) => {
                    // Of every other error the store is the same as before.
                    if !matches!(error, ClientError::StoreError(_)) {
                        unrecorded.done();
                    }
                    return Err(self.explain(error).await);
                }
            };
            if let Some(transport) = &self.transport {
                transport.end_sync();
            }
            self.fail_points.reached(FailPoint::AfterSync).await;
            self.keep_restore_time(summary.block_num.as_u32()).await?;
            self.note_first_sync(summary.block_num.as_u32()).await?;
            let mut discarded_transactions = self.discarded_of(pending).await?;
            discarded_transactions.extend(dropped);
            for DiscardedTransaction { transaction, reason } in &discarded_transactions {
                warn!(%transaction, %reason, "a transaction is discarded");
            }
            let freed_notes = self.free_notes().await;
            let held_notes = self.import_held_notes(&mut client).await;
            // Another copy of such an account has made transactions.
            for account in &summary.updated_accounts {
                self.expect_past(*account).await?;
            }
            let mut new_notes = summary.new_public_notes;
            new_notes.extend(summary.new_private_notes);
            new_notes.extend(held_notes);
            new_notes.extend(summary.committed_notes);
            new_notes.sort_unstable();
            new_notes.dedup();
            self.record(Occurrence {
                transactions: summary.committed_transactions.clone(),
                notes: new_notes
                    .iter()
                    .chain(&summary.consumed_notes)
                    .chain(&freed_notes)
                    .copied()
                    .collect(),
                synced: Some(summary.block_num.as_u32()),
            })
            .await;
            unrecorded.done();
            Ok(SyncReport {
                block_number: summary.block_num.as_u32(),
                new_notes,
                consumed_notes: summary.consumed_notes,
                committed_transactions: summary.committed_transactions,
                discarded_transactions,
                updated_accounts: summary.updated_accounts,
                locked_accounts: summary.locked_accounts,
                delivered_notes: Vec::new(),
                undelivered_because: None,
                refused_private_note_count: 0,
            })
        })
    }

    /// Has the client catch up. It goes on to be held. Also returns the transactions that the store never recorded and that
    /// cannot be included any more.
    ///
    /// It looks at what the note transport has beside what the chain has, and cannot yet before the first sync: so that
    /// goes without the transport, and another with it follows.
    async fn synced_state(
        &self,
        mut client: ExclusiveClient,
    ) -> Result<(ExclusiveClient, Result<SyncSummary, ClientError>, Vec<DiscardedTransaction>)>
    {
        let height = self.store.get_sync_height().await.map_err(ErrorMapper::store)?;
        let first = if height == BlockNumber::GENESIS && self.transport.is_some() {
            let without =
                client_of(&self.node, &self.store, Some(&self.keys.authenticator), None).await;
            Some(without.map_err(|error| self.errors.client(error))?)
        } else {
            None
        };
        if first.is_none() && self.expects_inclusions().await? {
            return Box::pin(self.synced_with_inclusions(client)).await;
        }
        let (client, synced) = self
            .blocking_tasks
            .run(async move || {
                let synced = sync_state(first, &mut client).await;
                (client, synced)
            })
            .await?;
        Ok((client, synced, Vec::new()))
    }
}

impl Wallet {
    /// Catches up with the tip of the chain, and then delivers private notes that are in a block. The
    /// former is all or nothing: dropping the future leaves the wallet at the block it stood at, or at the tip. What
    /// is not delivered is with a later sync. Of accounts that came in with a past, the node is asked for it
    /// once. Callers that wait for a sync to begin share it.
    ///
    /// # Errors
    /// [`crate::WalletError::Node`], [`crate::WalletError::Store`].
    pub fn sync(&self) -> Pending<'_, Result<SyncReport>> {
        Box::pin(async move {
            let shared = self.syncs.join();
            let begun = shared.clone();
            let sync = async move || {
                let client = self.exclusive_client().await;
                self.syncs.begin(&begun);
                self.sync_and_deliver(client?).await
            };
            shared.outcome(sync).await
        })
    }

    fn sync_and_deliver(&self, client: ExclusiveClient) -> Pending<'_, Result<SyncReport>> {
        Box::pin(async move {
            let mut report = self.sync_with(client).await?;
            // Also what was found when a transaction caught up with the chain, which has no report.
            report.discarded_transactions.extend(self.unreported_discarded().await?);
            report.discarded_transactions.sort_unstable_by_key(|discarded| discarded.transaction);
            report.discarded_transactions.dedup();
            report.new_notes.extend(self.find_earlier_notes().await);
            // Without the client, which nobody should wait for meanwhile.
            self.look_up_pending(None).await;
            let delivery = self.deliver_notes().await;
            self.learn_tokens().await;
            self.learn_past().await;
            report.delivered_notes = delivery.delivered;
            report.undelivered_because = delivery.unreachable;
            // Also what was dropped when a transaction caught up with the chain.
            report.refused_private_note_count =
                self.transport.as_ref().map_or(0, |transport| transport.take_refused());
            // Last: a process that dies before leaves them to the report of the next sync.
            self.note_reported(&report.discarded_transactions).await;
            Ok(report)
        })
    }
}

async fn sync_state(
    first: Option<WalletClient>,
    client: &mut WalletClient,
) -> Result<SyncSummary, ClientError> {
    let Some(mut first) = first else {
        return client.sync_state().await;
    };
    let mut summary = first.sync_state().await?;
    summary.combine_with(client.sync_state().await?);
    Ok(summary)
}
