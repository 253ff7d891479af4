//! The tags that notes are found by, and the addresses that have them.

use miden_swift_runtime::Lane;
use miden_swift_wallet::parse_account_id;

use super::job::Call;
use super::json::NoRequest;
use super::{Access, Commit, Operation, Properties, ReplyContent};
use crate::codes::{
    WC_OPERATION_ADD_ADDRESS, WC_OPERATION_FOLLOW_TAG, WC_OPERATION_GET_ADDRESSES,
    WC_OPERATION_GET_FOLLOWED_TAGS, WC_OPERATION_REMOVE_ADDRESS, WC_OPERATION_UNFOLLOW_TAG,
};
use crate::messages::{
    AddressRequest, AddressesReply, AddressesRequest, ErrorMessage, FollowedTagsReply, TagReply,
    TagRequest,
};

/// Lists the tags that syncs ask for.
pub(super) struct GetFollowedTags;

impl Operation for GetFollowedTags {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_FOLLOWED_TAGS,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = NoRequest;
    type Reply = FollowedTagsReply;

    async fn run(call: &Call, _: NoRequest) -> Result<FollowedTagsReply, ErrorMessage> {
        Ok(call.wallet.followed_tags().await?.into())
    }
}

/// Makes syncs ask for the notes of a tag.
pub(super) struct FollowTag;

impl Operation for FollowTag {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_FOLLOW_TAG,
        // Behind a sync that runs.
        lane: Lane::Remote,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = TagRequest;
    type Reply = TagReply;

    async fn run(call: &Call, request: TagRequest) -> Result<TagReply, ErrorMessage> {
        Ok(call.wallet.follow_tag(request.tag).await?.into())
    }
}

/// Makes syncs no longer ask for a tag.
pub(super) struct UnfollowTag;

impl Operation for UnfollowTag {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_UNFOLLOW_TAG,
        // Behind a sync that runs.
        lane: Lane::Remote,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = TagRequest;
    type Reply = TagReply;

    async fn run(call: &Call, request: TagRequest) -> Result<TagReply, ErrorMessage> {
        Ok(call.wallet.unfollow_tag(request.tag).await?.into())
    }
}

/// Lists the addresses that are kept for accounts of the wallet.
pub(super) struct GetAddresses;

impl Operation for GetAddresses {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_ADDRESSES,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = AddressesRequest;
    type Reply = AddressesReply;

    async fn run(call: &Call, request: AddressesRequest) -> Result<AddressesReply, ErrorMessage> {
        let account = request.account_id.as_deref().map(parse_account_id).transpose()?;
        Ok(call.wallet.own_addresses(account).await?.into())
    }
}

/// Keeps an address of an account, by whose tag syncs find notes.
pub(super) struct AddAddress;

impl Operation for AddAddress {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_ADD_ADDRESS,
        // Behind a sync that runs.
        lane: Lane::Remote,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = AddressRequest;
    type Reply = TagReply;

    async fn run(call: &Call, request: AddressRequest) -> Result<TagReply, ErrorMessage> {
        Ok(call.wallet.add_address(&request.address).await?.into())
    }
}

/// Keeps an address no longer.
pub(super) struct RemoveAddress;

impl Operation for RemoveAddress {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_REMOVE_ADDRESS,
        // Behind a sync that runs.
        lane: Lane::Remote,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = AddressRequest;
    type Reply = TagReply;

    async fn run(call: &Call, request: AddressRequest) -> Result<TagReply, ErrorMessage> {
        Ok(call.wallet.remove_address(&request.address).await?.into())
    }
}
