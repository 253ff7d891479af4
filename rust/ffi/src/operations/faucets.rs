//! The wallet's faucets, and swaps.

use miden_swift_runtime::Lane;
use miden_swift_wallet::parse_account_id;

use super::job::Call;
use super::json::NoRequest;
use super::{Access, Commit, Operation, Properties, ReplyContent};
use crate::codes::{WC_OPERATION_CREATE_FAUCET, WC_OPERATION_GET_FAUCET, WC_OPERATION_GET_SWAPS};
use crate::messages::{
    AccountReply, AccountRequest, CreateFaucetRequest, ErrorMessage, FaucetReply, SwapsReply,
};

/// Creates a faucet: an account that issues a token.
pub(super) struct CreateFaucet;

impl Operation for CreateFaucet {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_CREATE_FAUCET,
        lane: Lane::Remote,
        commit: Commit::Write,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = CreateFaucetRequest;
    type Reply = AccountReply;

    async fn run(call: &Call, request: CreateFaucetRequest) -> Result<AccountReply, ErrorMessage> {
        Ok(call.wallet.create_faucet(request.into()).await?.into())
    }
}

/// Reads the token of a faucet, and how much of it was issued.
pub(super) struct GetFaucet;

impl Operation for GetFaucet {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_FAUCET,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = AccountRequest;
    type Reply = FaucetReply;

    async fn run(call: &Call, request: AccountRequest) -> Result<FaucetReply, ErrorMessage> {
        let faucet = parse_account_id(&request.account_id)?;
        Ok(call.wallet.faucet(faucet).await?.into())
    }
}

/// Lists the open swaps.
pub(super) struct GetSwaps;

impl Operation for GetSwaps {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_SWAPS,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = NoRequest;
    type Reply = SwapsReply;

    async fn run(call: &Call, _: NoRequest) -> Result<SwapsReply, ErrorMessage> {
        Ok(call.wallet.swaps().await?.into())
    }
}
