//! The tokens the wallet knows.

use miden_swift_runtime::Lane;
use miden_swift_wallet::parse_account_id;

use super::job::Call;
use super::json::NoRequest;
use super::{Access, Commit, Operation, Properties, ReplyContent};
use crate::codes::{
    WC_OPERATION_ADD_TOKEN, WC_OPERATION_GET_TOKENS, WC_OPERATION_SET_TOKEN_HIDDEN,
};
use crate::messages::{AccountRequest, ErrorMessage, TokenHiddenRequest, TokenReply, TokensReply};

/// Lists the tokens.
pub(super) struct GetTokens;

impl Operation for GetTokens {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_TOKENS,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = NoRequest;
    type Reply = TokensReply;

    async fn run(call: &Call, _: NoRequest) -> Result<TokensReply, ErrorMessage> {
        Ok(call.wallet.tokens().await?.into())
    }
}

/// Adds the token of a faucet.
pub(super) struct AddToken;

impl Operation for AddToken {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_ADD_TOKEN,
        lane: Lane::Remote,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = AccountRequest;
    type Reply = TokenReply;

    async fn run(call: &Call, request: AccountRequest) -> Result<TokenReply, ErrorMessage> {
        let faucet = parse_account_id(&request.account_id)?;
        Ok(call.wallet.add_token(faucet).await?.into())
    }
}

/// Hides a token, or shows it again.
pub(super) struct SetTokenHidden;

impl Operation for SetTokenHidden {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_SET_TOKEN_HIDDEN,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = TokenHiddenRequest;
    type Reply = TokenReply;

    async fn run(call: &Call, request: TokenHiddenRequest) -> Result<TokenReply, ErrorMessage> {
        let faucet = parse_account_id(&request.faucet_id)?;
        Ok(call.wallet.set_token_hidden(faucet, request.is_hidden).await?.into())
    }
}
