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

use crate::client::WalletClient;
use crate::errors::Result;
use crate::signing::Authenticator;
use crate::wallet::Wallet;

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

impl Wallet {
    /// Lets a transaction set out, once nobody needs to be alone. Whoever waited for that while the wallet
    /// became unsound is refused. The client must not be held: who wants to be alone may wait for it.
    pub(crate) async fn crossing(&self) -> Result<Crossing> {
        let shared = self.crossings.lock.clone().read_owned().await;
        self.require_sound()?;
        Ok(Crossing { _shared: shared })
    }

    /// Waits until no transaction is on its way, and lets none set out. Before the client, and not while it is
    /// held.
    pub(crate) async fn alone(&self) -> Alone {
        Alone { _lock: self.crossings.lock.clone().write_owned().await }
    }

    /// The client, once it is free and no transaction is on its way; none sets out meanwhile.
    pub(crate) async fn client_alone(&self) -> Result<ClientAlone> {
        let alone = self.alone().await;
        Ok(ClientAlone { client: self.client().await?, _alone: alone })
    }

    /// A client of a transaction's own: to submit it takes one of its own, and would hold up all others
    /// for as long as the node takes to answer.
    pub(crate) async fn client_of_its_own(&self) -> Result<WalletClient> {
        self.own_client(Some(&self.authenticator)).await
    }

    /// A client for code that changes nothing, which may be somebody else's: it cannot sign.
    pub(crate) async fn client_without_keys(&self) -> Result<WalletClient> {
        self.own_client(None).await
    }

    async fn own_client(&self, authenticator: Option<&Arc<Authenticator>>) -> Result<WalletClient> {
        crate::client::client_of(&self.node, &self.store, authenticator, self.transport.as_ref())
            .await
            .map_err(|error| self.errors.client(error))
    }
}
