//! Faucets of one's own, swaps, and invitations.

use miden_swift_runtime::Lane;
use miden_swift_wallet::{Wallet, parse_account_id};

use super::payloads::{known, no_payload, read, written};
use crate::codes::{
    WC_OPERATION_CHECK_INVITATION, WC_OPERATION_CREATE_FAUCET, WC_OPERATION_GET_FAUCET,
    WC_OPERATION_GET_SWAPS, WC_OPERATION_REGISTER_ACCOUNT,
};
use crate::messages::{
    AccountReply, AccountRequest, CheckInvitationReply, CheckInvitationRequest,
    CreateFaucetRequest, ErrorMessage, FaucetReply, RegisterRequest, SwapsReply,
};

/// The lane of an operation, where it is one of these.
pub(super) fn lane(operation: u32) -> Option<Lane> {
    match operation {
        WC_OPERATION_GET_FAUCET | WC_OPERATION_GET_SWAPS => Some(Lane::Quick),
        WC_OPERATION_CREATE_FAUCET
        | WC_OPERATION_REGISTER_ACCOUNT
        | WC_OPERATION_CHECK_INVITATION => Some(Lane::Remote),
        _ => None,
    }
}

pub(super) async fn run(
    wallet: &Wallet,
    operation: u32,
    payload: &[u8],
) -> Result<Vec<u8>, ErrorMessage> {
    match operation {
        WC_OPERATION_CREATE_FAUCET => {
            let request: CreateFaucetRequest = read(payload)?;
            written::<AccountReply, _>(wallet.create_faucet(request.into()).await)
        }
        WC_OPERATION_GET_FAUCET => {
            let request: AccountRequest = read(payload)?;
            let faucet = known(parse_account_id(&request.account_id))?;
            written::<FaucetReply, _>(wallet.faucet(faucet).await)
        }
        WC_OPERATION_GET_SWAPS => {
            no_payload(payload)?;
            written::<SwapsReply, _>(wallet.swaps().await)
        }
        WC_OPERATION_REGISTER_ACCOUNT => {
            let request: RegisterRequest = read(payload)?;
            let account = known(parse_account_id(&request.account_id))?;
            known(wallet.register(account, &request.invitation_code.0).await)?;
            written::<AccountReply, _>(Ok(account))
        }
        WC_OPERATION_CHECK_INVITATION => {
            let CheckInvitationRequest { invitation_code } = read(payload)?;
            let checked = wallet.check_invitation(&invitation_code.0).await;
            written::<CheckInvitationReply, _>(checked)
        }
        _ => Err(ErrorMessage::invalid_parameter(format!("{operation} is not of trade."))),
    }
}
