//! Transactions of one account take turns, and so do requests with one reference.
//!
//! Each transaction builds on the state the one before left, so two at once would make one of them fail after
//! its proof. Transactions of different accounts do not wait for each other.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::OwnedMutexGuard;

/// Hands out turns, account by account or reference by reference.
#[derive(Debug)]
pub(crate) struct Turns<K> {
    turns: Mutex<HashMap<K, Weak<tokio::sync::Mutex<()>>>>,
}

impl<K> Default for Turns<K> {
    fn default() -> Self {
        Self { turns: Mutex::default() }
    }
}

impl<K: Eq + Hash> Turns<K> {
    /// Waits for the turn of `key`, in the order of asking. Dropping the guard ends it.
    pub(crate) async fn take(&self, key: K) -> OwnedMutexGuard<()> {
        self.of(key).lock_owned().await
    }

    fn of(&self, key: K) -> Arc<tokio::sync::Mutex<()>> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        turns.retain(|_, turn| turn.strong_count() > 0);
        let turn = turns.get(&key).and_then(Weak::upgrade).unwrap_or_default();
        turns.insert(key, Arc::downgrade(&turn));
        turn
    }
}
