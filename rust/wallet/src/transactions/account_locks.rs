//! Locks by account, and by the reference of a request.
//!
//! Each transaction builds on the state the one before left, so two of one account at once would make one of
//! them fail after its proof. Transactions of different accounts do not wait for each other.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::OwnedMutexGuard;

/// A lock for each key: an account or a reference.
#[derive(Debug)]
pub(crate) struct KeyedLocks<K> {
    locks: Mutex<HashMap<K, Weak<tokio::sync::Mutex<()>>>>,
}

impl<K> Default for KeyedLocks<K> {
    fn default() -> Self {
        Self { locks: Mutex::default() }
    }
}

impl<K: Eq + Hash> KeyedLocks<K> {
    /// Waits for the lock of `key`, in the order of the calls.
    pub(crate) async fn lock(&self, key: K) -> OwnedMutexGuard<()> {
        self.of(key).lock_owned().await
    }

    fn of(&self, key: K) -> Arc<tokio::sync::Mutex<()>> {
        let mut locks = self.locks.lock().unwrap_or_else(PoisonError::into_inner);
        locks.retain(|_, lock| lock.strong_count() > 0);
        let lock = locks.get(&key).and_then(Weak::upgrade).unwrap_or_default();
        locks.insert(key, Arc::downgrade(&lock));
        lock
    }
}
