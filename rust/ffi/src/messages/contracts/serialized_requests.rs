//! Transaction requests of others, in bytes.

use miden_swift_wallet::{
    AccountId, RequestDescription, RequestedNote, RequestedRecipient, Result, SerializedRequest,
};
use serde::{Deserialize, Serialize};

use super::super::questions::{AssetsMessage, CreatedNoteMessage};
use super::CallsMessage;

/// The bytes of a request.
#[derive(Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct RequestBytes(#[serde(with = "super::super::base64")] Vec<u8>);

impl RequestBytes {
    pub(crate) fn parsed(&self) -> Result<SerializedRequest> {
        SerializedRequest::read(self.0.clone())
    }
}

/// Asks what can be read in a request.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DescribeRequestRequest {
    #[serde(with = "super::super::base64")]
    pub(crate) request: Vec<u8>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct DescribeRequestReply {
    created_notes: Vec<CreatedNoteMessage>,
    recipients: Vec<RecipientMessage>,
    consumed_notes: Vec<ConsumedNoteMessage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    script: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    calls: Option<CallsMessage>,
    foreign_account_ids: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct RecipientMessage {
    digest: String,
    script: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    account_id: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct ConsumedNoteMessage {
    note_id: String,
    script: String,
    is_standard: bool,
    assets: AssetsMessage,
}

impl From<RequestDescription> for DescribeRequestReply {
    fn from(request: RequestDescription) -> Self {
        Self {
            created_notes: request
                .created_notes
                .into_iter()
                .map(CreatedNoteMessage::from)
                .collect(),
            recipients: request.recipients.into_iter().map(RecipientMessage::from).collect(),
            consumed_notes: request
                .consumed_notes
                .into_iter()
                .map(ConsumedNoteMessage::from)
                .collect(),
            script: request.script.map(|script| script.to_hex()),
            calls: CallsMessage::of(request.calls),
            foreign_account_ids: request
                .foreign_accounts
                .into_iter()
                .map(AccountId::to_hex)
                .collect(),
        }
    }
}

impl From<RequestedRecipient> for RecipientMessage {
    fn from(recipient: RequestedRecipient) -> Self {
        Self {
            digest: recipient.digest.to_hex(),
            script: recipient.script.to_hex(),
            account_id: recipient.account.map(AccountId::to_hex),
        }
    }
}

impl From<RequestedNote> for ConsumedNoteMessage {
    fn from(note: RequestedNote) -> Self {
        Self {
            note_id: note.note.to_hex(),
            script: note.script.to_hex(),
            is_standard: note.is_standard,
            assets: note.assets.into(),
        }
    }
}
