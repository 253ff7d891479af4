//! Transactions of one account take turns.
//!
//! Each builds on the state the one before left, so two at once would make one of them fail after
//! its proof. Transactions of different accounts do not wait for each other.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use miden_client::account::AccountId;
use tokio::sync::OwnedMutexGuard;

/// Hands out turns, account by account.
#[derive(Debug, Default)]
pub(crate) struct AccountTurns {
    accounts: Mutex<HashMap<AccountId, Weak<tokio::sync::Mutex<()>>>>,
}

impl AccountTurns {
    /// Waits for the turn of `account`, in the order of asking. Dropping the guard ends it.
    pub(crate) async fn take(&self, account: AccountId) -> OwnedMutexGuard<()> {
        self.of(account).lock_owned().await
    }

    fn of(&self, account: AccountId) -> Arc<tokio::sync::Mutex<()>> {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        accounts.retain(|_, turn| turn.strong_count() > 0);
        let turn = accounts.get(&account).and_then(Weak::upgrade).unwrap_or_default();
        accounts.insert(account, Arc::downgrade(&turn));
        turn
    }
}
