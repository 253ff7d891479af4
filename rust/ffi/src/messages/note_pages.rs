//! Notes in pages.

use miden_swift_wallet::{
    AccountId, NoteDirection, NoteEntry, NoteKind, NotePage, NoteQuery, NoteState, NoteType,
    WalletError, parse_account_id,
};
use serde::{Deserialize, Serialize};

use super::questions::AssetsMessage;
use super::requests::NoteTypeMessage;
use super::swaps::NoteKindMessage;

/// Which notes are asked for, and from where on. Times are seconds since 1970.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NotesRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    account_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    direction: Option<DirectionMessage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    state: Option<StateMessage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note_type: Option<NoteTypeMessage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kind: Option<NoteKindMessage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    recorded_from: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    recorded_before: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    block_from: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    block_before: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) after: Option<String>,
    pub(crate) limit: u32,
}

impl NotesRequest {
    /// What the notes have to be like.
    pub(crate) fn query(self) -> Result<NoteQuery, WalletError> {
        Ok(NoteQuery {
            account: self.account_id.as_deref().map(parse_account_id).transpose()?,
            direction: self.direction.map(NoteDirection::from),
            state: self.state.map(NoteState::from),
            note_type: self.note_type.map(NoteType::from),
            kind: self.kind.map(NoteKind::from),
            recorded_from: self.recorded_from,
            recorded_before: self.recorded_before,
            block_from: self.block_from,
            block_before: self.block_before,
        })
    }
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum DirectionMessage {
    Received,
    Made,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StateMessage {
    Expected,
    Committed,
    Processing,
    Consumed,
    Discarded,
    Invalid,
}

impl From<DirectionMessage> for NoteDirection {
    fn from(message: DirectionMessage) -> Self {
        match message {
            DirectionMessage::Received => Self::Received,
            DirectionMessage::Made => Self::Made,
        }
    }
}

impl From<NoteDirection> for DirectionMessage {
    fn from(direction: NoteDirection) -> Self {
        match direction {
            NoteDirection::Received => Self::Received,
            NoteDirection::Made => Self::Made,
        }
    }
}

impl From<StateMessage> for NoteState {
    fn from(message: StateMessage) -> Self {
        match message {
            StateMessage::Expected => Self::Expected,
            StateMessage::Committed => Self::Committed,
            StateMessage::Processing => Self::Processing,
            StateMessage::Consumed => Self::Consumed,
            StateMessage::Discarded => Self::Discarded,
            StateMessage::Invalid => Self::Invalid,
        }
    }
}

impl From<NoteState> for StateMessage {
    fn from(state: NoteState) -> Self {
        match state {
            NoteState::Expected => Self::Expected,
            NoteState::Committed => Self::Committed,
            NoteState::Processing => Self::Processing,
            NoteState::Consumed => Self::Consumed,
            NoteState::Discarded => Self::Discarded,
            NoteState::Invalid => Self::Invalid,
        }
    }
}

/// One note is asked for.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoteRequest {
    pub(crate) note_id: String,
}

/// A page of notes.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct NotesReply {
    notes: Vec<NoteEntryMessage>,
    /// Where the next page begins, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// A note.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct NoteEntryMessage {
    note_id: String,
    direction: DirectionMessage,
    #[serde(skip_serializing_if = "Option::is_none")]
    account_id: Option<String>,
    note_type: NoteTypeMessage,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<NoteKindMessage>,
    state: StateMessage,
    #[serde(skip_serializing_if = "Option::is_none")]
    block_number: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    consumed_in_block: Option<u32>,
    recorded_at: u64,
    assets: AssetsMessage,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterparty_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction_id: Option<String>,
}

impl From<NotePage> for NotesReply {
    fn from(page: NotePage) -> Self {
        let notes = page.entries.into_iter().map(NoteEntryMessage::from).collect();
        Self { notes, next: page.next }
    }
}

impl From<NoteEntry> for NoteEntryMessage {
    fn from(entry: NoteEntry) -> Self {
        Self {
            note_id: entry.note.to_hex(),
            direction: entry.direction.into(),
            account_id: entry.account.map(AccountId::to_hex),
            note_type: entry.note_type.into(),
            kind: entry.kind.map(NoteKindMessage::from),
            state: entry.state.into(),
            block_number: entry.block_number,
            consumed_in_block: entry.consumed_in_block,
            recorded_at: entry.recorded_at,
            assets: entry.assets.into(),
            counterparty_id: entry.counterparty.map(AccountId::to_hex),
            transaction_id: entry.transaction.map(|transaction| transaction.to_hex()),
        }
    }
}
