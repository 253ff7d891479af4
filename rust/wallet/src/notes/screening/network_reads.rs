//! What a run of a transaction may read from the node: public accounts, as they were at the transaction's block.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use miden_client::Word;
use miden_client::account::{AccountId, StorageMapKey};
use miden_client::asset::{AssetId, AssetWitness};
use miden_client::block::BlockNumber;
use miden_client::note::NoteScript;
use miden_client::rpc::NodeRpcClient;
use miden_client::rpc::domain::account::{
    AccountFetch, AccountStorageRequirements, StorageMapFetch, VaultFetch,
};
use miden_client::transaction::ForeignAccount;
use miden_protocol::account::StorageMapWitness;
use miden_protocol::transaction::AccountInputs;
use miden_tx::DataStoreError;

use crate::chain::client::WalletClient;

/// Reads accounts of others for one run.
pub(crate) struct NetworkReads {
    client: Arc<WalletClient>,
    node: Arc<dyn NodeRpcClient>,
    /// What was read.
    accounts: Mutex<BTreeMap<AccountId, AccountInputs>>,
}

impl NetworkReads {
    /// `accounts` are those that are known already.
    pub(crate) fn new(
        client: Arc<WalletClient>,
        node: Arc<dyn NodeRpcClient>,
        accounts: Vec<AccountInputs>,
    ) -> Self {
        let accounts = accounts.into_iter().map(|inputs| (inputs.id(), inputs)).collect();
        Self { client, node, accounts: Mutex::new(accounts) }
    }

    pub(super) async fn account(
        &self,
        account: AccountId,
        block: BlockNumber,
    ) -> Result<AccountInputs, DataStoreError> {
        if let Some(known) = self.accounts().get(&account) {
            return Ok(known.clone());
        }
        let read = self.fetched(account, block, AccountFetch::new()).await?;
        self.accounts().insert(account, read.clone());
        Ok(read)
    }

    pub(super) async fn map_witness(
        &self,
        account: AccountId,
        block: BlockNumber,
        root: Word,
        key: StorageMapKey,
    ) -> Result<StorageMapWitness, DataStoreError> {
        let known = self.account(account, block).await?;
        if let Some(map) = known.storage().maps().find(|map| map.root() == root)
            && let Ok(witness) = map.open(&key)
        {
            return Ok(witness);
        }
        let slots = known.storage().header().slots();
        let mut maps = slots.filter(|slot| slot.slot_type().is_map() && slot.value() == root);
        let slot = maps.next().ok_or_else(|| DataStoreError::other("there is no such map"))?;
        let entry = AccountStorageRequirements::new([(slot.name().clone(), &[key])]);
        let fetch = AccountFetch::new().with_storage(StorageMapFetch::Slots(entry));
        let read = self.fetched(account, block, fetch).await?;
        let map = read.storage().maps().find(|map| map.root() == root);
        let map = map.ok_or_else(|| DataStoreError::other("the node sent another map"))?;
        map.open(&key)
            .map_err(|error| DataStoreError::other_with_source("the storage map's entry", error))
    }

    pub(super) async fn asset_witnesses(
        &self,
        account: AccountId,
        block: BlockNumber,
        root: Word,
        assets: BTreeSet<AssetId>,
    ) -> Result<Vec<AssetWitness>, DataStoreError> {
        let fetch = AccountFetch::new().with_vault(VaultFetch::Assets(assets.clone()));
        let read = self.fetched(account, block, fetch).await?;
        if read.vault().root() != root {
            return Err(DataStoreError::other("the node sent another vault"));
        }
        let failed = |error| DataStoreError::other_with_source("the vault's asset", error);
        let mut opened = Vec::with_capacity(assets.len());
        for asset in assets {
            opened.push(read.vault().open(asset).map_err(failed)?);
        }
        Ok(opened)
    }

    pub(super) async fn note_script(
        &self,
        root: Word,
    ) -> Result<Option<NoteScript>, DataStoreError> {
        let read = self.node.get_note_script_by_root(root).await;
        read.map_err(|error| DataStoreError::other_with_source("the script of a note", error))
    }

    async fn fetched(
        &self,
        account: AccountId,
        block: BlockNumber,
        fetch: AccountFetch,
    ) -> Result<AccountInputs, DataStoreError> {
        let failed = |error: Box<dyn std::error::Error + Send + Sync>| {
            DataStoreError::other_with_source(format!("account {account}"), Unreadable(error))
        };
        let wanted =
            ForeignAccount::public(account, fetch).map_err(|error| failed(error.into()))?;
        let read = self.client.get_foreign_account_inputs([wanted], block).await;
        let mut read = read.map_err(|error| failed(error.into()))?;
        read.pop().ok_or_else(|| DataStoreError::other(format!("account {account}")))
    }

    fn accounts(&self) -> MutexGuard<'_, BTreeMap<AccountId, AccountInputs>> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why an account could not be read.
#[derive(Debug, thiserror::Error)]
#[error("it could not be read")]
struct Unreadable(#[source] Box<dyn std::error::Error + Send + Sync>);
