//! The tags that notes are found by.

use miden_swift_runtime::Lane;
use miden_swift_wallet::Wallet;

use super::{no_payload, read, written};
use crate::codes::{
    WC_OPERATION_FOLLOW_TAG, WC_OPERATION_GET_FOLLOWED_TAGS, WC_OPERATION_UNFOLLOW_TAG,
};
use crate::messages::{ErrorMessage, FollowedTagsReply, TagReply, TagRequest};

/// The lane of an operation, where it is one of these.
pub(super) fn lane(operation: u32) -> Option<Lane> {
    match operation {
        WC_OPERATION_GET_FOLLOWED_TAGS => Some(Lane::Quick),
        // Behind a sync that runs.
        WC_OPERATION_FOLLOW_TAG | WC_OPERATION_UNFOLLOW_TAG => Some(Lane::Remote),
        _ => None,
    }
}

pub(super) async fn run(
    wallet: &Wallet,
    operation: u32,
    payload: &[u8],
) -> Result<Vec<u8>, ErrorMessage> {
    match operation {
        WC_OPERATION_GET_FOLLOWED_TAGS => {
            no_payload(payload)?;
            written::<FollowedTagsReply, _>(wallet.followed_tags().await)
        }
        WC_OPERATION_FOLLOW_TAG => {
            let TagRequest { tag } = read(payload)?;
            written::<TagReply, _>(wallet.follow_tag(tag).await)
        }
        WC_OPERATION_UNFOLLOW_TAG => {
            let TagRequest { tag } = read(payload)?;
            written::<TagReply, _>(wallet.unfollow_tag(tag).await)
        }
        _ => Err(ErrorMessage::invalid_parameter(format!("{operation} is not about a tag."))),
    }
}
