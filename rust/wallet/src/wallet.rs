//! An open wallet.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use miden_client::store::{SettingScope, Store};
use miden_client_sqlite_store::SqliteStore;
use tokio::sync::Mutex;

use crate::accounts::kinds::AccountKinds;
use crate::blocking_tasks::BlockingTasks;
use crate::blocking_tasks::run_blocking;
use crate::chain::client::client_of;
use crate::chain::network::{Connected, require_addresses};
use crate::configuration::{Network, WalletConfiguration};
use crate::contracts::CallScripts;
use crate::errors::{Cause, ErrorMapper, Result, StoreError, WalletError};
use crate::fail_points::FailPoints;
use crate::history::History;
use crate::keys::wallet_keys::WalletKeys;
use crate::notes::screening::{NoteVerification, UntrustedRuns};
use crate::pending::Pending;
use crate::reader::Reader;
use crate::store::backup::{self, BackupFile};
use crate::store::copy::StoreCopy;
use crate::store::lock::{StoreHold, StoreLock};
use crate::store::wait::StoreWait;
use crate::sync::shared::SharedSyncs;
use crate::tokens::cache::TokenCache;
use crate::transactions::account_locks::KeyedLocks;
use crate::transactions::coordinator::Coordinator;
use crate::transactions::journal::Journal;
use crate::transactions::poisoning::Poisoning;
use crate::transactions::proving::LocalProving;
use crate::transactions::store_guards::StoreGuards;

/// The setting in which a store remembers its network.
const NETWORK_SETTING: &str = "miden_swift_network";

/// An open wallet: a store, a keystore and a network.
///
/// Most operations are methods of the [`Reader`] or the [`Coordinator`], to which it dereferences. Here are those that need
/// a lock or a cache of their own.
pub struct Wallet {
    coordinator: Coordinator,
    pub(crate) syncs: SharedSyncs,
    pub(crate) verification: NoteVerification,
    /// Held while it is noted down which private notes are delivered.
    pub(crate) delivering: Mutex<()>,
    #[cfg(feature = "embedded-chain")]
    pub(crate) chain: Option<Arc<crate::chain::embedded::EmbeddedChain>>,
    // Last, so that the store is closed before somebody else may open it.
    store_hold: StoreHold,
    /// What the store is a copy of, where it is one. After the store, so that it is closed before it is removed.
    copy: Option<StoreCopy>,
}

impl Deref for Wallet {
    type Target = Coordinator;

    fn deref(&self) -> &Coordinator {
        &self.coordinator
    }
}

// Tests put another node or store in place.
#[cfg(test)]
impl std::ops::DerefMut for Wallet {
    fn deref_mut(&mut self) -> &mut Coordinator {
        &mut self.coordinator
    }
}

impl Wallet {
    /// Opens a wallet, and fails at once if another one has the store open. Makes no connection to the network: what an earlier run left between the
    /// submission and the record of a transaction is therefore settled before the first sync or
    /// transaction, whichever comes first, and not here. Until then reads tell of the state before
    /// that transaction, which is what the store knows.
    ///
    /// # Errors
    /// [`StoreError::InUse`], [`StoreError::DiskFull`], [`StoreError::ReadOnly`], [`StoreError::Damaged`],
    /// [`StoreError::Unusable`], [`StoreError::OfAnotherNetwork`], [`WalletError::Keys`], [`WalletError::Key`],
    /// [`WalletError::InvalidEndpoint`] or [`WalletError::Unsupported`].
    pub async fn open(configuration: WalletConfiguration) -> Result<Self> {
        Self::open_when_free(configuration, None, &StoreWait::default()).await
    }

    /// Restores a backup and opens the wallet it makes: the one that the backup was made of. It needs a
    /// place where there is no wallet yet, or an empty one: no accounts, notes or transactions. The node
    /// is asked whether it is of the network of the backup; where none answers, the first sync tells.
    ///
    /// # Errors
    /// Those of [`crate::SealedFileError`] and [`crate::BackupError`], [`WalletError::Unsupported`] where
    /// the keys do not fit the source of keys, and those of [`Self::open`]. With all of them nothing is
    /// changed, but where the disk fails: then keys may be there, and restoring again goes on.
    pub async fn restore_backup(
        configuration: WalletConfiguration,
        backup: BackupFile,
    ) -> Result<Self> {
        Self::open_when_free(configuration, Some(backup), &StoreWait::default()).await
    }

    /// Opens a wallet, or restores a backup and opens the wallet it makes, once no other wallet has the store open.
    ///
    /// # Errors
    /// Those of [`Self::open`] and [`Self::restore_backup`]; [`StoreError::InUse`] after the wait.
    pub async fn open_when_free(
        mut configuration: WalletConfiguration,
        backup: Option<BackupFile>,
        wait: &StoreWait,
    ) -> Result<Self> {
        configuration.store_path = linked_store(configuration.store_path)?;
        // Before anything is made.
        require_addresses(&configuration)?;
        // Then the store's: whoever has it open is told of the store, and not of the chain.
        let deadline = wait.deadline();
        let take = || StoreLock::take(&configuration.store_path);
        let lock = wait.until_free(deadline, take).await?;
        let fail_points = FailPoints::from_environment()?;
        // An embedded chain has a lock of its own.
        let connect = || Connected::to(&configuration, &fail_points);
        let connected = wait.until_free(deadline, connect).await?;
        if let Some(backup) = backup {
            Box::pin(backup::restore(&configuration, &connected, backup, &fail_points)).await?;
        }
        Self::open_connected(configuration, connected, lock, fail_points).await
    }

    /// Opens a copy of a wallet's store as it is in this moment, which is removed with the wallet: also if another process
    /// has the store open, and if nothing can be written beside it. Changes no file of the wallet. Its keys are listed, and
    /// cannot be used.
    ///
    /// # Errors
    /// Those of [`Self::open`], but for [`StoreError::InUse`].
    pub async fn open_read_only(mut configuration: WalletConfiguration) -> Result<Self> {
        configuration.store_path = linked_store(configuration.store_path)?;
        require_addresses(&configuration)?;
        let original = configuration.clone();
        let copy = run_blocking(move || StoreCopy::of(&original)).await?;
        let mut wallet = Self::open(copy.configuration(configuration)).await?;
        wallet.copy = Some(copy);
        Ok(wallet)
    }

    /// Whether the wallet is on a copy, so that what it changed would be lost.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.copy.is_some()
    }

    /// The store that the wallet was opened on, which is not the one that it reads if it is on a copy.
    pub(crate) fn original_store(&self) -> &Path {
        self.copy.as_ref().map_or(&self.store_path, |copy| &copy.original)
    }

    /// Keeps the store from being opened by somebody else for longer than the wallet is there: the last of its
    /// connections are closed on other threads, and a write whose caller has given up goes on there.
    #[must_use]
    pub fn store_hold(&self) -> StoreHold {
        self.store_hold.clone()
    }

    pub(crate) fn open_connected(
        configuration: WalletConfiguration,
        connected: Connected,
        lock: StoreLock,
        fail_points: FailPoints,
    ) -> Pending<'static, Result<Self>> {
        Box::pin(async move {
            let path = configuration.store_path.clone();
            if !path.exists() {
                // What a restoring that died has left, or a store that was removed: of another wallet.
                History::remove(&path);
                if has_keys(&configuration) {
                    tracing::warn!(
                        store = %path.display(),
                        keystore = %configuration.keystore_path.display(),
                        "there is no store, and there are keys of accounts: a new store is made, which knows \
                         none of them. To have them back, put the store in its place or restore a backup"
                    );
                }
            }
            let unusable =
                move |source: Cause| WalletError::from(StoreError::unusable(path.clone(), source));
            require_not_emptied(&configuration).map_err(|error| unusable(error.into()))?;
            let store: Arc<dyn Store> = Arc::new(
                SqliteStore::new(configuration.store_path.clone())
                    .await
                    .map_err(|error| unusable(error.into()))?,
            );
            remember_network(store.as_ref(), &configuration).await?;
            let proving = LocalProving::of(&configuration);
            let blocking_tasks = BlockingTasks::default();
            let untrusted = UntrustedRuns::of(blocking_tasks.clone(), configuration.note_scripts);
            let verification = NoteVerification::of(store.clone(), untrusted.clone());
            let WalletConfiguration { network, store_path, keystore_path, keys, .. } =
                configuration;
            let keys = WalletKeys::open(keystore_path, keys, fail_points.clone()).await?;
            let (node, transport) = (&connected.node, connected.transport.as_ref());
            let client = client_of(node, &store, Some(&keys.authenticator), transport)
                .await
                .map_err(|error| unusable(error.into()))?;
            let journal = Journal::open(&store_path, fail_points.clone());
            let reader = Reader {
                network,
                store,
                node: connected.node,
                tokens: TokenCache::default(),
                account_kinds: AccountKinds::default(),
                history: History::of(&store_path),
                errors: ErrorMapper {
                    endpoint: connected.endpoint,
                    store_path: store_path.clone(),
                },
                store_path,
            };
            // Before anything reads notes.
            reader.restore_all_standard_scripts().await;
            let coordinator = Coordinator {
                reader,
                keys,
                client: Arc::new(Mutex::new(client)),
                transport: connected.transport,
                store_guards: StoreGuards::default(),
                account_locks: KeyedLocks::default(),
                references: KeyedLocks::default(),
                naming: Mutex::default(),
                journal,
                poisoning: Poisoning::default(),
                blocking_tasks,
                untrusted,
                call_scripts: CallScripts::default(),
                prover: connected.prover,
                proving,
                fail_points,
            };
            Ok(Self {
                coordinator,
                syncs: SharedSyncs::default(),
                verification,
                delivering: Mutex::default(),
                #[cfg(feature = "embedded-chain")]
                chain: connected.chain,
                store_hold: StoreHold::new(lock),
                copy: None,
            })
        })
    }
}

/// How long a wallet that is closed waits for executions whose callers have given up: many times what
/// one takes.
const BLOCKING_TASKS_TIMEOUT: Duration = Duration::from_secs(2);

impl Drop for Wallet {
    fn drop(&mut self) {
        if !self.blocking_tasks.wait(BLOCKING_TASKS_TIMEOUT) {
            tracing::warn!("an execution still runs while the wallet is closed");
        }
    }
}

/// The store that a path leads to: the lock, the journal and the history are beside the store itself, and not beside a link.
fn linked_store(path: PathBuf) -> Result<PathBuf> {
    let is_link = std::fs::symlink_metadata(&path).is_ok_and(|file| file.is_symlink());
    if !is_link {
        return Ok(path);
    }
    let unusable = |source: Cause| StoreError::unusable(path.clone(), source);
    let store = std::fs::canonicalize(&path).map_err(|error| unusable(error.into()))?;
    let mut journal = path.clone().into_os_string();
    journal.push(".journal");
    if std::fs::read_dir(journal).is_ok_and(|mut entries| entries.next().is_some()) {
        let text = "there is a journal beside the link: it belongs beside the store that the link leads to";
        return Err(unusable(text.into()).into());
    }
    Ok(store)
}

/// Refuses a store that is an empty file beside keys. SQLite would take it for a new one, and the wallet would begin anew
/// as if there had never been an account.
fn require_not_emptied(configuration: &WalletConfiguration) -> std::io::Result<()> {
    let is_empty = std::fs::metadata(&configuration.store_path).is_ok_and(|file| file.len() == 0);
    if is_empty && has_keys(configuration) {
        return Err(std::io::Error::other("it is empty, and there are keys of its accounts"));
    }
    Ok(())
}

fn has_keys(configuration: &WalletConfiguration) -> bool {
    std::fs::read_dir(&configuration.keystore_path).is_ok_and(|mut files| files.next().is_some())
}

/// Refuses a store of another network, and makes a new one a store of this network.
async fn remember_network(store: &dyn Store, configuration: &WalletConfiguration) -> Result<()> {
    let wanted = network_identity(&configuration.network);
    let key = NETWORK_SETTING.to_owned();
    match store.get_setting(SettingScope::User, key.clone()).await.map_err(ErrorMapper::store)? {
        Some(found) if found == wanted.as_bytes() => Ok(()),
        Some(found) => Err(WalletError::Store(StoreError::OfAnotherNetwork {
            path: configuration.store_path.clone(),
            found: String::from_utf8_lossy(&found).into_owned(),
            wanted,
        })),
        None => store
            .set_setting(SettingScope::User, key, wanted.into_bytes())
            .await
            .map_err(ErrorMapper::store),
    }
}

/// What tells one network from another before any node has answered. A custom network is told by
/// its genesis instead, once there is one: the same network may answer at several addresses.
fn network_identity(network: &Network) -> String {
    network.name().to_owned()
}
