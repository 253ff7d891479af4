//! The lock between transactions that write to the store side by side and what must not meet any of them.
//!
//! A transaction that is recorded in the middle of a sync is lost: the sync passes its block without
//! knowing it, and locks a private account. So a sync takes the exclusive guard, and so does what settles the
//! journal, copies the whole store, or puts another state of an account or a note in place of the one there
//! is. A transaction takes a shared guard from its entry in the journal to its record in the store. A node that
//! does not answer a transaction therefore delays no other one, as long as nobody waits for the exclusive guard.
//! The exclusive guard is given out next, after the shared ones that are held: for as long as a call of the node
//! may take.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use tokio::sync::{OwnedMutexGuard, OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock};

use crate::chain::client::WalletClient;

/// Gives out the guards of one store.
#[derive(Debug, Default)]
pub(crate) struct StoreGuards {
    lock: Arc<RwLock<()>>,
}

/// Held by a transaction between its entry in the journal and its record in the store.
pub(crate) struct SharedGuard {
    _lock: OwnedRwLockReadGuard<()>,
}

/// No transaction is between its entry and its record until this is dropped.
pub(crate) struct ExclusiveGuard {
    _lock: OwnedRwLockWriteGuard<()>,
}

/// The client, with the exclusive guard.
pub(crate) struct ExclusiveClient {
    client: OwnedMutexGuard<WalletClient>,
    _guard: ExclusiveGuard,
}

impl Deref for ExclusiveClient {
    type Target = WalletClient;

    fn deref(&self) -> &WalletClient {
        &self.client
    }
}

impl DerefMut for ExclusiveClient {
    fn deref_mut(&mut self) -> &mut WalletClient {
        &mut self.client
    }
}

impl ExclusiveClient {
    /// The client of a caller that has the exclusive guard already.
    pub(crate) fn new(client: OwnedMutexGuard<WalletClient>, guard: ExclusiveGuard) -> Self {
        Self { client, _guard: guard }
    }
}

impl StoreGuards {
    /// Waits until nobody holds the exclusive guard or waits for it.
    pub(crate) async fn shared(&self) -> SharedGuard {
        SharedGuard { _lock: self.lock.clone().read_owned().await }
    }

    /// Waits until nobody holds a guard, and keeps others from getting one.
    pub(crate) async fn exclusive(&self) -> ExclusiveGuard {
        ExclusiveGuard { _lock: self.lock.clone().write_owned().await }
    }
}
