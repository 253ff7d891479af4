//! Accounts and notes as files, and notes to be delivered.

use miden_swift_wallet::{
    AccountId, ImportedNote, NoteFileContent, NoteFileDescription, NoteId, UndeliveredNote,
    Zeroizing,
};
use serde::{Deserialize, Serialize};

use super::questions::AssetsMessage;
use super::requests::NoteTypeMessage;
use super::secret::SecretBytes;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportAccountRequest {
    pub(crate) file: SecretBytes,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct AccountFileReply {
    file: SecretBytes,
}

impl From<Zeroizing<Vec<u8>>> for AccountFileReply {
    fn from(file: Zeroizing<Vec<u8>>) -> Self {
        Self { file: SecretBytes(file) }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportNoteRequest {
    pub(crate) note_id: String,
    pub(crate) content: NoteFileContentMessage,
}

/// How much of a note a file holds.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NoteFileContentMessage {
    Id,
    Details,
    DetailsWithProof,
    Note,
}

impl From<NoteFileContentMessage> for NoteFileContent {
    fn from(message: NoteFileContentMessage) -> Self {
        match message {
            NoteFileContentMessage::Id => Self::Id,
            NoteFileContentMessage::Details => Self::Details,
            NoteFileContentMessage::DetailsWithProof => Self::DetailsWithProof,
            NoteFileContentMessage::Note => Self::Note,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct NoteFileReply {
    #[serde(with = "super::base64")]
    file: Vec<u8>,
}

impl From<Vec<u8>> for NoteFileReply {
    fn from(file: Vec<u8>) -> Self {
        Self { file }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportNoteRequest {
    #[serde(with = "super::base64")]
    pub(crate) file: Vec<u8>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ImportedNoteReply {
    #[serde(skip_serializing_if = "Option::is_none")]
    note_id: Option<String>,
    is_consumed: bool,
}

impl From<ImportedNote> for ImportedNoteReply {
    fn from(imported: ImportedNote) -> Self {
        Self {
            note_id: imported.note.as_ref().map(NoteId::to_hex),
            is_consumed: imported.is_consumed,
        }
    }
}

/// Asks what a note file says of its note.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DescribeNoteFileRequest {
    #[serde(with = "super::base64")]
    pub(crate) file: Vec<u8>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct DescribeNoteFileReply {
    #[serde(skip_serializing_if = "Option::is_none")]
    note_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sender: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note_type: Option<NoteTypeMessage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    assets: Option<AssetsMessage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_payment: Option<bool>,
}

impl From<NoteFileDescription> for DescribeNoteFileReply {
    fn from(description: NoteFileDescription) -> Self {
        Self {
            note_id: description.note.as_ref().map(NoteId::to_hex),
            sender: description.sender.map(AccountId::to_hex),
            note_type: description.note_type.map(NoteTypeMessage::from),
            assets: description.assets.map(AssetsMessage::from),
            is_payment: description.is_payment,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct UndeliveredNotesReply {
    notes: Vec<UndeliveredNoteMessage>,
}

#[derive(Debug, Serialize, Deserialize)]
struct UndeliveredNoteMessage {
    note_id: String,
    receiver_id: String,
    is_committed: bool,
}

impl From<Vec<UndeliveredNote>> for UndeliveredNotesReply {
    fn from(notes: Vec<UndeliveredNote>) -> Self {
        let notes = notes.into_iter().map(|note| UndeliveredNoteMessage {
            note_id: note.note.to_hex(),
            receiver_id: AccountId::to_hex(note.receiver),
            is_committed: note.is_committed,
        });
        Self { notes: notes.collect() }
    }
}
