//! From a backup to a wallet.

use std::ops::Range;
use std::path::Path;

use zeroize::Zeroizing;

use super::manifest::{Manifest, Read, damaged};
use super::snapshot::{self, STORE_VERSION};
use super::{BACKUP, BackupFile, MAXIMUM_SIZE};
use crate::blocking_tasks::run_blocking;
use crate::chain::network::Connected;
use crate::configuration::WalletConfiguration;
use crate::errors::{BackupError, Cause, Result, SealedFileError, StoreError, WalletError};
use crate::fail_points::FailPoints;
use crate::history::History;
use crate::keys::keystore::{self, KeySource, Keystore};
use crate::store::database_copies::Head;
use crate::store::input_file;
use crate::transactions::journal::Journal;
use crate::transactions::references::settings_of_restore;
use crate::unix_time::unix_time;

/// A backup that was opened.
struct Opened {
    manifest: Manifest,
    contents: Zeroizing<Vec<u8>>,
    store: Range<usize>,
    history: Option<Range<usize>>,
}

/// Puts a wallet where there is none, or an empty one. Whoever calls this owns the store, which nobody
/// has open. All that can be refused is refused before anything is written; then come the keys, because
/// a key without an account is harmless, the history, which is nobody's without a store, and the store last.
pub(crate) async fn restore(
    configuration: &WalletConfiguration,
    connected: &Connected,
    backup: BackupFile,
    fail_points: &FailPoints,
) -> Result<()> {
    let opened = run_blocking(move || Opened::read(&backup)).await?;
    opened.require_network(configuration.network.name())?;
    opened.require_chain(connected).await?;
    let (store, folder) = (configuration.store_path.clone(), configuration.keystore_path.clone());
    let (keys, fail_points) = (configuration.keys.clone(), fail_points.clone());
    run_blocking(move || {
        opened.require_keys_fit(&keys)?;
        require_empty(&store, &fail_points)?;
        let keystore = Keystore::open(&folder, &keys, fail_points)?;
        keystore.add_written(&opened.manifest.keys)?;
        let unusable =
            |source: Cause| WalletError::Store(StoreError::unusable(store.clone(), source));
        match opened.history() {
            Some(history) => History::put(&store, history).map_err(unusable)?,
            None => History::remove(&store),
        }
        let settings = settings_of_restore(opened.manifest.sync_height, unix_time());
        snapshot::put(&store, opened.store(), &settings).map_err(|error| {
            History::remove(&store);
            unusable(error)
        })
    })
    .await
}

impl Opened {
    fn read(backup: &BackupFile) -> Result<Self> {
        let path = || backup.path.clone();
        let file = input_file::read(&backup.path, MAXIMUM_SIZE)
            .map_err(|error| BackupError::FileUnusable { path: path(), source: error.into() })?;
        let contents = keystore::open_sealed_file(BACKUP, &backup.passphrase, &file)?;
        drop(file);
        let Read { manifest, store, history } = Manifest::read(&contents)?;
        let opened = Self { manifest, contents, store, history };
        let found = Head::of(opened.store()).map(|head| head.version);
        let found = found.ok_or_else(|| damaged("there is no store in it".into()))?;
        require_version("a backup with a store", found, STORE_VERSION)?;
        if let Some(history) = opened.history() {
            let found = History::version_of(history);
            let found = found.ok_or_else(|| damaged("there is no history in it".into()))?;
            require_version("a backup with a history", found, History::VERSION)?;
        }
        for key in &opened.manifest.keys {
            key.secret_key().map_err(damaged)?;
        }
        Ok(opened)
    }

    fn store(&self) -> &[u8] {
        &self.contents[self.store.clone()]
    }

    fn history(&self) -> Option<&[u8]> {
        self.history.clone().map(|place| &self.contents[place])
    }

    fn require_network(&self, wanted: &str) -> Result<(), BackupError> {
        if self.manifest.network == wanted {
            return Ok(());
        }
        let (found, wanted) = (self.manifest.network.clone(), wanted.to_owned());
        Err(BackupError::OfAnotherNetwork { found, wanted })
    }

    /// Networks of one name need not be the same: local ones, and those one names by an address. Where
    /// no node answers that is found out by the first sync.
    async fn require_chain(&self, connected: &Connected) -> Result<()> {
        let Some(found) = self.manifest.genesis.clone() else { return Ok(()) };
        match connected.node.get_status_unversioned().await {
            Ok(status) => match status.genesis_commitment.map(|word| word.to_hex()) {
                Some(wanted) if wanted != found => {
                    Err(BackupError::OfAnotherNetwork { found, wanted }.into())
                }
                _ => Ok(()),
            },
            Err(error) => {
                tracing::warn!(%error, "no node says whether the backup is of its network");
                Ok(())
            }
        }
    }

    /// Secret keys do not go to a signer, and what a signer keeps is not in a backup.
    fn require_keys_fit(&self, source: &KeySource) -> Result<()> {
        let is_for_signer = matches!(source, KeySource::Signer(_));
        let keys = &self.manifest.keys;
        let what = if is_for_signer && keys.iter().any(keystore::WrittenKey::is_secret) {
            "This backup has secret keys, and a wallet whose keys a signer keeps takes in none. Restore \
             it into a wallet that keeps its keys itself."
        } else if !is_for_signer && keys.iter().any(|key| !key.is_secret()) {
            "This is a backup of a wallet with keys that a signer keeps, and they are not in it. Restore \
             it into a wallet that is opened with the signer."
        } else {
            return Ok(());
        };
        Err(WalletError::Unsupported { what: what.to_owned() })
    }
}

fn require_version(what: &'static str, found: u32, newest: u32) -> Result<(), SealedFileError> {
    if found <= newest {
        return Ok(());
    }
    Err(SealedFileError::OfAnotherVersion { what, found, newest })
}

/// Refuses a place where there is something to lose.
fn require_empty(store: &Path, fail_points: &FailPoints) -> Result<()> {
    let path = store.to_owned();
    let found = snapshot::contents(store)
        .map_err(|source| WalletError::Store(StoreError::unusable(path.clone(), source)))?;
    let journal = Journal::open(store, fail_points.clone());
    let found = match found {
        Some(found) => found,
        None if journal.is_empty()? => return Ok(()),
        None => "transactions on their way in its journal",
    };
    Err(BackupError::WalletNotEmpty { path, contents: found.to_owned() }.into())
}
