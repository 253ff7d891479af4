//! The storage of accounts that are not in the wallet, as the network has it.

use miden_client::Word;
use miden_client::account::{
    AccountId, StorageMap, StorageMapKey, StorageSlotName, StorageSlotType,
};
use miden_client::block::{BlockHeader, BlockNumber};
use miden_client::rpc::domain::account::{
    AccountFetch, AccountProof, AccountStorageDetails, AccountStorageRequirements,
    GetAccountRequest, StorageMapEntries, StorageMapFetch,
};
use miden_client::rpc::{AccountStateAt, GrpcError, RpcError};

use super::storage::{AccountStorage, SlotContent, SlotQuery, StorageSlot, require_found};
use crate::errors::{ContractError, ErrorMapper, LookupError, Result, WalletError, is_pruned};
use crate::pending::Pending;
use crate::transactions::coordinator::Coordinator;

impl Coordinator {
    /// As [`Self::storage`], of an account that is not in the wallet. What the node says is checked
    /// against the header of the block the wallet has synced to.
    pub(super) fn fetch_storage(
        &self,
        account: AccountId,
        slot: Option<SlotQuery>,
        key: Option<Word>,
    ) -> Pending<'_, Result<AccountStorage>> {
        Box::pin(async move {
            self.at_a_kept_block(async || self.storage_at_height(account, slot.clone(), key).await)
                .await
        })
    }

    fn storage_at_height(
        &self,
        account: AccountId,
        slot: Option<SlotQuery>,
        key: Option<Word>,
    ) -> Pending<'_, Result<AccountStorage>> {
        Box::pin(async move {
            let header = self.block_to_look_at(account).await?;
            let block = header.block_num();
            let at = |fetch| {
                GetAccountRequest::new(account).with_fetch(fetch).at(AccountStateAt::Block(block))
            };
            // The slots first: which of them are maps is not known before, nor which is at a place.
            let proof = self.account_proof(account, at(AccountFetch::new())).await?;
            self.require_in_tree(&proof, &header)?;
            let details = self.checked_details(&proof)?;
            let mut slots = Vec::new();
            for (index, found) in (0..).zip(details.header.slots()) {
                if slot.as_ref().is_some_and(|wanted| !wanted.is(index, found.name())) {
                    continue;
                }
                let content = match (found.slot_type(), &slot, key) {
                    (StorageSlotType::Value, Some(_), Some(_)) => {
                        let slot = found.name().to_string();
                        return Err(ContractError::SlotIsNoMap { account, slot }.into());
                    }
                    (StorageSlotType::Value, ..) => SlotContent::Value(found.value()),
                    (StorageSlotType::Map, None, _) => {
                        SlotContent::Map { root: found.value(), entries: None }
                    }
                    (StorageSlotType::Map, Some(_), key) => {
                        let (name, root) = (found.name(), found.value());
                        let fetch = AccountFetch::new().with_storage(entries_of(name, key));
                        let proof = self.account_proof(account, at(fetch)).await?;
                        let entries = self.entries(account, name, root, key, &proof)?;
                        SlotContent::Map { root, entries: Some(entries) }
                    }
                };
                slots.push(StorageSlot { index, name: found.name().clone(), content });
            }
            require_found(account, slot.as_ref(), &slots)?;
            Ok(AccountStorage { account, is_own: false, block_number: block.as_u32(), slots })
        })
    }

    /// The header of the block to look at another's account at, whose state everybody can see.
    pub(super) async fn block_to_look_at(&self, account: AccountId) -> Result<BlockHeader> {
        if !account.is_public() {
            return Err(ContractError::AccountNotPublic { account }.into());
        }
        self.synced_block().await
    }

    /// Does what looks at accounts of others at the block that the wallet stands at. Where the node does not keep
    /// that block's accounts any more, the wallet catches up, and it is done once more.
    pub(super) async fn at_a_kept_block<T>(&self, look: impl AsyncFn() -> Result<T>) -> Result<T> {
        match look().await {
            Err(WalletError::Lookup(LookupError::WalletBehind)) => {
                self.catch_up_within(0).await?;
                look().await
            }
            result => result,
        }
    }

    /// The header of the block that the wallet stands at: not the genesis, at which nothing can be run or asked.
    pub(super) async fn synced_block(&self) -> Result<BlockHeader> {
        let block = self.store.get_sync_height().await.map_err(ErrorMapper::store)?;
        let header = self.store.get_block_header_by_num(block).await.map_err(ErrorMapper::store)?;
        match header {
            Some((header, _)) if block != BlockNumber::GENESIS => Ok(header),
            _ => {
                let source = "there is no block at which to look at accounts".into();
                Err(WalletError::NotSynced { source })
            }
        }
    }

    pub(super) async fn account_proof(
        &self,
        account: AccountId,
        request: GetAccountRequest,
    ) -> Result<AccountProof> {
        match self.node.get_account(request).await {
            Ok((_, proof)) => Ok(proof),
            Err(error) if is_pruned(&error) => Err(LookupError::WalletBehind.into()),
            Err(RpcError::RequestError { error_kind: GrpcError::NotFound, .. }) => {
                Err(LookupError::AccountNotOnChain { account, block: None }.into())
            }
            Err(error) => Err(self.explain_lookup(account, None, error).await),
        }
    }

    /// The storage's header, if it is the account's.
    fn checked_details<'a>(&self, proof: &'a AccountProof) -> Result<&'a AccountStorageDetails> {
        let (Some(header), Some(details)) = (proof.account_header(), proof.storage_details())
        else {
            return Err(self.does_not_hold("a public account came without its state"));
        };
        // That the account's header is the one in the tree was checked when the proof was read.
        if details.header.to_commitment() != header.storage_commitment() {
            return Err(self.does_not_hold("the storage is not the one the account commits to"));
        }
        Ok(details)
    }

    /// The entries of a map, if they are the map's.
    fn entries(
        &self,
        account: AccountId,
        slot: &StorageSlotName,
        root: Word,
        key: Option<Word>,
        proof: &AccountProof,
    ) -> Result<Vec<(Word, Word)>> {
        let strange = || self.does_not_hold("the entries are not those of the map");
        let Some(map) = proof.find_map_details(slot) else {
            return Err(self.does_not_hold("a map came without its entries"));
        };
        match (&map.entries, key) {
            (StorageMapEntries::LimitExceeded, _) => {
                Err(ContractError::MapTooLarge { account, slot: slot.to_string() }.into())
            }
            (StorageMapEntries::PartialMap { partial_smt, .. }, Some(key)) => {
                if partial_smt.root() != root {
                    return Err(strange());
                }
                let hashed = Word::from(StorageMapKey::new(key).hash());
                Ok(vec![(key, partial_smt.get_value(&hashed).map_err(|_| strange())?)])
            }
            (StorageMapEntries::AllEntries(entries), key) => {
                let pairs: Vec<_> = entries.iter().map(|entry| (entry.key, entry.value)).collect();
                let map = StorageMap::with_entries(pairs).map_err(|_| strange())?;
                if map.root() != root {
                    return Err(strange());
                }
                Ok(match key {
                    Some(key) => vec![(key, map.get(&StorageMapKey::new(key)))],
                    None => map.entries().map(|(key, value)| (Word::from(*key), *value)).collect(),
                })
            }
            (StorageMapEntries::PartialMap { .. }, None) => Err(strange()),
        }
    }
}

fn entries_of(slot: &StorageSlotName, key: Option<Word>) -> StorageMapFetch {
    let keys: Vec<StorageMapKey> = key.into_iter().map(StorageMapKey::new).collect();
    StorageMapFetch::Slots(AccountStorageRequirements::new([(slot.clone(), keys.iter())]))
}
