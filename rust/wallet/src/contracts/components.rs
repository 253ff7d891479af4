//! From packages and initial values to the components of an account.

use std::collections::BTreeSet;

use miden_client::Word;
use miden_client::account::component::{
    AccountComponent, AccountComponentMetadata, InitStorageData, MapSlotSchema, SchemaType,
    StorageSchema, StorageSlotSchema, StorageValueName, ValueSlotSchema, WordSchema, WordValue,
};
use miden_client::account::{StorageMap, StorageMapKey, StorageSlot, StorageSlotName};
use miden_protocol::errors::{AccountError, ComponentMetadataError};

use super::packages::Package;
use crate::errors::{ContractError, Result, chain};
use crate::quoting::quoting_little;

/// A storage slot with what is in it to begin with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InitialSlot {
    /// Its name.
    pub name: StorageSlotName,
    /// What is in it.
    pub content: InitialContent,
}

/// What is in a storage slot to begin with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InitialContent {
    /// A word.
    Value(Word),
    /// A map.
    Map(Vec<(Word, Word)>),
}

/// Makes components of packages. Slots go to the components that declare them; the others are those of
/// the first component that declares nothing.
pub(super) fn components(
    packages: &[Package],
    slots: &[InitialSlot],
    initial_storage: Option<&str>,
) -> Result<Vec<AccountComponent>> {
    let mut data = match initial_storage {
        Some(text) => InitStorageData::from_toml(text).map_err(|error| {
            ContractError::InvalidInitialStorage { source: quoting_little(&error) }
        })?,
        None => InitStorageData::default(),
    };
    let metadata = packages.iter().map(Package::metadata).collect::<Result<Vec<_>>>()?;
    let declared: BTreeSet<&StorageSlotName> = metadata
        .iter()
        .flatten()
        .flat_map(|metadata| metadata.storage_schema().iter().map(|(name, _)| name))
        .collect();
    let mut named = BTreeSet::new();
    let mut undeclared = Vec::new();
    for slot in slots {
        if !named.insert(&slot.name) {
            return Err(ContractError::SlotNamedTwice { slot: slot.name.to_string() }.into());
        }
        if let InitialContent::Map(entries) = &slot.content {
            require_different_keys(&slot.name, entries)?;
        }
        if declared.contains(&slot.name) {
            fill(&mut data, slot)?;
        } else {
            undeclared.push(slot);
        }
    }
    let of_file = data.values().keys().map(StorageValueName::slot_name).chain(data.maps().keys());
    if let Some(stranger) = of_file.into_iter().find(|name| !declared.contains(name)) {
        return Err(ContractError::UndeclaredSlot { slot: stranger.to_string() }.into());
    }
    if let Some(other) = packages.iter().find(|package| !package.is_component()) {
        let text =
            format!("the package {} has no procedure marked @account_procedure", other.0.name);
        return Err(ContractError::InvalidComponent { source: text.into() }.into());
    }
    // Said before what is wrong with those that are declared.
    if let Some(slot) = undeclared.first()
        && metadata.iter().all(Option::is_some)
    {
        return Err(ContractError::UndeclaredSlot { slot: slot.name.to_string() }.into());
    }
    let mut made = Vec::new();
    for (package, metadata) in packages.iter().zip(metadata) {
        made.push(match metadata {
            Some(_) => {
                AccountComponent::from_package(package.0.clone(), &data).map_err(unusable)?
            }
            None => plain_component(package, &std::mem::take(&mut undeclared))?,
        });
    }
    Ok(made)
}

/// Refuses a map of which one of two entries would count.
fn require_different_keys(slot: &StorageSlotName, entries: &[(Word, Word)]) -> Result<()> {
    let mut known = BTreeSet::new();
    match entries.iter().find(|(key, _)| !known.insert(*key)) {
        Some((key, _)) => {
            let (slot, key) = (slot.to_string(), *key);
            Err(ContractError::MapKeyNamedTwice { slot, key }.into())
        }
        None => Ok(()),
    }
}

/// Why a component cannot be made of its package and the initial values.
fn unusable(error: AccountError) -> ContractError {
    let missing = chain(&error).find_map(|cause| match cause.downcast_ref()? {
        ComponentMetadataError::InitValueNotProvided(value) => Some(value.to_string()),
        _ => None,
    });
    match missing {
        Some(value) => ContractError::InitialValueMissing { value },
        None => ContractError::InvalidComponent { source: error.into() },
    }
}

fn fill(data: &mut InitStorageData, slot: &InitialSlot) -> Result<()> {
    let filled = match &slot.content {
        InitialContent::Value(value) => {
            data.set_value(StorageValueName::from_slot_name(&slot.name), WordValue::from(*value))
        }
        InitialContent::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| ((*key).into(), (*value).into()));
            data.set_map_values(slot.name.clone(), entries.collect())
        }
    };
    filled.map_err(|error| ContractError::InvalidInitialStorage { source: error.into() }.into())
}

/// A component that says nothing of its storage: it has the slots it is given, and says so.
fn plain_component(package: &Package, slots: &[&InitialSlot]) -> Result<AccountComponent> {
    let invalid = |source| ContractError::InvalidComponent { source };
    let word = || WordSchema::new_simple(SchemaType::native_word());
    let mut schema = Vec::new();
    let mut made = Vec::new();
    for slot in slots {
        let (declared, content) = match &slot.content {
            InitialContent::Value(value) => (
                StorageSlotSchema::Value(ValueSlotSchema::new(None, word())),
                StorageSlot::with_value(slot.name.clone(), *value),
            ),
            InitialContent::Map(entries) => {
                let entries = entries
                    .iter()
                    .map(|(key, value)| (StorageMapKey::new(*key), *value))
                    .collect::<Vec<_>>();
                let map = StorageMap::with_entries(entries).map_err(|error| {
                    ContractError::InvalidInitialStorage { source: error.into() }
                })?;
                (
                    StorageSlotSchema::Map(MapSlotSchema::new(None, None, word(), word())),
                    StorageSlot::with_map(slot.name.clone(), map),
                )
            }
        };
        schema.push((slot.name.clone(), declared));
        made.push(content);
    }
    let schema = StorageSchema::new(schema).map_err(|error| invalid(error.into()))?;
    let metadata =
        AccountComponentMetadata::new(package.0.name.to_string()).with_storage_schema(schema);
    AccountComponent::new(package.0.clone(), made, metadata)
        .map_err(|error| invalid(error.into()).into())
}
