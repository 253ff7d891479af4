//! What is known of the tokens a wallet meets: their symbols and decimals.
//!
//! A faucet's account tells them. They are asked for once, after a sync (`token_lookups`), and kept in the store, so
//! that a balance never waits for the network. What else there is to know of a token is in `token_list`.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use miden_client::account::{AccountId, FaucetMetadata};
use miden_client::store::{SettingScope, Store};
use miden_client::utils::Deserializable;

use crate::errors::{ErrorMapper, Result};
use crate::tokens::metadata::TokenMetadata;

/// What the wallet knows already.
#[derive(Debug, Default)]
pub(crate) struct TokenCache {
    known: Mutex<BTreeMap<AccountId, TokenMetadata>>,
    /// Held by whoever changes what is kept of a token, from its look at it to its write.
    pub(crate) turn: tokio::sync::Mutex<()>,
    /// Held while the network is asked for tokens that are new.
    pub(crate) lookups: tokio::sync::Mutex<()>,
}

/// The beginning of the settings in which symbol and decimals are kept. The published client keeps the same
/// facts under the same keys.
pub(crate) const METADATA_PREFIX: &str = "faucet_metadata:";

pub(crate) fn setting_key(faucet: AccountId) -> String {
    format!("{METADATA_PREFIX}{faucet}")
}

impl TokenCache {
    /// What is known of the token of `faucet`, from memory or the store.
    pub(crate) async fn get(
        &self,
        store: &dyn Store,
        faucet: AccountId,
    ) -> Result<Option<TokenMetadata>> {
        if let Some(token) = self.in_memory(faucet) {
            return Ok(Some(token));
        }
        let stored = store
            .get_setting(SettingScope::User, setting_key(faucet))
            .await
            .map_err(ErrorMapper::store)?;
        // What cannot be read is as good as unknown: it is asked for again after the next sync.
        let stored = stored.and_then(|bytes| FaucetMetadata::read_from_bytes(&bytes).ok());
        let token =
            stored.map(|stored| TokenMetadata { symbol: stored.symbol, decimals: stored.decimals });
        if let Some(token) = &token {
            self.remember(faucet, token.clone());
        }
        Ok(token)
    }

    fn in_memory(&self, faucet: AccountId) -> Option<TokenMetadata> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&faucet).cloned()
    }

    pub(crate) fn remember(&self, faucet: AccountId, token: TokenMetadata) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(faucet, token);
    }
}
