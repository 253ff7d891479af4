//! What is in an account's storage.

use miden_client::Word;
use miden_client::account::{
    AccountId, StorageMapKey, StorageSlot as ClientSlot, StorageSlotContent, StorageSlotName,
};
use miden_client::store::AccountStorageFilter;

use crate::errors::{ContractError, ErrorMapper, Result};
use crate::pending::Pending;
use crate::transactions::coordinator::Coordinator;

/// Which slot is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SlotQuery {
    /// The slot of a name.
    Name(StorageSlotName),
    /// The slot at a place in the account's storage, from 0.
    Index(u8),
}

/// An account's storage, or what was asked for of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountStorage {
    /// The account.
    pub account: AccountId,
    /// Whether the account is one of this wallet. Else its storage was fetched, and checked against the
    /// chain.
    pub is_own: bool,
    /// The block as of which it is.
    pub block_number: u32,
    /// The slots, in the order of the account's storage.
    pub slots: Vec<StorageSlot>,
}

/// A storage slot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StorageSlot {
    /// Its place in the account's storage, from 0.
    pub index: u8,
    /// Its name.
    pub name: StorageSlotName,
    /// What is in it.
    pub content: SlotContent,
}

/// What is in a storage slot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SlotContent {
    /// A word.
    Value(Word),
    /// A map.
    Map {
        /// The commitment to it.
        root: Word,
        /// Its entries: all of them where a slot was asked for, one where a key was, which is empty where
        /// the map does not have it. `None` where the whole storage was asked for.
        entries: Option<Vec<(Word, Word)>>,
    },
}

impl Coordinator {
    /// What is in an account's storage: all its slots, or one, or one entry of a map. Of an account of
    /// this wallet it comes from the store, of another one, which has to be public, from the network.
    ///
    /// # Errors
    /// [`ContractError::NoSuchSlot`], [`ContractError::SlotIsNoMap`], for another's account also
    /// [`ContractError::AccountNotPublic`], [`LookupError::AccountNotOnChain`](crate::LookupError::AccountNotOnChain),
    /// [`ContractError::MapTooLarge`], [`crate::WalletError::NotSynced`] and what a failed call of the
    /// node means.
    pub fn storage(
        &self,
        account: AccountId,
        slot: Option<SlotQuery>,
        key: Option<Word>,
    ) -> Pending<'_, Result<AccountStorage>> {
        Box::pin(async move {
            if !self.has_account(account).await? {
                return self.fetch_storage(account, slot, key).await;
            }
            let block_number =
                self.store.get_sync_height().await.map_err(ErrorMapper::store)?.as_u32();
            let storage = self
                .store
                .get_account_storage(account, AccountStorageFilter::All)
                .await
                .map_err(ErrorMapper::store)?;
            let mut slots = Vec::new();
            for (index, found) in (0..).zip(storage.slots()) {
                if slot.as_ref().is_none_or(|wanted| wanted.is(index, found.name())) {
                    let content = content(account, found, slot.is_some(), key)?;
                    slots.push(StorageSlot { index, name: found.name().clone(), content });
                }
            }
            require_found(account, slot.as_ref(), &slots)?;
            Ok(AccountStorage { account, is_own: true, block_number, slots })
        })
    }
}

impl SlotQuery {
    pub(super) fn is(&self, index: u8, name: &StorageSlotName) -> bool {
        match self {
            Self::Name(wanted) => wanted == name,
            Self::Index(wanted) => *wanted == index,
        }
    }
}

impl std::fmt::Display for SlotQuery {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Name(name) => write!(out, "{name}"),
            Self::Index(index) => write!(out, "{index}"),
        }
    }
}

pub(super) fn require_found(
    account: AccountId,
    wanted: Option<&SlotQuery>,
    found: &[StorageSlot],
) -> Result<()> {
    match wanted {
        Some(slot) if found.is_empty() => {
            Err(ContractError::NoSuchSlot { account, slot: slot.to_string() }.into())
        }
        _ => Ok(()),
    }
}

fn content(
    account: AccountId,
    slot: &ClientSlot,
    with_entries: bool,
    key: Option<Word>,
) -> Result<SlotContent> {
    match (slot.content(), key) {
        (StorageSlotContent::Value(_), Some(_)) if with_entries => {
            Err(ContractError::SlotIsNoMap { account, slot: slot.name().to_string() }.into())
        }
        (StorageSlotContent::Value(value), _) => Ok(SlotContent::Value(*value)),
        (StorageSlotContent::Map(map), key) => {
            let entries = match key {
                Some(key) => vec![(key, map.get(&StorageMapKey::new(key)))],
                None => map.entries().map(|(key, value)| (Word::from(*key), *value)).collect(),
            };
            Ok(SlotContent::Map { root: map.root(), entries: with_entries.then_some(entries) })
        }
    }
}
