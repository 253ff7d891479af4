//! Lookups of tokens on an embedded chain.

use std::rc::Rc;

use miden_client::account::AccountType;
use miden_client::asset::FungibleAsset;
use tokio::task::{LocalSet, spawn_local};

use super::*;
use crate::test_wallet::{given, open, paid, payment_note};
use crate::transactions::Token;
use crate::{AccountSecret, NewWallet, SignatureScheme};

/// An account that is not on the chain.
fn stranger(number: u8, kind: AccountType) -> AccountId {
    let secret = AccountSecret::derive(&[number; 32], SignatureScheme::EcdsaK256Keccak, kind);
    secret.expect("an account").account.id()
}

fn asset(faucet: AccountId) -> FungibleAsset {
    FungibleAsset::new(faucet, 1).expect("an asset")
}

#[tokio::test]
async fn a_transaction_does_not_wait_for_the_lookups_of_a_sync() {
    LocalSet::new()
        .run_until(async {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let wallet = Rc::new(open(folder.path()).await);
            let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
            let note = paid(&wallet, account, Token::Miden, 5).await;

            let lookups = wallet.fail_points.hold(FailPoint::BeforeTokenLookups);
            let syncing = wallet.clone();
            let sync = spawn_local(async move { syncing.sync().await });
            lookups.arrived().await;
            wallet.consume(account, &[note], None, |_| {}).await.expect("it does not wait");
            assert!(!sync.is_finished());
            lookups.release();
            sync.await.expect("no panic").expect("a sync");
        })
        .await;
}

#[tokio::test]
async fn faucets_that_describe_no_token_are_asked_a_few_at_a_time_and_once() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (wallet, account, _) = given(folder.path(), |account| {
        let note = |number: u8| {
            let faucet = stranger(100 + number, AccountType::Public);
            payment_note(account, asset(faucet), number.into())
        };
        (1..=15).map(note).collect()
    })
    .await;
    assert_eq!(wallet.undescribed_tokens().await.expect("the setting").len(), MOST_LOOKUPS);
    // What strangers sent does not hold up what the account gets.
    paid(&wallet, account, Token::Miden, 5).await;
    let asked = wallet.undescribed_tokens().await.expect("the setting");
    assert_eq!(asked.len(), 15);
    paid(&wallet, account, Token::Miden, 5).await;
    assert_eq!(wallet.undescribed_tokens().await.expect("the setting"), asked);
}

#[tokio::test]
async fn a_private_faucet_is_not_asked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let private = stranger(100, AccountType::Private);
    let (wallet, _, notes) =
        given(folder.path(), |account| vec![payment_note(account, asset(private), 1)]).await;
    assert_eq!(notes.len(), 1);
    assert_eq!(wallet.met_faucets().await.expect("faucets"), BTreeSet::from([private]));
    assert_eq!(wallet.undescribed_tokens().await.expect("the setting"), Undescribed::new());
    assert_eq!(wallet.token_of(private).await.expect("the store"), None);
}

#[test]
fn a_faucet_that_described_no_token_is_asked_again_after_many_blocks() {
    assert!(!is_due(7, 7));
    assert!(!is_due(7, 6 + BLOCKS_BEFORE_RETRY));
    assert!(is_due(7, 7 + BLOCKS_BEFORE_RETRY));
    // A backup of another time.
    assert!(!is_due(7, 3));
}
