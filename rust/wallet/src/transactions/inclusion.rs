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
use miden_client::transaction::TransactionId;
use tracing::{info, warn};

use super::journal::{EntryFile, JournalEntry};
use super::outcome::{Presence, Sought};
use super::settlement::OnNetwork;
use crate::crossings::ClientAlone;
use crate::errors::{Result, WalletError};
use crate::wallet::{EXPIRATION_BLOCKS, Wallet, WalletClient};

impl Wallet {
    /// Whether the journal has a transaction that may still be included and can be read. To be asked while nothing is on
    /// its way.
    pub(crate) async fn expects_inclusions(&self) -> Result<bool> {
        Ok(self.expected_inclusions().await?.iter().any(|file| file.entry.is_ok()))
    }

    /// Catches up with the chain, and passes no block that includes a transaction of the journal before it is recorded.
    pub(crate) async fn synced_with_inclusions(
        &self,
        mut client: ClientAlone,
    ) -> Result<(ClientAlone, Result<SyncSummary, ClientError>)> {
        let sources = (self.node.clone(), self.store.clone());
        let (returned, delivered) = self
            .apart(async move || {
                let delivered = client.sync_note_transport().await;
                (client, delivered)
            })
            .await?;
        client = returned;
        let delivered = delivered.unwrap_or_else(|error| {
            warn!(%error, "the note transport is left out of a sync");
            Vec::new()
        });
        // An entry that cannot be removed is looked up once: it would be found in each round.
        let mut recorded = BTreeSet::new();
        let fetched = loop {
            let (node, store) = sources.clone();
            let (returned, fetched) = self
                .apart(async move || {
                    let fetched = fetch(&mut client, node, store).await;
                    (client, fetched)
                })
                .await?;
            let fetched = match fetched {
                Ok(fetched) => fetched,
                Err(error) => return Ok((returned, Err(error))),
            };
            // After the fetch: what is in its blocks is found now.
            let before = recorded.len();
            client = self.record_inclusions(returned, &mut recorded).await?;
            if recorded.len() == before {
                break fetched;
            }
        };
        let (node, store) = sources;
        self.apart(async move || {
            let applied = apply(&mut client, fetched, node, store).await;
            let summary =
                applied.map(|summary| SyncSummary { new_private_notes: delivered, ..summary });
            (client, summary)
        })
        .await
    }

    /// Looks up the transactions of the journal, but for those that this sync has recorded, records those that are included
    /// and removes those that cannot be any more.
    async fn record_inclusions(
        &self,
        mut client: ClientAlone,
        recorded: &mut BTreeSet<TransactionId>,
    ) -> Result<ClientAlone> {
        let mut entries = Vec::new();
        for file in self.expected_inclusions().await? {
            let is_refused = file.is_refused();
            // What cannot be read, or is of another store, only its user can settle.
            let Ok(JournalEntry { executed, .. }) = file.entry else { continue };
            if !self.has_account(executed.executed_transaction().account_id()).await? {
                continue;
            }
            let transaction = executed.id();
            if recorded.contains(&transaction) {
                continue;
            }
            if self.is_recorded(transaction).await? {
                self.take_off_journal(transaction).await;
                continue;
            }
            entries.push((is_refused, executed));
        }
        if entries.is_empty() {
            return Ok(client);
        }
        // At once: a wallet may keep an entry for each of many refusals.
        let sought: Vec<_> = entries.iter().map(|(_, executed)| Sought::from(executed)).collect();
        let listing = match self.listing(&sought).await {
            Ok(listing) => listing,
            // The next sync asks again. If this one passes a block of them, a private account is locked until then.
            Err(error) => {
                warn!(%error, "the chain does not say what became of transactions");
                return Ok(client);
            }
        };
        for (is_refused, executed) in entries {
            let transaction = executed.id();
            let account = executed.executed_transaction().account_id();
            match listing.presence(&executed) {
                Presence::NotFound => {}
                Presence::Replaced if is_refused => {}
                Presence::Replaced => {
                    info!(%transaction, "another transaction is listed in place of one of the journal");
                    self.journal.refuse(transaction).await?;
                }
                Presence::Impossible => {
                    info!(%transaction, "a transaction of the journal cannot be included any more");
                    self.journal.remove_for_good(transaction).await;
                }
                Presence::Committed(block) => {
                    info!(%transaction, %block, "a transaction of the journal is included");
                    let _watch = self.soundness.watch(transaction);
                    let outcome;
                    let network = OnNetwork::InBlock(block);
                    (client, outcome) =
                        Box::pin(self.record_entry(client, executed, network)).await?;
                    match outcome {
                        Ok(()) => {
                            recorded.insert(transaction);
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
