//! The tags that notes are found by, and the addresses that have them.

use miden_swift_runtime::Lane;
use miden_swift_wallet::{Wallet, parse_account_id};

use super::payloads::{known, no_payload, read, written};
use crate::codes::{
    WC_OPERATION_ADD_ADDRESS, WC_OPERATION_FOLLOW_TAG, WC_OPERATION_GET_ADDRESSES,
    WC_OPERATION_GET_FOLLOWED_TAGS, WC_OPERATION_REMOVE_ADDRESS, WC_OPERATION_UNFOLLOW_TAG,
};
use crate::messages::{
    AddressRequest, AddressesReply, AddressesRequest, ErrorMessage, FollowedTagsReply, TagReply,
    TagRequest,
};

/// The lane of an operation, where it is one of these.
pub(super) fn lane(operation: u32) -> Option<Lane> {
    match operation {
        WC_OPERATION_GET_FOLLOWED_TAGS | WC_OPERATION_GET_ADDRESSES => Some(Lane::Quick),
        // Behind a sync that runs.
        WC_OPERATION_FOLLOW_TAG
        | WC_OPERATION_UNFOLLOW_TAG
        | WC_OPERATION_ADD_ADDRESS
        | WC_OPERATION_REMOVE_ADDRESS => Some(Lane::Remote),
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
        WC_OPERATION_GET_ADDRESSES => {
            let request: AddressesRequest = read(payload)?;
            let account = request.account_id.as_deref().map(parse_account_id).transpose();
            written::<AddressesReply, _>(wallet.own_addresses(known(account)?).await)
        }
        WC_OPERATION_ADD_ADDRESS => {
            let AddressRequest { address } = read(payload)?;
            written::<TagReply, _>(wallet.add_address(&address).await)
        }
        WC_OPERATION_REMOVE_ADDRESS => {
            let AddressRequest { address } = read(payload)?;
            written::<TagReply, _>(wallet.remove_address(&address).await)
        }
        _ => Err(ErrorMessage::invalid_parameter(format!("{operation} is not about a tag."))),
    }
}
