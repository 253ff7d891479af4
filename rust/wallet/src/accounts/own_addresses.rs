//! The addresses that are kept for the accounts of a wallet.
//!
//! Every account has the address that says no more than its id. Others say how their owner wants notes to
//! be tagged, and a sync finds notes with these tags only where the address is kept.

use miden_client::ClientError;
use miden_client::account::AccountId;
use miden_client::address::{Address, NetworkId};

use crate::accounts::addresses::decoded;
use crate::errors::{ErrorMapper, Result, WalletError};
use crate::pending::Pending;
use crate::transactions::coordinator::Coordinator;

/// An address of an account of the wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnAddress {
    /// The account.
    pub account: AccountId,
    /// The address in bech32.
    pub address: String,
}

impl Coordinator {
    /// The addresses of an account of this wallet, or of all: of each account first the one that says no
    /// more than its id. Reads the store alone.
    ///
    /// # Errors
    /// [`WalletError::UnknownAccount`], [`WalletError::Store`].
    pub fn own_addresses(
        &self,
        account: Option<AccountId>,
    ) -> Pending<'_, Result<Vec<OwnAddress>>> {
        Box::pin(async move {
            let accounts = match account {
                Some(account) => {
                    self.require_account(account).await?;
                    vec![account]
                }
                None => self.store.get_account_ids().await.map_err(ErrorMapper::store)?,
            };
            let network = self.network_id().await?;
            let mut addresses = Vec::new();
            for account in accounts {
                let plain = Address::new(account);
                let kept = self.store.get_addresses_by_account_id(account).await;
                let mut others = kept.map_err(ErrorMapper::store)?;
                others.retain(|address| *address != plain);
                addresses.extend(std::iter::once(plain).chain(others).map(|address| OwnAddress {
                    account,
                    address: address.encode(network.clone()),
                }));
            }
            Ok(addresses)
        })
    }

    /// Keeps an address of an account of this wallet: syncs look for the notes of its tag from now on.
    /// False where it is kept already.
    ///
    /// # Errors
    /// [`WalletError::InvalidAddress`], [`WalletError::AddressOfAnotherNetwork`],
    /// [`WalletError::UnknownAccount`], [`WalletError::Store`].
    pub fn add_address<'a>(&'a self, text: &'a str) -> Pending<'a, Result<bool>> {
        Box::pin(async move {
            let (account, address) = decoded(text, &self.network_id().await?)?;
            self.require_account(account).await?;
            match self.client().await?.add_address(address, account).await {
                Ok(()) => Ok(true),
                Err(ClientError::AddressAlreadyTracked(_)) => Ok(false),
                Err(error) => Err(self.errors.client(error)),
            }
        })
    }

    /// Keeps an address no longer, and looks no longer for the notes of its tag, where no other address
    /// has it. False where it was not kept. The address that says no more than the account's id stays: by its
    /// tag the account is paid.
    ///
    /// # Errors
    /// [`WalletError::InvalidAddress`], also for the one that stays,
    /// [`WalletError::AddressOfAnotherNetwork`], [`WalletError::UnknownAccount`], [`WalletError::Store`].
    pub fn remove_address<'a>(&'a self, text: &'a str) -> Pending<'a, Result<bool>> {
        Box::pin(async move {
            let (account, address) = decoded(text, &self.network_id().await?)?;
            self.require_account(account).await?;
            if address == Address::new(account) {
                let reason = "it is the one that the account always has".to_owned();
                return Err(WalletError::InvalidAddress { text: text.to_owned(), reason });
            }
            let removed = self.client().await?.remove_address(address, account).await;
            removed.map_err(|error| self.errors.client(error))
        })
    }

    /// What the addresses of the wallet's network begin with. The client knows it without asking.
    async fn network_id(&self) -> Result<NetworkId> {
        self.node.get_network_id().await.map_err(|error| self.errors.node(error).into())
    }
}
