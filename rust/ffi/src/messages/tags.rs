//! The tags that notes are found by.

use miden_swift_wallet::{AccountId, FollowedTag, TagReason};
use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TagRequest {
    pub(crate) tag: u32,
}

/// Whether that changed anything.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TagReply {
    changed: bool,
}

impl From<bool> for TagReply {
    fn from(changed: bool) -> Self {
        Self { changed }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct FollowedTagsReply {
    tags: Vec<FollowedTagMessage>,
}

#[derive(Debug, Serialize, Deserialize)]
struct FollowedTagMessage {
    tag: u32,
    reason: TagReasonMessage,
    /// Of the reason `account`.
    #[serde(skip_serializing_if = "Option::is_none")]
    account_id: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum TagReasonMessage {
    Account,
    ExpectedNote,
    Subscription,
    Request,
}

impl From<Vec<FollowedTag>> for FollowedTagsReply {
    fn from(tags: Vec<FollowedTag>) -> Self {
        Self { tags: tags.into_iter().map(FollowedTagMessage::from).collect() }
    }
}

impl From<FollowedTag> for FollowedTagMessage {
    fn from(FollowedTag { tag, reason }: FollowedTag) -> Self {
        let (reason, account) = match reason {
            TagReason::Account(account) => (TagReasonMessage::Account, Some(account)),
            TagReason::ExpectedNote => (TagReasonMessage::ExpectedNote, None),
            TagReason::Subscription => (TagReasonMessage::Subscription, None),
            TagReason::Request => (TagReasonMessage::Request, None),
        };
        Self { tag, reason, account_id: account.map(AccountId::to_hex) }
    }
}
