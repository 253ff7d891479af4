//! Account files (`.mac`): an account's state with its keys in clear.

use miden_client::account::{AccountFile, AccountId};
use miden_client::auth::AuthSecretKey;
use zeroize::Zeroizing;

use crate::accounts::Origin;
use crate::errors::{AccountError, Result, WalletError};
use crate::keystore::StoredKey;
use crate::pending::Pending;
use crate::signing::blocking;
use crate::wallet::Wallet;

impl Wallet {
    /// Takes in an account with its keys from an account file (`.mac`), as the published client
    /// writes it. One that is locked here is unlocked, where the file has the state that the network
    /// has; one that is here without its key gets the key. What the chain tells of its earlier transactions comes with the next sync.
    ///
    /// # Errors
    /// [`WalletError::InvalidAccountFile`], [`AccountError::KeyOfAnotherAccount`],
    /// [`WalletError::AccountAlreadyTracked`], [`WalletError::Store`],
    /// [`WalletError::AccountLocked`] where the file is too old to unlock it, [`WalletError::Key`].
    pub fn import_account<'a>(&'a self, file: &'a [u8]) -> Pending<'a, Result<AccountId>> {
        Box::pin(async move {
            let file = AccountFile::try_from_bytes(file)
                .map_err(|error| WalletError::InvalidAccountFile { source: error.into() })?;
            let account = file.account().id();
            // What is missing of an account that is here may be its key, and no more.
            if self.has_account(account).await? && self.is_key_missing(account).await? {
                let own = self.key_of(account).await?;
                let is_own = |key: &&AuthSecretKey| key.public_key().to_commitment() == own;
                match file.auth_secret_keys().iter().find(is_own) {
                    Some(key) => self.add_key(account, key.clone()).await?,
                    None if file.auth_secret_keys().is_empty() => {}
                    None => return Err(AccountError::KeyOfAnotherAccount { account }.into()),
                }
                let is_added = !file.auth_secret_keys().is_empty();
                if is_added && !self.is_locked(account).await? {
                    return Ok(account);
                }
            }
            self.expect_past(account).await?;
            self.adopt(&file, Origin::Elsewhere).await
        })
    }

    /// Whether an account of the wallet signs with a key that is not here, and not with a signer.
    async fn is_key_missing(&self, account: AccountId) -> Result<bool> {
        let keystore = self.keystore.clone();
        match self.key_of(account).await {
            Ok(key) => Ok(blocking(move || keystore.key(key)).await?.is_none()),
            Err(WalletError::Unsupported { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// An account with its key as an account file (`.mac`). The key is in it as it is: who has the
    /// file has the account. Where a signer keeps the key, or the wallet does not have it, the file has none.
    ///
    /// # Errors
    /// [`WalletError::UnknownAccount`], [`WalletError::Store`], [`WalletError::Key`],
    /// [`crate::KeyError::KeystoreDamaged`].
    pub fn export_account(&self, account: AccountId) -> Pending<'_, Result<Zeroizing<Vec<u8>>>> {
        Box::pin(async move {
            let state = self.account_state(account).await?;
            let keystore = self.keystore.clone();
            let key = match self.key_of(account).await {
                Ok(commitment) => blocking(move || keystore.key(commitment)).await?,
                // It signs in another way.
                Err(WalletError::Unsupported { .. }) => None,
                Err(error) => return Err(error),
            };
            let keys = match key {
                Some(StoredKey::Secret(key)) => vec![*key],
                Some(StoredKey::WithSigner) | None => Vec::new(),
            };
            Ok(Zeroizing::new(AccountFile::new(state, keys).to_bytes()))
        })
    }
}
