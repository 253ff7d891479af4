//! All that the wallet itself knows of one of its accounts, which of a private or a new one is all that
//! anybody knows.

use miden_client::account::{AccountHeader, AccountId};
use miden_client::store::AccountStatus;

use crate::accounts::state::AccountState;
use crate::errors::{ErrorMapper, Result, WalletError};
use crate::pending::Pending;
use crate::reader::Reader;

/// An account of the wallet, by the wallet's last sync and its own transactions since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountDetails {
    /// What it is and holds.
    pub state: AccountState,
    /// The block the wallet stands at.
    pub sync_height: u32,
    /// Whether the network does not have it yet.
    pub is_new: bool,
    /// Whether the network has a newer state of it than this wallet.
    pub is_locked: bool,
}

impl Reader {
    /// What the wallet knows of one of its accounts. Reads the store alone.
    ///
    /// # Errors
    /// [`crate::WalletError::UnknownAccount`], [`crate::WalletError::Store`].
    pub fn account_details(&self, account: AccountId) -> Pending<'_, Result<AccountDetails>> {
        Box::pin(async move {
            let stored =
                self.store.get_account_header(account).await.map_err(ErrorMapper::store)?;
            let (_, status) = stored.ok_or(WalletError::UnknownAccount { account })?;
            let whole = self.account_state(account).await?;
            let height = self.store.get_sync_height().await.map_err(ErrorMapper::store)?;
            let assets: Vec<_> = whole.vault().assets().collect();
            let (header, storage) = (AccountHeader::from(&whole), whole.storage().to_header());
            Ok(AccountDetails {
                state: self.described_state(&header, whole.code(), &storage, &assets).await?,
                sync_height: height.as_u32(),
                is_new: matches!(status, AccountStatus::New { .. }),
                is_locked: status.is_locked(),
            })
        })
    }
}
