//! The notes that came in for an account.

use miden_swift_wallet::{
    AccountId, ReceivedNote, ReceivedNoteQuery, ReceivedNoteState, WalletError, parse_note_id,
    parse_nullifier,
};
use serde::{Deserialize, Serialize};

use super::questions::AssetsMessage;
use super::requests::NoteTypeMessage;

/// Which notes are asked for.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReceivedNotesRequest {
    pub(crate) account_id: String,
    filter: FilterMessage,
    /// Ids of notes, or nullifiers, for the filters that have some.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ids: Vec<String>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum FilterMessage {
    All,
    Consumed,
    Committed,
    Expected,
    Processing,
    Unverified,
    Notes,
    Nullifiers,
}

impl ReceivedNotesRequest {
    pub(crate) fn query(self) -> Result<ReceivedNoteQuery, WalletError> {
        let ids = self.ids.iter().map(String::as_str);
        Ok(match self.filter {
            FilterMessage::All => ReceivedNoteQuery::All,
            FilterMessage::Consumed => ReceivedNoteQuery::Consumed,
            FilterMessage::Committed => ReceivedNoteQuery::Committed,
            FilterMessage::Expected => ReceivedNoteQuery::Expected,
            FilterMessage::Processing => ReceivedNoteQuery::Processing,
            FilterMessage::Unverified => ReceivedNoteQuery::Unverified,
            FilterMessage::Notes => {
                ReceivedNoteQuery::Notes(ids.map(parse_note_id).collect::<Result<_, _>>()?)
            }
            FilterMessage::Nullifiers => {
                ReceivedNoteQuery::Nullifiers(ids.map(parse_nullifier).collect::<Result<_, _>>()?)
            }
        })
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ReceivedNotesReply {
    notes: Vec<ReceivedNoteMessage>,
}

#[derive(Debug, Serialize, Deserialize)]
struct ReceivedNoteMessage {
    note_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    sender: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note_type: Option<NoteTypeMessage>,
    assets: AssetsMessage,
    nullifier: String,
    state: StateMessage,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StateMessage {
    Expected,
    Unverified,
    Committed,
    Invalid,
    ProcessingAuthenticated,
    ProcessingUnauthenticated,
    ConsumedAuthenticatedLocal,
    ConsumedUnauthenticatedLocal,
    ConsumedExternal,
}

impl From<ReceivedNoteState> for StateMessage {
    fn from(state: ReceivedNoteState) -> Self {
        use ReceivedNoteState as S;
        match state {
            S::Expected => Self::Expected,
            S::Unverified => Self::Unverified,
            S::Committed => Self::Committed,
            S::Invalid => Self::Invalid,
            S::ProcessingAuthenticated => Self::ProcessingAuthenticated,
            S::ProcessingUnauthenticated => Self::ProcessingUnauthenticated,
            S::ConsumedAuthenticatedLocal => Self::ConsumedAuthenticatedLocal,
            S::ConsumedUnauthenticatedLocal => Self::ConsumedUnauthenticatedLocal,
            S::ConsumedExternal => Self::ConsumedExternal,
        }
    }
}

impl From<Vec<ReceivedNote>> for ReceivedNotesReply {
    fn from(notes: Vec<ReceivedNote>) -> Self {
        Self { notes: notes.into_iter().map(ReceivedNoteMessage::from).collect() }
    }
}

impl From<ReceivedNote> for ReceivedNoteMessage {
    fn from(note: ReceivedNote) -> Self {
        Self {
            note_id: note.note.to_hex(),
            sender: note.sender.map(AccountId::to_hex),
            note_type: note.note_type.map(NoteTypeMessage::from),
            assets: note.assets.into(),
            nullifier: note.nullifier.to_hex(),
            state: note.state.into(),
        }
    }
}
