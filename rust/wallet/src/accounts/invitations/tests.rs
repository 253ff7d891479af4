//! A network that takes new accounts by invitation.

use std::cell::Cell;
use std::rc::Rc;

use miden_client::ClientError;
use miden_client::rpc::{EndpointError, GrpcError, RegisterAccountError, RpcEndpoint, RpcError};

use crate::test_wallet::{open, paid};
use crate::transactions::Draft;
use crate::{NewWallet, Token, with_point_of_no_return};

#[tokio::test]
async fn an_account_without_an_invitation_is_refused_before_its_proof() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    let other = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    let note = paid(&wallet, account, Token::Miden, 5).await;
    let payment = paid(&wallet, other, Token::Miden, 5).await;
    wallet.consume(other, &[payment], None, |_| {}).await.expect("everybody is taken");
    wallet.chain.as_ref().expect("a chain").enforce_allowlist();

    let sentence = format!(
        "This network takes new accounts by invitation only, and account {account} has none. Nothing was \
         proven or sent. Register the account with an invitation code first."
    );
    let error = wallet.consume(account, &[note], None, |_| panic!("it is submitted")).await;
    let error = error.expect_err("it has none");
    assert_eq!((error.to_string(), error.kind()), (sentence.clone(), "not_invited"));
    let error = wallet.preview(account, &Draft::Consume(vec![note])).await.expect_err("nor so");
    assert_eq!(error.to_string(), sentence);
    let error = wallet.consume_all(account, &[], None, |_| panic!("it is submitted")).await;
    assert_eq!(error.expect_err("nor so").kind(), "not_invited");

    // An account that is there is taken as ever.
    let error = wallet.register(other, "code").await.expect_err("it needs none");
    assert_eq!(error.kind(), "invitation_not_needed");
    let more = paid(&wallet, other, Token::Miden, 5).await;
    wallet.consume(other, &[more], None, |_| {}).await.expect("it is there already");

    wallet.register(account, "code").await.expect("it is registered");
    let error = wallet.register(account, "another").await.expect_err("it is registered");
    assert_eq!(error.kind(), "invitation_not_needed");
    wallet.consume(account, &[note], None, |_| {}).await.expect("it is invited");
    let stranger = crate::ids::parse_account_id("0x550559ffb22381117072d0749fccd2");
    let error = wallet.register(stranger.expect("an id"), "code").await;
    assert_eq!(error.expect_err("not of this wallet").kind(), "unknown_account");
}

/// Who is told that nothing was done gives the code to another account.
#[tokio::test]
async fn a_registration_that_has_begun_is_not_given_up() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    wallet.chain.as_ref().expect("a chain").enforce_allowlist();
    let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    let passed = Rc::new(Cell::new(false));
    let point = passed.clone();
    let registering = wallet.register(account, "code");
    with_point_of_no_return(move || point.set(true), registering).await.expect("it is registered");
    assert!(passed.get());
}

/// A node refuses the registration of a wallet that cannot name its genesis block.
#[tokio::test]
async fn a_wallet_that_was_never_synced_learns_of_the_chain_first() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    wallet.chain.as_ref().expect("a chain").enforce_allowlist();
    let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    assert_eq!(wallet.info().await.expect("its state").sync_height, 0);
    wallet.register(account, "code").await.expect("it is registered");
    assert!(wallet.info().await.expect("its state").sync_height > 0);
}

#[tokio::test]
async fn a_code_is_checked_and_not_used_up() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    let error = wallet.check_invitation("code").await.expect_err("everybody is taken");
    assert_eq!(error.kind(), "invitation_not_needed");
    let chain = wallet.chain.clone().expect("a chain");
    chain.enforce_allowlist();
    assert!(!wallet.check_invitation("code").await.expect("an answer"));
    chain.invite("code");
    for _ in 0..2 {
        assert!(wallet.check_invitation("code").await.expect("an answer"));
    }
    assert!(!wallet.check_invitation("Code").await.expect("an answer"));
    let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    wallet.register(account, "code").await.expect("it was not used up");
    assert!(!wallet.check_invitation("code").await.expect("an answer"));
    let error = wallet.check_invitation("").await.expect_err("it cannot be one");
    assert_eq!(error.kind(), "invalid_invitation");
}

#[tokio::test]
async fn what_is_wrong_with_an_invitation_is_said() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    for (refusal, kind) in [
        (RegisterAccountError::InvitationNotFound, "invitation_unknown"),
        (RegisterAccountError::AlreadyRegistered, "invitation_used"),
        (RegisterAccountError::InvalidRequest("empty".to_owned()), "invalid_invitation"),
    ] {
        let error = ClientError::RpcError(RpcError::RequestError {
            endpoint: RpcEndpoint::RegisterAccount,
            error_kind: GrpcError::NotFound,
            endpoint_error: Some(EndpointError::RegisterAccount(refusal)),
            source: None,
        });
        assert_eq!(wallet.refused_invitation(account, error).kind(), kind);
    }
}
