//! What the changes of a wallet use, and what keeps them apart.

use std::ops::Deref;
use std::sync::Arc;

use miden_client::account::AccountId;
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::blocking_tasks::BlockingTasks;
use crate::chain::client::{WalletClient, client_of};
use crate::contracts::CallScripts;
use crate::errors::Result;
use crate::fail_points::FailPoints;
use crate::keys::signing::Authenticator;
use crate::keys::wallet_keys::WalletKeys;
use crate::notes::delivery::GuardedTransport;
use crate::notes::screening::UntrustedRuns;
use crate::reader::Reader;
use crate::transactions::account_locks::KeyedLocks;
use crate::transactions::journal::Journal;
use crate::transactions::poisoning::Poisoning;
use crate::transactions::proving::{LocalProving, Prover};
use crate::transactions::store_guards::{
    ExclusiveClient, ExclusiveGuard, SharedGuard, StoreGuards,
};

/// The client, the keys, what executes and proves, and the locks and the journal that keep one change from meeting another.
/// Operations that change the wallet, sign or execute are its methods; what only reads is a method of [`Reader`].
///
/// What changes the store takes `client`, but for the transactions that are on their way to the network:
/// [`crate::transactions::store_guards`] says whom those do not meet.
pub struct Coordinator {
    pub(crate) reader: Reader,
    pub(crate) keys: WalletKeys,
    pub(crate) client: Arc<Mutex<WalletClient>>,
    /// What carries private notes.
    pub(crate) transport: Option<Arc<GuardedTransport>>,
    pub(crate) store_guards: StoreGuards,
    pub(crate) account_locks: KeyedLocks<AccountId>,
    /// Held by whoever makes a request with a reference.
    pub(crate) references: KeyedLocks<String>,
    /// Held by whoever gives an account a name.
    pub(crate) naming: Mutex<()>,
    pub(crate) journal: Journal,
    pub(crate) poisoning: Poisoning,
    pub(crate) blocking_tasks: BlockingTasks,
    pub(crate) untrusted: UntrustedRuns,
    pub(crate) call_scripts: CallScripts,
    pub(crate) prover: Prover,
    /// How this machine makes proofs, where a transaction names another prover than the wallet's.
    pub(crate) proving: LocalProving,
    pub(crate) fail_points: FailPoints,
}

impl Deref for Coordinator {
    type Target = Reader;

    fn deref(&self) -> &Reader {
        &self.reader
    }
}

// Tests put another node or store in place.
#[cfg(test)]
impl std::ops::DerefMut for Coordinator {
    fn deref_mut(&mut self) -> &mut Reader {
        &mut self.reader
    }
}

impl Coordinator {
    /// Refuses where a panic has left a transaction between submission and record: nothing of this
    /// wallet is to be trusted then, not even what it would read. To be asked before every call.
    ///
    /// # Errors
    /// [`crate::WalletError::WalletPoisoned`].
    pub fn require_sound(&self) -> Result<()> {
        self.poisoning.require()
    }

    /// The client, once it is free. Refused if the wallet was poisoned meanwhile.
    pub(crate) async fn client(&self) -> Result<OwnedMutexGuard<WalletClient>> {
        let client = self.client.clone().lock_owned().await;
        self.require_sound()?;
        Ok(client)
    }

    /// The shared store guard of a transaction. Refused if the wallet was poisoned meanwhile. The client must not be held:
    /// the holder of the exclusive guard may wait for it.
    pub(crate) async fn shared_guard(&self) -> Result<SharedGuard> {
        let guard = self.store_guards.shared().await;
        self.require_sound()?;
        Ok(guard)
    }

    /// The exclusive store guard: no transaction writes to the store until it is dropped. To be taken before the client, and
    /// not while it is held.
    pub(crate) async fn exclusive_guard(&self) -> ExclusiveGuard {
        self.store_guards.exclusive().await
    }

    /// The client with the exclusive store guard, once both are free.
    pub(crate) async fn exclusive_client(&self) -> Result<ExclusiveClient> {
        let guard = self.exclusive_guard().await;
        Ok(ExclusiveClient::new(self.client().await?, guard))
    }

    /// A client of a transaction's own: to submit it takes one of its own, and would hold up all others
    /// for as long as the node takes to answer.
    pub(crate) async fn client_of_its_own(&self) -> Result<WalletClient> {
        self.own_client(Some(&self.keys.authenticator)).await
    }

    /// A client for code that changes nothing, which may be somebody else's: it cannot sign.
    pub(crate) async fn client_without_keys(&self) -> Result<WalletClient> {
        self.own_client(None).await
    }

    async fn own_client(&self, authenticator: Option<&Arc<Authenticator>>) -> Result<WalletClient> {
        client_of(&self.node, &self.store, authenticator, self.transport.as_ref())
            .await
            .map_err(|error| self.errors.client(error))
    }

    /// How often code that is not standard has run for this wallet.
    #[cfg(feature = "embedded-chain")]
    #[doc(hidden)]
    #[must_use]
    pub fn untrusted_runs(&self) -> u64 {
        self.untrusted.count()
    }

    /// Lets the wallet fail at a place of its pipeline, once, as `MIDEN_FAIL_POINT` does.
    ///
    /// # Errors
    /// [`crate::WalletError::Unsupported`] where there is no such place.
    #[cfg(feature = "embedded-chain")]
    #[doc(hidden)]
    pub fn fail_at(&self, setting: &str) -> Result<()> {
        self.fail_points.arm(setting)
    }
}
