//! What a faucet has issued, and what it may.

use miden_client::account::component::FungibleFaucet;
use miden_client::account::{Account, AccountId};
use miden_client::asset::FungibleAsset;

use crate::errors::{FaucetError, Result};
use crate::pending::Pending;
use crate::reader::Reader;
use crate::tokens::metadata::TokenMetadata;

/// How a faucet stands. Amounts are in base units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaucetReport {
    /// The faucet.
    pub account: AccountId,
    /// The token's name.
    pub name: String,
    /// How its amounts are shown.
    pub token: TokenMetadata,
    /// What it has issued, less what was burned.
    pub issued: u64,
    /// What there may be at most.
    pub maximum_supply: u64,
}

impl Reader {
    /// How a faucet of this wallet stands. Reads the store alone.
    ///
    /// # Errors
    /// [`crate::WalletError::UnknownAccount`], [`FaucetError::NotAFaucet`], [`crate::WalletError::Store`].
    pub fn faucet(&self, account: AccountId) -> Pending<'_, Result<FaucetReport>> {
        Box::pin(async move {
            let state = self.account_state(account).await?;
            let faucet = FungibleFaucet::try_from(&state)
                .map_err(|_| FaucetError::NotAFaucet { account })?;
            Ok(FaucetReport {
                account,
                name: faucet.token_name().as_str().to_owned(),
                token: TokenMetadata {
                    symbol: faucet.symbol().to_string(),
                    decimals: faucet.decimals(),
                },
                issued: faucet.token_supply().as_u64(),
                maximum_supply: faucet.max_supply().as_u64(),
            })
        })
    }

    /// Refuses to issue more than there may be. The virtual machine would only say that an assertion
    /// failed.
    pub(crate) async fn require_supply(&self, asset: &FungibleAsset) -> Result<()> {
        let report = self.faucet(asset.faucet_id()).await?;
        let requested = asset.amount().as_u64();
        if report.maximum_supply - report.issued.min(report.maximum_supply) >= requested {
            return Ok(());
        }
        Err(FaucetError::SupplyExceeded {
            faucet: report.account,
            requested,
            issued: report.issued,
            maximum: report.maximum_supply,
            token: Some(report.token),
        }
        .into())
    }

    /// Keeps what a faucet that was taken in says of its token. A private one tells nobody else.
    pub(crate) async fn learn_own_token(&self, account: &Account) {
        let Ok(faucet) = FungibleFaucet::try_from(account) else { return };
        let token =
            TokenMetadata { symbol: faucet.symbol().to_string(), decimals: faucet.decimals() };
        if let Err(error) = self.keep_metadata(account.id(), token).await {
            tracing::warn!(%error, faucet = %account.id(), "could not keep what token this is");
        }
    }
}
