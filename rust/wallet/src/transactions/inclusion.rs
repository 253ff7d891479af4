//! Syncs while the journal has transactions that may still be included.
//!
//! A sync that passes the block of a transaction that is not recorded locks a private account. So the blocks are fetched
//! first, then the transactions are looked up, and the blocks are applied only if they include none of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use miden_client::ClientError;
use miden_client::pswap::PswapChainObserver;
use miden_client::rpc::NodeRpcClient;
use miden_client::store::Store;
use miden_client::sync::{ChainSyncData, StateSync, SyncSummary};
use miden_client::transaction::{TransactionId, TransactionResult};
use tracing::{info, warn};

use super::DiscardedTransaction;
use super::journal::{EntryFile, JournalEntry};
use super::outcome::{Presence, Sought};
use super::settlement::OnNetwork;
use crate::chain::client::WalletClient;
use crate::chain::expiration::EXPIRATION_BLOCKS;
use crate::errors::{Result, WalletError};
use crate::transactions::coordinator::Coordinator;
use crate::transactions::store_guards::ExclusiveClient;

/// What one sync has found of the transactions of the journal.
#[derive(Default)]
struct Found {
    /// Those it has recorded. An entry that cannot be removed would be found in each round.
    recorded: BTreeSet<TransactionId>,
    /// Those that cannot be included any more and that no sync has reported.
    dropped: Vec<DiscardedTransaction>,
}

/// A transaction of the journal that the store has not recorded, or has discarded.
struct Unrecorded {
    executed: TransactionResult,
    is_refused: bool,
    /// Whether a sync has reported that it was discarded.
    is_reported: bool,
}

impl Coordinator {
    /// Whether the journal has a transaction that may still be included and can be read. To be asked while nothing is on
    /// its way.
    pub(crate) async fn expects_inclusions(&self) -> Result<bool> {
        Ok(self.expected_inclusions().await?.iter().any(|file| file.entry.is_ok()))
    }

    /// Catches up with the chain, and passes no block that includes a transaction of the journal before it is recorded. Also
    /// returns the transactions that cannot be included any more. Their entries are removed when they are reported.
    pub(crate) async fn synced_with_inclusions(
        &self,
        mut client: ExclusiveClient,
    ) -> Result<(ExclusiveClient, Result<SyncSummary, ClientError>, Vec<DiscardedTransaction>)>
    {
        let sources = (self.node.clone(), self.store.clone());
        let (returned, delivered) = self
            .blocking_tasks
            .run(async move || {
                let delivered = client.sync_note_transport().await;
                (client, delivered)
            })
            .await?;
        client = returned;
        let delivered = delivered.unwrap_or_else(|error| {
            warn!(%error, "the note transport is left out of a sync");
            Vec::new()
        });
        let mut found = Found::default();
        let fetched = loop {
            let (node, store) = sources.clone();
            let (returned, fetched) = self
                .blocking_tasks
                .run(async move || {
                    let fetched = fetch(&mut client, node, store).await;
                    (client, fetched)
                })
                .await?;
            let fetched = match fetched {
                Ok(fetched) => fetched,
                Err(error) => return Ok((returned, Err(error), Vec::new())),
            };
            // After the fetch: what is in its blocks is found now.
            let before = found.recorded.len();
            client = self.record_inclusions(returned, &mut found).await?;
            if found.recorded.len() == before {
                break fetched;
            }
        };
        let (node, store) = sources;
        let (client, summary) = self
            .blocking_tasks
            .run(async move || {
                let applied = apply(&mut client, fetched, node, store).await;
                let summary =
                    applied.map(|summary| SyncSummary { new_private_notes: delivered, ..summary });
                (client, summary)
            })
            .await?;
        Ok((client, summary, found.dropped))
    }

    /// Looks up the transactions of the journal, but for those that this sync has recorded, records those that are included
    /// and finds those that cannot be any more.
    async fn record_inclusions(
        &self,
        mut client: ExclusiveClient,
        found: &mut Found,
    ) -> Result<ExclusiveClient> {
        found.dropped.clear();
        let mut entries = Vec::new();
        for file in self.expected_inclusions().await? {
            let is_refused = file.is_refused();
            // What cannot be read, or is of another store, only its user can settle.
            let Ok(JournalEntry { executed, .. }) = file.entry else { continue };
            if !self.has_account(executed.executed_transaction().account_id()).await? {
                continue;
            }
            let transaction = executed.id();
            if found.recorded.contains(&transaction) {
                continue;
            }
            if self.is_recorded(transaction).await? {
                self.take_off_journal(transaction).await;
                continue;
            }
            let is_reported = is_refused && !self.discarded_of(vec![transaction]).await?.is_empty();
            entries.push(Unrecorded { executed, is_refused, is_reported });
        }
        if entries.is_empty() {
            return Ok(client);
        }
        // At once: a wallet may keep an entry for each of many refusals.
        let sought: Vec<_> = entries.iter().map(|entry| Sought::from(&entry.executed)).collect();
        let listing = match self.listing(&sought).await {
            Ok(listing) => listing,
            // The next sync asks again. If this one passes a block of them, a private account is locked until then.
            Err(error) => {
                warn!(%error, "the chain does not say what became of transactions");
                return Ok(client);
            }
        };
        for Unrecorded { executed, is_refused, is_reported } in entries {
            let transaction = executed.id();
            let account = executed.executed_transaction().account_id();
            let presence = listing.presence(&executed);
            if !is_refused && matches!(presence, Presence::Replaced | Presence::Impossible(_)) {
                info!(%transaction, "a transaction of the journal holds up nothing any more");
                if let Err(error) = self.journal.refuse(transaction).await {
                    let causes = error.causes();
                    warn!(%transaction, %error, ?causes, "an entry could not be renamed");
                }
            }
            match presence {
                Presence::NotFound | Presence::Replaced => {}
                Presence::Impossible(_) if is_reported => {
                    self.journal.remove_refused(transaction).await;
                }
                Presence::Impossible(reason) => {
                    found.dropped.push(DiscardedTransaction { transaction, reason });
                }
                Presence::Committed(block) => {
                    info!(%transaction, %block, "a transaction of the journal is included");
                    let _guard = self.poisoning.guard(transaction);
                    let outcome;
                    let network = OnNetwork::InBlock(block);
                    (client, outcome) =
                        Box::pin(self.record_entry(client, executed, network)).await?;
                    match outcome {
                        Ok(()) => {
                            found.recorded.insert(transaction);
                        }
                        // The store has gone past it, so there is nothing to wait for.
                        Err(error @ WalletError::Journal(_)) => {
                            let causes = error.causes();
                            warn!(%account, %error, ?causes, "an included transaction is of no use");
                        }
                        Err(error) => return Err(error),
                    }
                }
            }
        }
        Ok(client)
    }

    /// What the journal has of transactions that may be in a block and that the store may not have.
    pub(super) async fn expected_inclusions(&self) -> Result<Vec<EntryFile>> {
        let mut files = self.journal.entries().await?;
        files.extend(self.journal.refused().await?);
        Ok(files)
    }
}

/// Fetches the blocks that the client does not know.
async fn fetch(
    client: &mut WalletClient,
    node: Arc<dyn NodeRpcClient>,
    store: Arc<dyn Store>,
) -> Result<ChainSyncData, ClientError> {
    client.ensure_genesis_in_place().await?;
    client.ensure_rpc_limits_in_place().await?;
    let sync = state_sync(client, node, store).await?;
    client.fetch_chain_updates(&sync).await
}

/// Puts fetched blocks into the store.
async fn apply(
    client: &mut WalletClient,
    mut fetched: ChainSyncData,
    node: Arc<dyn NodeRpcClient>,
    store: Arc<dyn Store>,
) -> Result<SyncSummary, ClientError> {
    let sync = state_sync(client, node, store).await?;
    sync.derive_state_updates(&mut fetched).await?;
    sync.fetch_nullifiers(&mut fetched).await?;
    client.apply_chain_updates(&sync, fetched).await
}

/// What the client itself syncs with.
async fn state_sync(
    client: &WalletClient,
    node: Arc<dyn NodeRpcClient>,
    store: Arc<dyn Store>,
) -> Result<StateSync, ClientError> {
    let validators = client.get_validator_config().await?;
    let (screener, limit) = (Arc::new(client.note_screener()), u32::from(EXPIRATION_BLOCKS));
    Ok(StateSync::new(node, screener, Some(limit), validators)
        .with_note_observer(Arc::new(PswapChainObserver::new(store))))
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
