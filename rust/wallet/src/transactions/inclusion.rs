//! Syncs while the journal has transactions that may still be included.
//!
//! A sync that passes the block of a transaction that is not recorded locks a private account. So the blocks are fetched
//! first, then the transactions are looked up, and the blocks are applied only if they include none of them.

use std::sync::Arc;

use miden_client::ClientError;
use miden_client::pswap::PswapChainObserver;
use miden_client::rpc::NodeRpcClient;
use miden_client::store::Store;
use miden_client::sync::{ChainSyncData, StateSync, SyncSummary};
use tracing::{info, warn};

use super::journal::{EntryFile, JournalEntry};
use super::outcome::Presence;
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
            let has_recorded;
            (client, has_recorded) = self.record_inclusions(returned).await?;
            if !has_recorded {
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

    /// Looks up the transactions of the journal, records those that are included and removes those that cannot be any
    /// more. Returns whether one was recorded.
    async fn record_inclusions(&self, mut client: ClientAlone) -> Result<(ClientAlone, bool)> {
        let mut has_recorded = false;
        for EntryFile { account, entry, .. } in self.expected_inclusions().await? {
            // What cannot be read, or is of another store, only its user can settle.
            let Ok(JournalEntry { executed, .. }) = entry else { continue };
            if !self.has_account(executed.executed_transaction().account_id()).await? {
                continue;
            }
            let transaction = executed.id();
            if self.is_recorded(transaction).await? {
                self.take_off_journal(transaction).await;
                continue;
            }
            let presence = match self.presence(&executed).await {
                Ok(presence) => presence,
                // The next sync asks again. If this one passes the block, a private account is locked until then.
                Err(error) => {
                    warn!(%transaction, %error, "the chain does not say what became of a transaction");
                    continue;
                }
            };
            match presence {
                Presence::NotFound => {}
                Presence::Impossible => {
                    info!(%transaction, "a transaction of the journal cannot be included any more");
                    self.journal.remove_for_good(transaction).await;
                }
                Presence::Committed(block) => {
                    info!(%transaction, %block, "a transaction of the journal is included");
                    let _watch = self.soundness.watch(transaction);
                    let recorded;
                    (client, recorded) =
                        Box::pin(self.record_entry(client, executed, block)).await?;
                    match recorded {
                        Ok(()) => has_recorded = true,
                        // The store has gone past it, so there is nothing to wait for.
                        Err(error @ WalletError::Journal(_)) => {
                            let causes = error.causes();
                            warn!(?account, %error, ?causes, "an included transaction is of no use");
                        }
                        Err(error) => return Err(error),
                    }
                }
            }
        }
        Ok((client, has_recorded))
    }

    async fn expected_inclusions(&self) -> Result<Vec<EntryFile>> {
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
