//! What the caller is asked.

use miden_swift_wallet::{
    AccountId, Approval, Assets, CreatedNote, NoteId, PayloadKind, SignatureQuestion,
    SignatureScheme, TransactionSummary, WalletError,
};
use serde::{Deserialize, Serialize};

use super::contracts::CallsMessage;
use super::replies::{FungibleMessage, NonFungibleMessage, assets};
use super::requests::NoteTypeMessage;

/// A signature that is asked for.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SignQuestion {
    account_id: String,
    scheme: SignatureScheme,
    #[serde(with = "super::base64")]
    public_key: Vec<u8>,
    #[serde(with = "super::base64")]
    message: Vec<u8>,
    #[serde(default, with = "super::base64::option", skip_serializing_if = "Option::is_none")]
    digest: Option<Vec<u8>>,
    /// What is signed, unless it is a transaction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kind: Option<PayloadKind>,
    transaction: Option<TransactionMessage>,
}

/// What a transaction does.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TransactionMessage {
    account_id: String,
    consumed_notes: Vec<String>,
    created_notes: Vec<CreatedNoteMessage>,
    assets_in: AssetsMessage,
    assets_out: AssetsMessage,
    fee: Option<FungibleMessage>,
    remaining: Vec<FungibleMessage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    calls: Option<CallsMessage>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    changed_slots: Vec<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    changes_code: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    approval: Option<ApprovalMessage>,
}

/// What to hand back with a request that the user approved.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ApprovalMessage {
    #[serde(with = "super::base64")]
    digest: Vec<u8>,
    #[serde(with = "super::base64")]
    content: Vec<u8>,
}

impl ApprovalMessage {
    pub(super) fn parsed(&self) -> Result<Approval, WalletError> {
        Approval::from_parts(&self.digest, self.content.clone())
    }
}

impl From<Approval> for ApprovalMessage {
    fn from(Approval { digest, content }: Approval) -> Self {
        Self { digest: digest.to_vec(), content }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct CreatedNoteMessage {
    note_id: String,
    note_type: NoteTypeMessage,
    #[serde(skip_serializing_if = "Option::is_none")]
    recipient_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reclaim_height: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timelock_height: Option<u32>,
    fungible_assets: Vec<FungibleMessage>,
    non_fungible_assets: Vec<NonFungibleMessage>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct AssetsMessage {
    fungible_assets: Vec<FungibleMessage>,
    non_fungible_assets: Vec<NonFungibleMessage>,
}

impl From<SignatureQuestion> for SignQuestion {
    fn from(question: SignatureQuestion) -> Self {
        Self {
            account_id: question.account.to_hex(),
            scheme: question.scheme,
            public_key: question.public_key,
            message: question.message.to_vec(),
            digest: question.digest.map(Vec::from),
            kind: question.payload,
            transaction: question.transaction.map(TransactionMessage::from),
        }
    }
}

impl From<TransactionSummary> for TransactionMessage {
    fn from(summary: TransactionSummary) -> Self {
        Self {
            account_id: summary.account.to_hex(),
            consumed_notes: summary.consumed_notes.iter().map(NoteId::to_hex).collect(),
            created_notes: summary
                .created_notes
                .into_iter()
                .map(CreatedNoteMessage::from)
                .collect(),
            assets_in: summary.assets_in.into(),
            assets_out: summary.assets_out.into(),
            fee: summary.fee.map(FungibleMessage::from),
            remaining: summary.remaining.into_iter().map(FungibleMessage::from).collect(),
            calls: CallsMessage::of(summary.calls),
            changed_slots: summary.changed_slots,
            changes_code: summary.changes_code,
            approval: summary.approval.map(ApprovalMessage::from),
        }
    }
}

impl From<CreatedNote> for CreatedNoteMessage {
    fn from(note: CreatedNote) -> Self {
        let (fungible_assets, non_fungible_assets) =
            assets(note.assets.fungible, note.assets.non_fungible);
        Self {
            note_id: note.note.to_hex(),
            note_type: note.note_type.into(),
            recipient_id: note.recipient.map(AccountId::to_hex),
            reclaim_height: note.reclaim_height,
            timelock_height: note.timelock_height,
            fungible_assets,
            non_fungible_assets,
        }
    }
}

impl From<Assets> for AssetsMessage {
    fn from(held: Assets) -> Self {
        let (fungible_assets, non_fungible_assets) = assets(held.fungible, held.non_fungible);
        Self { fungible_assets, non_fungible_assets }
    }
}
