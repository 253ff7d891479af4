//! The operations on tokens, and on what an account is and holds, be it the wallet's or anybody's.

use miden_swift_runtime::Lane;
use miden_swift_wallet::{Wallet, parse_account_id};

use super::payloads::{known, no_payload, read, written};
use crate::codes::{
    WC_OPERATION_ADD_TOKEN, WC_OPERATION_GET_ACCOUNT_DETAILS, WC_OPERATION_GET_PUBLIC_ACCOUNT,
    WC_OPERATION_GET_TOKENS, WC_OPERATION_SET_TOKEN_HIDDEN,
};
use crate::messages::{
    AccountDetailsReply, AccountRequest, ErrorMessage, PublicAccountReply, PublicAccountRequest,
    TokenHiddenRequest, TokenReply, TokensReply,
};

/// The lane of an operation, where it is one of these.
pub(super) fn lane(operation: u32) -> Option<Lane> {
    match operation {
        WC_OPERATION_GET_TOKENS
        | WC_OPERATION_SET_TOKEN_HIDDEN
        | WC_OPERATION_GET_ACCOUNT_DETAILS => Some(Lane::Quick),
        WC_OPERATION_ADD_TOKEN | WC_OPERATION_GET_PUBLIC_ACCOUNT => Some(Lane::Remote),
        _ => None,
    }
}

pub(super) async fn run(
    wallet: &Wallet,
    operation: u32,
    payload: &[u8],
) -> Result<Vec<u8>, ErrorMessage> {
    match operation {
        WC_OPERATION_GET_TOKENS => {
            no_payload(payload)?;
            written::<TokensReply, _>(wallet.tokens().await)
        }
        WC_OPERATION_ADD_TOKEN => {
            let request: AccountRequest = read(payload)?;
            let faucet = known(parse_account_id(&request.account_id))?;
            written::<TokenReply, _>(wallet.add_token(faucet).await)
        }
        WC_OPERATION_SET_TOKEN_HIDDEN => {
            let request: TokenHiddenRequest = read(payload)?;
            let faucet = known(parse_account_id(&request.faucet_id))?;
            written::<TokenReply, _>(wallet.set_token_hidden(faucet, request.is_hidden).await)
        }
        WC_OPERATION_GET_PUBLIC_ACCOUNT => {
            let request: PublicAccountRequest = read(payload)?;
            let account = known(parse_account_id(&request.account_id))?;
            let found = wallet.public_account(account, request.block_number).await;
            written::<PublicAccountReply, _>(found)
        }
        WC_OPERATION_GET_ACCOUNT_DETAILS => {
            let request: AccountRequest = read(payload)?;
            let account = known(parse_account_id(&request.account_id))?;
            written::<AccountDetailsReply, _>(wallet.account_details(account).await)
        }
        _ => Err(ErrorMessage::invalid_parameter(format!("{operation} is not about money."))),
    }
}
