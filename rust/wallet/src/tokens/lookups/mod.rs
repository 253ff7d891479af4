//! What a wallet asks the network about the tokens it meets, and what it does not ask again.
//!
//! Anybody can send notes with assets of any faucet. So the number of lookups and their time are limited, private
//! faucets are not asked at all, and a faucet that does not describe a token is not asked again for a long time.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use miden_client::account::AccountId;
use miden_client::asset::Asset;
use miden_client::store::{NoteFilter, SettingScope};
use tokio::time::{Instant, timeout_at};

use crate::errors::{ErrorMapper, NodeError, Result, WalletError};
use crate::fail_points::FailPoint;
use crate::pending::Pending;
use crate::reader::Reader;
use crate::tokens::metadata::TokenMetadata;
use crate::transactions::coordinator::Coordinator;

/// How many faucets one sync asks.
const MOST_LOOKUPS: usize = 10;

/// How long one sync goes on asking.
const LONGEST_LOOKUPS: Duration = Duration::from_secs(5);

/// After how many blocks a faucet that did not describe a token is asked again.
const BLOCKS_BEFORE_RETRY: u32 = 10_000;

/// The setting that holds the faucets that did not describe a token, and at which block they were asked.
const UNDESCRIBED_SETTING: &str = "miden_swift_undescribed_tokens";

/// Faucets that did not describe a token, with the block at which they were asked.
type Undescribed = BTreeMap<String, u32>;

impl Reader {
    async fn try_to_learn_tokens(&self) -> Result<()> {
        let unknown = self.unknown_faucets().await?;
        let before = self.undescribed_tokens().await?;
        let height = self.store.get_sync_height().await.map_err(ErrorMapper::store)?.as_u32();
        let mut undescribed = before.clone();
        // Of tokens that are gone nothing is kept.
        let ids: BTreeSet<String> = unknown.iter().map(|faucet| faucet.to_hex()).collect();
        undescribed.retain(|faucet, _| ids.contains(faucet));
        let due = unknown.into_iter().filter(|faucet| {
            let asked = before.get(&faucet.to_hex());
            asked.is_none_or(|asked| is_due(*asked, height))
        });
        let deadline = Instant::now() + LONGEST_LOOKUPS;
        let mut outcome = Ok(());
        for faucet in due.take(MOST_LOOKUPS) {
            let Ok(asked) = timeout_at(deadline, self.learn_token_of(faucet)).await else { break };
            match asked {
                Ok(()) => {
                    undescribed.remove(&faucet.to_hex());
                }
                Err(
                    error @ (WalletError::Lookup(_)
                    | WalletError::Node(NodeError::AnswerInvalid { .. })),
                ) => {
                    log_undescribed(faucet, &error);
                    undescribed.insert(faucet.to_hex(), height);
                }
                // Says nothing of the faucet, and the next one would fail likewise.
                Err(error) => {
                    outcome = Err(error);
                    break;
                }
            }
        }
        if undescribed != before {
            self.keep_undescribed_tokens(&undescribed).await?;
        }
        outcome
    }

    /// The faucets that can be asked and have not described their token: those of what the accounts hold come first,
    /// so that notes of strangers do not hold them up.
    async fn unknown_faucets(&self) -> Result<Vec<AccountId>> {
        let held = self.faucets_of_accounts().await?;
        let mut waiting = self.faucets_of_notes().await?;
        waiting.retain(|faucet| !held.contains(faucet));
        let mut unknown = Vec::new();
        for faucet in held.into_iter().chain(waiting) {
            if faucet.is_public() && !self.has_learned_token(faucet).await? {
                unknown.push(faucet);
            }
        }
        Ok(unknown)
    }

    /// The faucets of what the accounts hold, and of what waits in notes.
    pub(crate) async fn met_faucets(&self) -> Result<BTreeSet<AccountId>> {
        let mut faucets = self.faucets_of_accounts().await?;
        faucets.extend(self.faucets_of_notes().await?);
        Ok(faucets)
    }

    async fn faucets_of_accounts(&self) -> Result<BTreeSet<AccountId>> {
        let mut faucets = BTreeSet::new();
        for account in self.store.get_account_ids().await.map_err(ErrorMapper::store)? {
            let assets =
                self.store.get_account_assets(account).await.map_err(ErrorMapper::store)?;
            collect_faucets(assets.iter(), &mut faucets);
        }
        Ok(faucets)
    }

    async fn faucets_of_notes(&self) -> Result<BTreeSet<AccountId>> {
        let mut faucets = BTreeSet::new();
        let notes =
            self.store.get_input_notes(NoteFilter::Unspent).await.map_err(ErrorMapper::store)?;
        for note in &notes {
            collect_faucets(note.assets().iter(), &mut faucets);
        }
        Ok(faucets)
    }

    /// What is known of the token of `faucet`. If that is nothing yet, the network is asked, unless the faucet is
    /// private: then the network does not know either.
    pub(crate) async fn token_of(&self, faucet: AccountId) -> Result<Option<TokenMetadata>> {
        if let Some(token) = self.tokens.get(self.store.as_ref(), faucet).await? {
            return Ok(Some(token));
        }
        if !faucet.is_public() {
            return Ok(None);
        }
        if let Err(error) = self.learn_token_of(faucet).await {
            log_undescribed(faucet, &error);
        }
        self.tokens.get(self.store.as_ref(), faucet).await
    }

    /// What cannot be read is as good as nothing: its faucets are asked once more.
    async fn undescribed_tokens(&self) -> Result<Undescribed> {
        let stored = self
            .store
            .get_setting(SettingScope::User, UNDESCRIBED_SETTING.to_owned())
            .await
            .map_err(ErrorMapper::store)?;
        Ok(stored.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default())
    }

    async fn keep_undescribed_tokens(&self, undescribed: &Undescribed) -> Result<()> {
        let bytes = serde_json::to_vec(undescribed).map_err(WalletError::internal)?;
        self.store
            .set_setting(SettingScope::User, UNDESCRIBED_SETTING.to_owned(), bytes)
            .await
            .map_err(ErrorMapper::store)
    }
}

impl Coordinator {
    /// Asks the network for tokens that came in and are not known yet, as many as one sync may. No guard should be
    /// held. A failure is logged and left for a later sync: until then amounts are shown in base units.
    pub(crate) fn learn_tokens(&self) -> Pending<'_, ()> {
        Box::pin(async move {
            // One at a time: another one that runs now asks for the same.
            let Ok(_turn) = self.tokens.lookups.try_lock() else { return };
            self.fail_points.reached(FailPoint::BeforeTokenLookups).await;
            if let Err(error) = self.try_to_learn_tokens().await {
                let causes = error.causes();
                tracing::warn!(%error, ?causes, "could not ask for the tokens that are new");
            }
        })
    }
}

fn is_due(asked: u32, height: u32) -> bool {
    height.saturating_sub(asked) >= BLOCKS_BEFORE_RETRY
}

fn log_undescribed(faucet: AccountId, error: &WalletError) {
    // Anybody can put the id of an account that issues nothing into a note.
    if matches!(error, WalletError::Lookup(_)) {
        return;
    }
    let causes = error.causes();
    tracing::warn!(%error, ?causes, %faucet, "the network did not tell what token this is");
}

fn collect_faucets<'a>(assets: impl Iterator<Item = &'a Asset>, faucets: &mut BTreeSet<AccountId>) {
    faucets.extend(assets.filter(|asset| asset.is_fungible()).map(Asset::faucet_id));
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
