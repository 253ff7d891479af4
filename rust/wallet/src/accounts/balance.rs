//! What an account holds.

use miden_client::account::{AccountId, AccountReader};
use miden_client::asset::Asset;

use crate::errors::Result;
use crate::pending::Pending;
use crate::reader::Reader;
use crate::tokens::assets::{FungibleAmount, NonFungibleItem, sorted_assets};

/// What an account holds, by the wallet's last sync and its own transactions since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountBalance {
    /// The account.
    pub account: AccountId,
    /// Its fungible assets, one entry per faucet.
    pub fungible: Vec<FungibleAmount>,
    /// Its non-fungible assets.
    pub non_fungible: Vec<NonFungibleItem>,
    /// Whether the network has a newer state of it than this wallet: what it holds may be something else
    /// by now.
    pub is_locked: bool,
}

impl Reader {
    /// What an account holds, and whether that may be out of date. Reads the store alone.
    ///
    /// # Errors
    /// [`crate::WalletError::UnknownAccount`], [`crate::WalletError::Store`].
    pub fn balance(&self, account: AccountId) -> Pending<'_, Result<AccountBalance>> {
        Box::pin(async move {
            let reader = AccountReader::new(self.store.clone(), account);
            // An account that is not there would read as one that is empty.
            let (_, status) = reader.header().await.map_err(|error| self.errors.client(error))?;
            let assets = reader.assets().await.map_err(|error| self.errors.client(error))?;
            let (fungible, non_fungible) = self.described_assets(assets.iter()).await?;
            let is_locked = status.is_locked();
            Ok(AccountBalance { account, fungible, non_fungible, is_locked })
        })
    }

    /// Sorts assets by kind and adds up what is of one faucet.
    pub(crate) async fn described_assets<'a>(
        &self,
        assets: impl Iterator<Item = &'a Asset>,
    ) -> Result<(Vec<FungibleAmount>, Vec<NonFungibleItem>)> {
        let (mut fungible, non_fungible) = sorted_assets(assets);
        for amount in &mut fungible {
            amount.token = self.tokens.get(self.store.as_ref(), amount.faucet).await?;
        }
        Ok((fungible, non_fungible))
    }
}
