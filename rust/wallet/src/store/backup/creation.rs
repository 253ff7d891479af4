//! Writes a backup.

use std::io;
use std::path::Path;

use miden_client::store::TransactionFilter;
use zeroize::Zeroizing;

use super::manifest::Manifest;
use super::{BACKUP, Backup, MAXIMUM_SIZE, snapshot};
use crate::CLIENT_VERSION;
use crate::blocking_tasks::run_blocking;
use crate::errors::{BackupError, ErrorMapper, Result, SealedFileError, StoreError, WalletError};
use crate::keys::keystore;
use crate::pending::Pending;
use crate::store::private_files;
use crate::transactions::coordinator::Coordinator;

impl Coordinator {
    /// Writes the whole wallet into one file, encrypted under a passphrase of its own, for nobody but
    /// the user to read: whole, or not at all. One that is there is replaced.
    ///
    /// What an earlier run left in the journal is settled first, which needs the network. Otherwise the
    /// network is not asked. Waits for a sync, and for a transaction that is being submitted.
    ///
    /// A backup is of its moment. A private account that makes transactions after it is locked where the
    /// backup is restored, as one is whose account file is old.
    ///
    /// # Errors
    /// [`SealedFileError::PassphraseEmpty`], [`WalletError::NotSettled`], [`WalletError::Journal`],
    /// [`crate::KeyError::KeystoreDamaged`], [`BackupError::FileUnusable`], [`WalletError::Store`],
    /// [`StoreError::History`].
    pub fn back_up<'a>(
        &'a self,
        path: &'a Path,
        passphrase: Zeroizing<String>,
    ) -> Pending<'a, Result<Backup>> {
        Box::pin(async move {
            if passphrase.is_empty() {
                return Err(SealedFileError::PassphraseEmpty { what: BACKUP.what }.into());
            }
            let Taken { manifest, transaction_count, store, history } =
                self.consistent_contents().await?;
            let (account_count, key_count) = (manifest.account_count, manifest.keys.len());
            let sync_height = manifest.sync_height;
            let path = path.to_owned();
            let bytes = run_blocking(move || {
                let contents = manifest.followed_by([&store, &history])?;
                drop((store, history));
                let file = keystore::sealed_file(BACKUP, &passphrase, contents)?;
                require_size(file.len() as u64)
                    .and_then(|()| private_files::write(&path, &file, || {}))
                    .map_err(|error| BackupError::FileUnusable { path, source: error.into() })?;
                Ok(file.len() as u64)
            })
            .await?;
            Ok(Backup { account_count, key_count, transaction_count, sync_height, bytes })
        })
    }

    /// All that is in a backup, of one moment: no sync, no transaction and no new account comes between.
    pub(super) async fn consistent_contents(&self) -> Result<Taken> {
        let client = self.exclusive_client().await?;
        let (client, unsettled) = Box::pin(self.settle_journal(client, None)).await?;
        unsettled.require_none()?;
        let accounts = self.store.get_account_ids().await.map_err(ErrorMapper::store)?;
        let transactions = self.transaction_records(TransactionFilter::All).await?;
        let sync_height = self.store.get_sync_height().await.map_err(ErrorMapper::store)?;
        let genesis = self.stored_genesis().await?;
        let history = self.history_at_rest().await?;
        let history_copy = history.copy().await?;
        let transaction_count = transactions.len() + history.count_made_elsewhere().await?;
        let (path, keystore) = (self.store_path.clone(), self.keys.keystore.clone());
        let (keys, store) = run_blocking(move || {
            let keys = keystore.written_keys()?;
            let store = snapshot::of(&path)
                .map_err(|source| WalletError::Store(StoreError::failed(Some(&path), source)))?;
            Ok((keys, store))
        })
        .await?;
        drop((history, client));
        let manifest = Manifest {
            network: self.network.name().to_owned(),
            genesis: genesis.map(|word| word.to_hex()),
            client_version: CLIENT_VERSION.to_owned(),
            account_count: accounts.len(),
            sync_height: sync_height.as_u32(),
            keys,
            store_length: Some(store.len()),
        };
        Ok(Taken { manifest, transaction_count, store, history: history_copy })
    }
}

/// So that no backup is written that could not be restored.
pub(super) fn require_size(size: u64) -> io::Result<()> {
    if size <= MAXIMUM_SIZE {
        return Ok(());
    }
    Err(io::Error::other(format!("it would be larger than {MAXIMUM_SIZE} bytes")))
}

/// What is in a backup, of one moment.
pub(super) struct Taken {
    pub(super) manifest: Manifest,
    pub(super) transaction_count: usize,
    pub(super) store: Vec<u8>,
    pub(super) history: Vec<u8>,
}
