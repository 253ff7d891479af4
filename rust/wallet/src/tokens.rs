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
