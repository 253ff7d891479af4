//! Account files (`.mac`): an account's state with its keys in clear.

use miden_client::account::{Account, AccountFile, AccountId};
use miden_client::auth::PublicKeyCommitment;
use zeroize::Zeroizing;

use crate::accounts::own_accounts::Origin;
use crate::blocking_tasks::run_blocking;
use crate::errors::{AccountError, Result};
use crate::foreign_code::read_account_file;
use crate::keys::keystore::StoredKey;
use crate::pending::Pending;
use crate::transactions::coordinator::Coordinator;

impl Coordinator {
    /// Takes in an account with its keys from an account file (`.mac`), as the published client
    /// writes it. One that is locked here is unlocked, where the file has the state that the network
    /// has; one that is here without its key gets the key. What the chain tells of its earlier transactions comes
    /// with the next sync.
    ///
    /// # Errors
    /// [`WalletError::InvalidAccountFile`], [`crate::WalletError::CodeTooLarge`], [`AccountError::KeyOfAnotherAccount`],
    /// [`WalletError::AccountAlreadyTracked`], [`WalletError::Store`],
    /// [`WalletError::AccountLocked`] where the file is too old to unlock it, [`WalletError::Key`].
    pub fn import_account<'a>(&'a self, file: &'a [u8]) -> Pending<'a, Result<AccountId>> {
        Box::pin(async move {
            let file = read_account_file(file)?;
            let (account, keys) = (file.account().id(), file.auth_secret_keys());
            // What is missing of an account that is here may be its key, and no more.
            if !keys.is_empty()
                && self.has_account(account).await?
                && let Some(missing) = self.missing_key(account).await?
            {
                let key = keys.iter().find(|key| key.public_key().to_commitment() == missing);
                let key = key.ok_or(AccountError::KeyOfAnotherAccount { account })?;
                self.add_key(account, key.clone()).await?;
                if !self.is_locked(account).await? {
                    return Ok(account);
                }
            }
            self.expect_past(account).await?;
            self.adopt(&file, Origin::Elsewhere).await
        })
    }

    /// The key that an account of the wallet signs with, where it is neither here in one piece nor with a signer.
    async fn missing_key(&self, account: AccountId) -> Result<Option<PublicKeyCommitment>> {
        let Some(key) = self.key_if_any(account).await? else { return Ok(None) };
        let keystore = self.keys.keystore.clone();
        Ok(run_blocking(move || keystore.whole_key(key)).await?.is_none().then_some(key))
    }

    /// The state of an account after all that was submitted of it.
    async fn newest_state(&self, account: AccountId) -> Result<Account> {
        if account.is_public() {
            // Whoever takes an older one in gets the newest from the chain.
            return self.account_state(account).await;
        }
        let guard = self.exclusive_guard().await;
        if !self.journal.holds_up(account).await? {
            return self.account_state(account).await;
        }
        drop(guard);
        self.require_settled(account).await?;
        self.account_state(account).await
    }

    /// An account with its key as an account file (`.mac`). The key is in it as it is: who has the
    /// file has the account. Where a signer keeps the key, or the wallet does not have it, the file has none.
    ///
    /// Of a private account, what an earlier run left to be settled is settled first, and what is on its way to the network
    /// waited for: an older state is locked wherever it is taken in.
    ///
    /// # Errors
    /// [`WalletError::UnknownAccount`], [`WalletError::Store`], [`WalletError::Key`],
    /// [`crate::KeyError::KeystoreDamaged`], and where something cannot be settled, [`WalletError::NotSettled`] and
    /// [`crate::JournalError`].
    pub fn export_account(&self, account: AccountId) -> Pending<'_, Result<Zeroizing<Vec<u8>>>> {
        Box::pin(async move {
            self.require_account(account).await?;
            let state = self.newest_state(account).await?;
            let keystore = self.keys.keystore.clone();
            let key = match self.key_if_any(account).await? {
                Some(commitment) => run_blocking(move || keystore.key(commitment)).await?,
                None => None,
            };
            let keys = match key {
                Some(StoredKey::Secret(key)) => vec![*key],
                Some(StoredKey::WithSigner) | None => Vec::new(),
            };
            Ok(Zeroizing::new(AccountFile::new(state, keys).to_bytes()))
        })
    }
}
