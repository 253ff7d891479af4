//! Transactions between their entry in the journal and their record in the store, and what must not meet
//! them there.
//!
//! A transaction that is recorded in the middle of a sync is lost: the sync passes its block without
//! knowing it, and locks a private account. So a sync is alone, and so is what settles the journal,
//! copies the whole store, or puts another state of an account or a note in place of the one there
//! is. Transactions of different accounts cross side by side: a node that does not answer one of them
//! holds up nobody else's, as long as nobody waits to be alone. Who does is let in first, after those
//! that are on their way, which a node that says nothing holds up for as long as a call of it may take.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use tokio::sync::{OwnedMutexGuard, OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock};

use crate::chain::client::WalletClient;

/// Held shared by each transaction on its way, and by one alone that must not meet any.
#[derive(Debug, Default)]
pub(crate) struct Crossings {
    lock: Arc<RwLock<()>>,
}

/// A transaction is on its way until this is dropped.
pub(crate) struct Crossing {
    _shared: OwnedRwLockReadGuard<()>,
}

/// No transaction is on its way until this is dropped.
pub(crate) struct Alone {
    _lock: OwnedRwLockWriteGuard<()>,
}

/// The client, while no transaction is on its way.
pub(crate) struct ClientAlone {
    client: OwnedMutexGuard<WalletClient>,
    _alone: Alone,
}

impl Deref for ClientAlone {
    type Target = WalletClient;

    fn deref(&self) -> &WalletClient {
        &self.client
    }
}

impl DerefMut for ClientAlone {
    fn deref_mut(&mut self) -> &mut WalletClient {
        &mut self.client
    }
}

impl ClientAlone {
    /// The client, for who is alone already.
    pub(crate) fn new(client: OwnedMutexGuard<WalletClient>, alone: Alone) -> Self {
        Self { client, _alone: alone }
    }
}

impl Crossings {
    /// Lets a transaction set out, once nobody needs to be alone.
    pub(crate) async fn cross(&self) -> Crossing {
        Crossing { _shared: self.lock.clone().read_owned().await }
    }

    /// Waits until no transaction is on its way, and lets none set out.
    pub(crate) async fn alone(&self) -> Alone {
        Alone { _lock: self.lock.clone().write_owned().await }
    }
}
