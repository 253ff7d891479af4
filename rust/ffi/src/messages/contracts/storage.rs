//! Accounts of components, their storage, and notes for network accounts.

use miden_swift_wallet::{
    AccountId, AccountStorage, InitialContent, InitialSlot, NetworkNote, NetworkNoteStage,
    NewAccount, Result, SignatureScheme, SlotContent, SlotQuery, StorageSlot, Visibility, Word,
    parse_account_id, parse_slot_name, parse_word,
};
use serde::{Deserialize, Serialize};

use super::super::ErrorMessage;
use super::super::requests::VisibilityMessage;
use super::super::secret::SecretBytes;
use super::PackageBytes;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateAccountRequest {
    components: Vec<PackageBytes>,
    basic_wallet: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    slots: Vec<InitialSlotMessage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    initial_storage: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<SecretBytes>,
    #[serde(
        default,
        with = "super::super::base64::option",
        skip_serializing_if = "Option::is_none"
    )]
    public_key: Option<Vec<u8>>,
    scheme: SignatureScheme,
    visibility: VisibilityMessage,
}

/// A slot with a value, or with the entries of a map.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct InitialSlotMessage {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    entries: Option<Vec<EntryMessage>>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryMessage {
    key: String,
    value: String,
}

impl CreateAccountRequest {
    pub(crate) fn parsed(self) -> Result<NewAccount, ErrorMessage> {
        let slots = self.slots.iter().map(InitialSlotMessage::parsed).collect::<Result<_, _>>()?;
        let components = self.components.iter().map(PackageBytes::parsed).collect::<Result<_>>();
        Ok(NewAccount {
            components: components.map_err(|error| ErrorMessage::from(&error))?,
            basic_wallet: self.basic_wallet,
            slots,
            initial_storage: self.initial_storage,
            seed: self.seed.map(|seed| seed.0),
            public_key: self.public_key,
            scheme: self.scheme,
            visibility: match self.visibility {
                VisibilityMessage::Public => Visibility::Public,
                VisibilityMessage::Private => Visibility::Private,
            },
        })
    }
}

impl InitialSlotMessage {
    fn parsed(&self) -> Result<InitialSlot, ErrorMessage> {
        let known = |error: miden_swift_wallet::WalletError| ErrorMessage::from(&error);
        let content = match (&self.value, &self.entries) {
            (Some(value), None) => InitialContent::Value(parse_word(value).map_err(known)?),
            (None, Some(entries)) => {
                let entry =
                    |entry: &EntryMessage| Ok((parse_word(&entry.key)?, parse_word(&entry.value)?));
                let entries = entries.iter().map(entry).collect::<Result<_>>();
                InitialContent::Map(entries.map_err(known)?)
            }
            _ => {
                return Err(ErrorMessage::invalid_parameter(
                    "A storage slot has a value or the entries of a map: name one of the two.",
                ));
            }
        };
        Ok(InitialSlot { name: parse_slot_name(&self.name).map_err(known)?, content })
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StorageRequest {
    account_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    slot: Option<SlotMessage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<String>,
}

/// Which slot: one key, which says by what it is found.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SlotMessage {
    Name(String),
    Index(u8),
}

impl StorageRequest {
    pub(crate) fn parsed(&self) -> Result<(AccountId, Option<SlotQuery>, Option<Word>)> {
        let slot = match &self.slot {
            None => None,
            Some(SlotMessage::Name(name)) => Some(SlotQuery::Name(parse_slot_name(name)?)),
            Some(SlotMessage::Index(index)) => Some(SlotQuery::Index(*index)),
        };
        let key = self.key.as_deref().map(parse_word).transpose()?;
        Ok((parse_account_id(&self.account_id)?, slot, key))
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct StorageReply {
    account_id: String,
    is_own: bool,
    block_number: u32,
    slots: Vec<SlotReply>,
}

/// A slot. One that is a map has `entries` where they were asked for, and its `value` commits to it.
#[derive(Debug, Serialize, Deserialize)]
struct SlotReply {
    index: u8,
    name: String,
    is_map: bool,
    value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    entries: Option<Vec<EntryMessage>>,
}

impl From<AccountStorage> for StorageReply {
    fn from(storage: AccountStorage) -> Self {
        Self {
            account_id: storage.account.to_hex(),
            is_own: storage.is_own,
            block_number: storage.block_number,
            slots: storage.slots.into_iter().map(SlotReply::from).collect(),
        }
    }
}

impl From<StorageSlot> for SlotReply {
    fn from(slot: StorageSlot) -> Self {
        let (is_map, value, entries) = match slot.content {
            SlotContent::Value(value) => (false, value, None),
            SlotContent::Map { root, entries } => (true, root, entries),
        };
        let entry =
            |(key, value): (Word, Word)| EntryMessage { key: key.to_hex(), value: value.to_hex() };
        Self {
            index: slot.index,
            name: slot.name.to_string(),
            is_map,
            value: value.to_hex(),
            entries: entries.map(|entries| entries.into_iter().map(entry).collect()),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NetworkNoteRequest {
    pub(crate) note_id: String,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct NetworkNoteReply {
    status: NetworkNoteStageMessage,
    attempts: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_attempt_block: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_error: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum NetworkNoteStageMessage {
    Pending,
    Processing,
    Discarded,
    Consumed,
}

impl From<NetworkNote> for NetworkNoteReply {
    fn from(note: NetworkNote) -> Self {
        Self {
            status: match note.stage {
                NetworkNoteStage::Pending => NetworkNoteStageMessage::Pending,
                NetworkNoteStage::Processing => NetworkNoteStageMessage::Processing,
                NetworkNoteStage::Discarded => NetworkNoteStageMessage::Discarded,
                NetworkNoteStage::Consumed => NetworkNoteStageMessage::Consumed,
            },
            attempts: note.attempts,
            last_attempt_block: note.last_attempt_block,
            last_error: note.last_error,
        }
    }
}
