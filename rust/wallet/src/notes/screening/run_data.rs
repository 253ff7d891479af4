//! What a run may read: the wallet's own store, and if it is no trial of a note, public accounts from the node.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use miden_client::Word;
use miden_client::account::{
    Account, AccountCode, AccountId, PartialAccount, StorageMapKey, StorageSlotContent,
};
use miden_client::asset::{AssetId, AssetWitness};
use miden_client::block::{BlockHeader, BlockNumber};
use miden_client::note::{NoteScript, NoteScriptRoot};
use miden_client::protocol_config::{ProtocolConfig, protocol_config_setting_key};
use miden_client::store::{AccountStorageFilter, SettingScope, Store, StoreError};
use miden_client::transaction::ChainAnchor;
use miden_client::utils::Deserializable;
use miden_protocol::account::StorageMapWitness;
use miden_protocol::crypto::merkle::mmr::PartialMmr;
use miden_protocol::transaction::{AccountInputs, PartialBlockchain};
use miden_tx::{
    DataStore, DataStoreError, LoadedMastForest, MastForestStore, TransactionExecutorError,
    TransactionMastStore,
};

use super::marked_code::MarkedCode;
use super::network_reads::NetworkReads;
use crate::chain::base_fee::header_with_base_fee;

/// The data of a run at one block.
pub(crate) struct RunData {
    store: Arc<dyn Store>,
    /// An account that runs and is not in the store.
    account: Option<PartialAccount>,
    code: TransactionMastStore,
    marked: MarkedCode,
    /// The block that a transaction is executed at, instead of the wallet's newest one without a fee.
    anchor: Option<ChainAnchor>,
    /// Nothing is read from the node without it.
    network: Option<NetworkReads>,
    /// Scripts of notes that the transaction makes.
    scripts: BTreeMap<NoteScriptRoot, NoteScript>,
    block: AtomicU32,
    asked_the_network: AtomicBool,
}

impl RunData {
    /// What a script may read that runs to see which accounts can consume its note.
    pub(super) fn of(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            account: None,
            code: TransactionMastStore::new(),
            marked: MarkedCode::default(),
            anchor: None,
            network: None,
            scripts: BTreeMap::new(),
            block: AtomicU32::new(0),
            asked_the_network: AtomicBool::new(false),
        }
    }

    /// What a transaction, or a run that changes nothing, may read.
    pub(crate) fn of_transaction(
        store: Arc<dyn Store>,
        network: NetworkReads,
        anchor: ChainAnchor,
        scripts: impl IntoIterator<Item = NoteScript>,
    ) -> Self {
        let scripts = scripts.into_iter().map(|script| (script.root(), script)).collect();
        Self { network: Some(network), anchor: Some(anchor), scripts, ..Self::of(store) }
    }

    /// The same with an account that is not in the store.
    pub(crate) fn with_account(self, account: PartialAccount) -> Self {
        Self { account: Some(account), ..self }
    }

    /// Makes an account's code known.
    fn load_code(&self, account: AccountId, code: &AccountCode) {
        if self.account.as_ref().is_some_and(|made| made.id() == account) {
            // No error is to name an account that is nowhere.
            self.code.load_account_code(code);
        } else {
            self.code.insert_loaded(self.marked.marked(account, code));
        }
    }

    /// What the execution has failed with. If an assertion of an account has failed, it says in which code that is.
    pub(crate) fn told(&self, error: TransactionExecutorError) -> TransactionExecutorError {
        self.marked.told(error)
    }

    fn block(&self) -> BlockNumber {
        self.block.load(Ordering::Relaxed).into()
    }

    /// Whether a script asked for what only the network knows.
    pub(super) fn asked_the_network(&self) -> bool {
        self.asked_the_network.load(Ordering::Relaxed)
    }

    fn refuse(&self, what: &str) -> DataStoreError {
        self.asked_the_network.store(true, Ordering::Relaxed);
        DataStoreError::other(format!("{what} is not in the wallet's store"))
    }

    async fn account(&self, id: AccountId) -> Result<PartialAccount, DataStoreError> {
        if let Some(account) = self.account.as_ref().filter(|account| account.id() == id) {
            return Ok(account.clone());
        }
        let unknown = || DataStoreError::AccountNotFound(id);
        let record = self.store.get_minimal_partial_account(id).await.map_err(of_store)?;
        let record = record.ok_or_else(unknown)?;
        if record.nonce().as_canonical_u64() != 0 {
            return record.try_into().map_err(|_| unknown());
        }
        // The kernel checks all of an account's storage when it creates the account.
        let whole = self.store.get_account(id).await.map_err(of_store)?.ok_or_else(unknown)?;
        let whole: Account = whole.try_into().map_err(|_| unknown())?;
        Ok(PartialAccount::from(&whole))
    }

    async fn protocol(&self, header: &BlockHeader) -> Result<ProtocolConfig, DataStoreError> {
        let key = protocol_config_setting_key(header.protocol_config_commitment());
        let bytes = self.store.get_setting(SettingScope::Client, key).await.map_err(of_store)?;
        let bytes = bytes.ok_or_else(|| DataStoreError::other("the wallet has not synced"))?;
        ProtocolConfig::read_from_bytes(&bytes)
            .map_err(|error| DataStoreError::other_with_source("the protocol's settings", error))
    }
}

fn of_store(error: StoreError) -> DataStoreError {
    DataStoreError::other_with_source("the store cannot be read", error)
}

impl DataStore for RunData {
    async fn get_transaction_inputs(
        &self,
        account_id: AccountId,
        ref_blocks: BTreeSet<BlockNumber>,
    ) -> Result<(PartialAccount, BlockHeader, ProtocolConfig, PartialBlockchain), DataStoreError>
    {
        let block = *ref_blocks.last().ok_or_else(|| DataStoreError::other("there is no block"))?;
        self.block.store(block.as_u32(), Ordering::Relaxed);
        let account = self.account(account_id).await?;
        self.load_code(account_id, account.code());
        if let Some(anchor) = &self.anchor {
            let protocol = self.protocol(anchor.header()).await?;
            let (header, blockchain) = anchor.clone().into_parts();
            return Ok((account, header, protocol, blockchain));
        }
        let found = self.store.get_block_header_by_num(block).await.map_err(of_store)?;
        let (header, _) = found.ok_or(DataStoreError::BlockNotFound(block))?;
        let protocol = self.protocol(&header).await?;
        let peaks = self.store.get_current_blockchain_peaks().await.map_err(of_store)?;
        // The input note is not proven to be in a block, so no block needs to be tracked.
        let blockchain = PartialBlockchain::new(PartialMmr::from_peaks(peaks), [])
            .map_err(|error| DataStoreError::other_with_source("the chain's peaks", error))?;
        // Whether the account can pay a fee is no property of the note.
        Ok((account, header_with_base_fee(&header, 0), protocol, blockchain))
    }

    async fn get_foreign_account_inputs(
        &self,
        foreign_account_id: AccountId,
        ref_block: BlockNumber,
    ) -> Result<AccountInputs, DataStoreError> {
        let Some(network) = &self.network else {
            return Err(self.refuse(&format!("account {foreign_account_id}")));
        };
        let inputs = network.account(foreign_account_id, ref_block).await?;
        self.load_code(foreign_account_id, inputs.code());
        Ok(inputs)
    }

    async fn get_vault_asset_witnesses(
        &self,
        account_id: AccountId,
        vault_root: Word,
        asset_ids: BTreeSet<AssetId>,
    ) -> Result<Vec<AssetWitness>, DataStoreError> {
        let found =
            self.store.get_vault_asset_witnesses(account_id, vault_root, asset_ids.clone()).await;
        match (&self.network, found) {
            (Some(network), Err(_)) => {
                network.asset_witnesses(account_id, self.block(), vault_root, asset_ids).await
            }
            (_, found) => found.map_err(of_store),
        }
    }

    async fn get_storage_map_witness(
        &self,
        account_id: AccountId,
        map_root: Word,
        map_key: StorageMapKey,
    ) -> Result<StorageMapWitness, DataStoreError> {
        let filter = AccountStorageFilter::Root(map_root);
        let storage = self.store.get_account_storage(account_id, filter).await;
        if let Ok(storage) = storage
            && let Some(slot) = storage.slots().first()
            && let StorageSlotContent::Map(map) = slot.content()
        {
            return Ok(map.open(&map_key));
        }
        match &self.network {
            Some(network) => network.map_witness(account_id, self.block(), map_root, map_key).await,
            None => Err(self.refuse("the storage map")),
        }
    }

    async fn get_note_script(
        &self,
        script_root: NoteScriptRoot,
    ) -> Result<Option<NoteScript>, DataStoreError> {
        if let Some(script) = self.scripts.get(&script_root) {
            return Ok(Some(script.clone()));
        }
        match self.store.get_note_script(script_root.into()).await {
            Ok(script) => Ok(Some(script)),
            Err(StoreError::NoteScriptNotFound(_)) => {
                if let Some(network) = &self.network {
                    return network.note_script(script_root.into()).await;
                }
                self.asked_the_network.store(true, Ordering::Relaxed);
                Ok(None)
            }
            Err(error) => Err(of_store(error)),
        }
    }
}

impl MastForestStore for RunData {
    fn get(&self, procedure_hash: &Word) -> Option<LoadedMastForest> {
        self.code.get(procedure_hash)
    }
}
