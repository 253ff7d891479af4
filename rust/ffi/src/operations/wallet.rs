//! The wallet as a whole.

use miden_swift_runtime::Lane;

use super::job::Call;
use super::json::{NoReply, NoRequest};
use super::{Access, Commit, Operation, Properties, ReplyContent};
use crate::codes::{
    WC_OPERATION_INFO, WC_OPERATION_PING, WC_OPERATION_SYNC, WC_OPERATION_TEST_CONNECTION,
};
use crate::messages::{ConnectionReply, ErrorMessage, InfoReply, SyncReply};

/// Does nothing, through every layer.
pub(super) struct Ping;

impl Operation for Ping {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_PING,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = NoRequest;
    type Reply = NoReply;

    async fn run(_call: &Call, _: NoRequest) -> Result<NoReply, ErrorMessage> {
        Ok(NoReply)
    }
}

/// Describes the wallet.
pub(super) struct Info;

impl Operation for Info {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_INFO,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = NoRequest;
    type Reply = InfoReply;

    async fn run(call: &Call, _: NoRequest) -> Result<InfoReply, ErrorMessage> {
        Ok(call.wallet.info().await?.into())
    }
}

/// Catches up with the chain.
pub(super) struct Sync;

impl Operation for Sync {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_SYNC,
        lane: Lane::Remote,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = NoRequest;
    type Reply = SyncReply;

    async fn run(call: &Call, _: NoRequest) -> Result<SyncReply, ErrorMessage> {
        Ok(call.wallet.sync().await?.into())
    }
}

/// Asks the node for its state.
pub(super) struct TestConnection;

impl Operation for TestConnection {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_TEST_CONNECTION,
        lane: Lane::Remote,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = NoRequest;
    type Reply = ConnectionReply;

    async fn run(call: &Call, _: NoRequest) -> Result<ConnectionReply, ErrorMessage> {
        Ok(ConnectionReply::of(call.wallet.test_connection().await)?)
    }
}
