//! What is known of the tokens a wallet meets: their symbols and decimals.
//!
//! A faucet's account tells them. They are asked for once, after a sync, and kept in the store, so
//! that a balance never waits for the network. What else there is to know of a token is in `token_list`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use miden_client::account::{AccountId, FaucetMetadata};
use miden_client::asset::Asset;
use miden_client::store::{NoteFilter, SettingScope, Store};
use miden_client::utils::Deserializable;

use crate::errors::{ErrorMapper, Result, WalletError};
use crate::wallet::Wallet;

/// How a token's amounts are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenMetadata {
    /// The token's symbol.
    pub symbol: String,
    /// How many digits of an amount in base units stand behind the decimal point.
    pub decimals: u8,
}

/// An amount in base units as people write it: “1.5 MIDEN”, or in base units where the token is not known.
pub(crate) fn amount_text(amount: impl Into<u128>, token: Option<&TokenMetadata>) -> String {
    let amount = amount.into();
    let Some(token) = token else {
        return format!("{amount} base units");
    };
    let decimals = usize::from(token.decimals);
    let digits = format!("{amount:0>width$}", width = decimals + 1);
    let (whole, fraction) = digits.split_at(digits.len() - decimals);
    match fraction.trim_end_matches('0') {
        "" => format!("{whole} {}", token.symbol),
        fraction => format!("{whole}.{fraction} {}", token.symbol),
    }
}

/// What the wallet knows already.
#[derive(Debug, Default)]
pub(crate) struct TokenCache {
    known: Mutex<BTreeMap<AccountId, TokenMetadata>>,
    /// Held by whoever changes what is kept of a token, from its look at it to its write.
    pub(crate) turn: tokio::sync::Mutex<()>,
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

impl Wallet {
    /// Asks the network for the tokens that came in and are not known yet. A failure is logged and
    /// left for the next sync: amounts are then shown in base units.
    pub(crate) async fn learn_tokens(&self) {
        match self.unknown_faucets().await {
            Ok(faucets) => {
                for faucet in faucets {
                    self.learn_token(faucet).await;
                }
            }
            Err(error) => tracing::warn!(%error, "could not tell which tokens are new"),
        }
    }

    async fn unknown_faucets(&self) -> Result<BTreeSet<AccountId>> {
        let mut unknown = BTreeSet::new();
        for faucet in self.met_faucets().await? {
            if !self.has_learned_token(faucet).await? {
                unknown.insert(faucet);
            }
        }
        Ok(unknown)
    }

    /// The faucets of what the accounts hold, and of what waits in notes.
    pub(crate) async fn met_faucets(&self) -> Result<BTreeSet<AccountId>> {
        let mut faucets = BTreeSet::new();
        for account in self.store.get_account_ids().await.map_err(ErrorMapper::store)? {
            let assets =
                self.store.get_account_assets(account).await.map_err(ErrorMapper::store)?;
            collect_faucets(assets.iter(), &mut faucets);
        }
        let notes =
            self.store.get_input_notes(NoteFilter::Unspent).await.map_err(ErrorMapper::store)?;
        for note in &notes {
            collect_faucets(note.assets().iter(), &mut faucets);
        }
        Ok(faucets)
    }

    /// What is known of the token of `faucet`. The network is asked where that is nothing yet.
    pub(crate) async fn token_of(&self, faucet: AccountId) -> Result<Option<TokenMetadata>> {
        if let Some(token) = self.tokens.get(self.store.as_ref(), faucet).await? {
            return Ok(Some(token));
        }
        self.learn_token(faucet).await;
        self.tokens.get(self.store.as_ref(), faucet).await
    }

    async fn learn_token(&self, faucet: AccountId) {
        let Err(error) = self.learn_token_of(faucet).await else { return };
        // A private faucet tells nobody, and any account can call itself one.
        if !matches!(error, WalletError::Lookup(_)) {
            let causes = error.causes();
            tracing::warn!(%error, ?causes, %faucet, "the network did not tell what token this is");
        }
    }
}

fn collect_faucets<'a>(assets: impl Iterator<Item = &'a Asset>, faucets: &mut BTreeSet<AccountId>) {
    faucets.extend(assets.filter(|asset| asset.is_fungible()).map(Asset::faucet_id));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_as_people_write_them() {
        let text = |amount: u64, decimals| {
            let token = TokenMetadata { symbol: "TOK".to_owned(), decimals };
            amount_text(amount, Some(&token))
        };
        assert_eq!(text(1_500_000, 6), "1.5 TOK");
        assert_eq!(text(15_000, 6), "0.015 TOK");
        assert_eq!(text(0, 6), "0 TOK");
        assert_eq!(text(2_000_000, 6), "2 TOK");
        assert_eq!(text(20, 0), "20 TOK");
        assert_eq!(text(u64::MAX, 20), "0.18446744073709551615 TOK");
        assert_eq!(amount_text(20_u64, None), "20 base units");
    }
}
