//! What the client records a transaction in: the wallet's store without the accounts' ids.
//!
//! The client runs the script of each note that a transaction makes, for each account and without a limit, to find out
//! which of these notes are for the wallet (UPSTREAM(0.18): `get_note_updates`). It asks the store for the accounts first.
//! If there are none, it runs nothing. `recording` decides instead, from the notes alone.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use async_trait::async_trait;
use miden_client::account::{
    Account, AccountCode, AccountHeader, AccountId, AccountStorage, Address, StorageMapKey,
    StorageSlotName,
};
use miden_client::asset::{Asset, AssetId, AssetVault, AssetWitness};
use miden_client::block::{BlockHeader, BlockNumber};
use miden_client::note::{NoteScript, NoteTag, Nullifier};
use miden_client::store::{
    AccountRecord, AccountStatus, AccountStorageFilter, BlockRelevance, ClientAccountType,
    InputNoteCursor, InputNoteRecord, NoteFilter, OutputNoteRecord, PartialBlockchainFilter,
    SettingMutation, SettingScope, Store, StoreError, TransactionFilter,
};
use miden_client::sync::{NoteTagRecord, StateSyncUpdate};
use miden_client::transaction::{TransactionRecord, TransactionStoreUpdate};
use miden_client::{Felt, Word};
use miden_protocol::account::StorageMapWitness;
use miden_protocol::block::account_tree::AccountWitness;
use miden_protocol::crypto::merkle::mmr::{InOrderIndex, MmrPeaks};

/// A store that names no account.
pub(super) struct RecordingStore(pub(super) Arc<dyn Store>);

#[async_trait]
impl Store for RecordingStore {
    fn identifier(&self) -> &str {
        self.0.identifier()
    }

    fn get_current_timestamp(&self) -> Option<u64> {
        self.0.get_current_timestamp()
    }

    async fn get_transactions(
        &self,
        filter: TransactionFilter,
    ) -> Result<Vec<TransactionRecord>, StoreError> {
        self.0.get_transactions(filter).await
    }

    async fn apply_transaction(&self, tx_update: TransactionStoreUpdate) -> Result<(), StoreError> {
        self.0.apply_transaction(tx_update).await
    }

    async fn apply_transaction_batch(
        &self,
        tx_updates: Vec<TransactionStoreUpdate>,
    ) -> Result<(), StoreError> {
        self.0.apply_transaction_batch(tx_updates).await
    }

    async fn get_input_notes(
        &self,
        filter: NoteFilter,
    ) -> Result<Vec<InputNoteRecord>, StoreError> {
        self.0.get_input_notes(filter).await
    }

    async fn get_output_notes(
        &self,
        filter: NoteFilter,
    ) -> Result<Vec<OutputNoteRecord>, StoreError> {
        self.0.get_output_notes(filter).await
    }

    async fn get_input_note_after(
        &self,
        filter: NoteFilter,
        consumer: AccountId,
        block_start: Option<BlockNumber>,
        block_end: Option<BlockNumber>,
        cursor: Option<InputNoteCursor>,
    ) -> Result<Option<InputNoteRecord>, StoreError> {
        self.0.get_input_note_after(filter, consumer, block_start, block_end, cursor).await
    }

    async fn get_unspent_input_note_nullifiers(&self) -> Result<Vec<Nullifier>, StoreError> {
        self.0.get_unspent_input_note_nullifiers().await
    }

    async fn upsert_input_notes(&self, notes: &[InputNoteRecord]) -> Result<(), StoreError> {
        self.0.upsert_input_notes(notes).await
    }

    async fn get_note_script(&self, script_root: Word) -> Result<NoteScript, StoreError> {
        self.0.get_note_script(script_root).await
    }

    async fn upsert_note_scripts(&self, note_scripts: &[NoteScript]) -> Result<(), StoreError> {
        self.0.upsert_note_scripts(note_scripts).await
    }

    async fn get_block_headers(
        &self,
        block_numbers: &BTreeSet<BlockNumber>,
    ) -> Result<Vec<(BlockHeader, BlockRelevance)>, StoreError> {
        self.0.get_block_headers(block_numbers).await
    }

    async fn get_tracked_block_headers(&self) -> Result<Vec<BlockHeader>, StoreError> {
        self.0.get_tracked_block_headers().await
    }

    async fn get_tracked_block_header_numbers(&self) -> Result<BTreeSet<usize>, StoreError> {
        self.0.get_tracked_block_header_numbers().await
    }

    async fn get_partial_blockchain_nodes(
        &self,
        filter: PartialBlockchainFilter,
    ) -> Result<BTreeMap<InOrderIndex, Word>, StoreError> {
        self.0.get_partial_blockchain_nodes(filter).await
    }

    async fn get_current_blockchain_peaks(&self) -> Result<MmrPeaks, StoreError> {
        self.0.get_current_blockchain_peaks().await
    }

    async fn insert_block_header(
        &self,
        block_header: &BlockHeader,
        nodes: &[(InOrderIndex, Word)],
        has_client_notes: bool,
    ) -> Result<(), StoreError> {
        self.0.insert_block_header(block_header, nodes, has_client_notes).await
    }

    async fn untrack_and_prune_irrelevant_blocks(
        &self,
        blocks_to_untrack: &[BlockNumber],
        node_indices_to_remove: &[InOrderIndex],
    ) -> Result<(), StoreError> {
        self.0.untrack_and_prune_irrelevant_blocks(blocks_to_untrack, node_indices_to_remove).await
    }

    async fn prune_account_history(
        &self,
        account_id: AccountId,
        up_to_nonce: Felt,
    ) -> Result<usize, StoreError> {
        self.0.prune_account_history(account_id, up_to_nonce).await
    }

    async fn get_account_ids(&self) -> Result<Vec<AccountId>, StoreError> {
        // Nobody could consume a note, so the client runs none to find out.
        Ok(Vec::new())
    }

    async fn get_account_headers(&self) -> Result<Vec<(AccountHeader, AccountStatus)>, StoreError> {
        self.0.get_account_headers().await
    }

    async fn get_account_header(
        &self,
        account_id: AccountId,
    ) -> Result<Option<(AccountHeader, AccountStatus)>, StoreError> {
        self.0.get_account_header(account_id).await
    }

    async fn get_account_header_by_commitment(
        &self,
        account_commitment: Word,
    ) -> Result<Option<AccountHeader>, StoreError> {
        self.0.get_account_header_by_commitment(account_commitment).await
    }

    async fn get_account(
        &self,
        account_id: AccountId,
    ) -> Result<Option<AccountRecord>, StoreError> {
        self.0.get_account(account_id).await
    }

    async fn get_account_code(
        &self,
        account_id: AccountId,
    ) -> Result<Option<AccountCode>, StoreError> {
        self.0.get_account_code(account_id).await
    }

    async fn insert_account(
        &self,
        account: &Account,
        initial_address: Address,
        client_account_type: ClientAccountType,
    ) -> Result<(), StoreError> {
        self.0.insert_account(account, initial_address, client_account_type).await
    }

    async fn upsert_foreign_account_code(
        &self,
        account_id: AccountId,
        code: AccountCode,
    ) -> Result<(), StoreError> {
        self.0.upsert_foreign_account_code(account_id, code).await
    }

    async fn get_foreign_account_code(
        &self,
        account_ids: Vec<AccountId>,
    ) -> Result<BTreeMap<AccountId, AccountCode>, StoreError> {
        self.0.get_foreign_account_code(account_ids).await
    }

    async fn get_addresses_by_account_id(
        &self,
        account_id: AccountId,
    ) -> Result<Vec<Address>, StoreError> {
        self.0.get_addresses_by_account_id(account_id).await
    }

    async fn update_account(&self, new_account_state: &Account) -> Result<(), StoreError> {
        self.0.update_account(new_account_state).await
    }

    async fn insert_address(
        &self,
        address: Address,
        account_id: AccountId,
    ) -> Result<(), StoreError> {
        self.0.insert_address(address, account_id).await
    }

    async fn remove_address(&self, address: Address) -> Result<bool, StoreError> {
        self.0.remove_address(address).await
    }

    async fn track_account_witness(&self, account_id: AccountId) -> Result<bool, StoreError> {
        self.0.track_account_witness(account_id).await
    }

    async fn untrack_account_witness(&self, account_id: AccountId) -> Result<bool, StoreError> {
        self.0.untrack_account_witness(account_id).await
    }

    async fn tracked_account_witnesses(&self) -> Result<Vec<AccountId>, StoreError> {
        self.0.tracked_account_witnesses().await
    }

    async fn get_account_witness(
        &self,
        account_id: AccountId,
    ) -> Result<Option<AccountWitness>, StoreError> {
        self.0.get_account_witness(account_id).await
    }

    async fn update_account_witness(
        &self,
        account_id: AccountId,
        witness: &AccountWitness,
    ) -> Result<bool, StoreError> {
        self.0.update_account_witness(account_id, witness).await
    }

    async fn set_setting(
        &self,
        scope: SettingScope,
        key: String,
        value: Vec<u8>,
    ) -> Result<(), StoreError> {
        self.0.set_setting(scope, key, value).await
    }

    async fn get_setting(
        &self,
        scope: SettingScope,
        key: String,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        self.0.get_setting(scope, key).await
    }

    async fn remove_setting(&self, scope: SettingScope, key: String) -> Result<bool, StoreError> {
        self.0.remove_setting(scope, key).await
    }

    async fn list_setting_keys(&self, scope: SettingScope) -> Result<Vec<String>, StoreError> {
        self.0.list_setting_keys(scope).await
    }

    async fn apply_settings_mutations(
        &self,
        scope: SettingScope,
        mutations: Vec<SettingMutation>,
    ) -> Result<(), StoreError> {
        self.0.apply_settings_mutations(scope, mutations).await
    }

    async fn get_note_tags(&self) -> Result<Vec<NoteTagRecord>, StoreError> {
        self.0.get_note_tags().await
    }

    async fn get_unique_note_tags(&self) -> Result<BTreeSet<NoteTag>, StoreError> {
        self.0.get_unique_note_tags().await
    }

    async fn add_note_tag(&self, tag: NoteTagRecord) -> Result<bool, StoreError> {
        self.0.add_note_tag(tag).await
    }

    async fn remove_note_tag(&self, tag: NoteTagRecord) -> Result<usize, StoreError> {
        self.0.remove_note_tag(tag).await
    }

    async fn get_sync_height(&self) -> Result<BlockNumber, StoreError> {
        self.0.get_sync_height().await
    }

    async fn apply_state_sync(&self, state_sync_update: StateSyncUpdate) -> Result<(), StoreError> {
        self.0.apply_state_sync(state_sync_update).await
    }

    async fn get_account_vault(&self, account_id: AccountId) -> Result<AssetVault, StoreError> {
        self.0.get_account_vault(account_id).await
    }

    async fn get_account_assets(&self, account_id: AccountId) -> Result<Vec<Asset>, StoreError> {
        self.0.get_account_assets(account_id).await
    }

    async fn get_vault_asset_witnesses(
        &self,
        account_id: AccountId,
        vault_root: Word,
        asset_ids: BTreeSet<AssetId>,
    ) -> Result<Vec<AssetWitness>, StoreError> {
        self.0.get_vault_asset_witnesses(account_id, vault_root, asset_ids).await
    }

    async fn get_account_asset(
        &self,
        account_id: AccountId,
        asset_id: AssetId,
    ) -> Result<Option<(Asset, AssetWitness)>, StoreError> {
        self.0.get_account_asset(account_id, asset_id).await
    }

    async fn get_account_storage(
        &self,
        account_id: AccountId,
        filter: AccountStorageFilter,
    ) -> Result<AccountStorage, StoreError> {
        self.0.get_account_storage(account_id, filter).await
    }

    async fn get_account_map_item(
        &self,
        account_id: AccountId,
        slot_name: StorageSlotName,
        key: StorageMapKey,
    ) -> Result<(Word, StorageMapWitness), StoreError> {
        self.0.get_account_map_item(account_id, slot_name, key).await
    }

    async fn get_minimal_partial_account(
        &self,
        account_id: AccountId,
    ) -> Result<Option<AccountRecord>, StoreError> {
        self.0.get_minimal_partial_account(account_id).await
    }
}
