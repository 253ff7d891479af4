//! What the chain says of a transaction, and what a node alone claims.

#![allow(clippy::large_futures, reason = "a test's thread has the room")]

use miden_client::store::TransactionFilter;

use super::*;
use crate::chain::embedded::NodeTraits;
use crate::chain::expiration::EXPIRATION_BLOCKS;
use crate::test_wallet::{open, open_on, paid, proven_consumption};
use crate::transactions::Token;
use crate::wallet::Wallet;
use crate::{NewWallet, Visibility};

async fn presence(wallet: &Wallet, executed: &TransactionResult) -> Presence {
    wallet.presence(executed).await.expect("the chain answers")
}

/// The state of the account that the node tells is another one than the transaction begins with.
#[tokio::test]
async fn a_transaction_whose_state_the_chain_has_not_come_to_is_not_taken_for_impossible() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let chain = folder.path().join("chain");
    let wallet = open_on(&chain, &folder.path().join("first")).await;
    let seeded = || NewWallet { seed: Some(vec![7; 32].into()), ..NewWallet::default() };
    let account = wallet.create_wallet(seeded()).await.expect("an account");
    // A store that never knows of the transaction before the one that is looked for.
    let other = open_on(&chain, &folder.path().join("second")).await;
    other.create_wallet(seeded()).await.expect("the same account");
    let note = paid(&wallet, account, Token::Miden, 5).await;
    wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    wallet.sync().await.expect("a sync");
    let first_note = paid(&wallet, account, Token::Miden, 1).await;
    let second_note = paid(&wallet, account, Token::Miden, 2).await;
    let (first, _) = proven_consumption(&wallet, account, first_note).await;
    let client = wallet.client.lock().await;
    client.apply_transaction(&first, first.block_num()).await.expect("it is recorded");
    drop(client);
    let (second, _) = proven_consumption(&wallet, account, second_note).await;

    other.sync().await.expect("a sync");
    assert_eq!(presence(&other, &second).await, Presence::NotFound);
}

#[tokio::test]
async fn a_transaction_is_replaced_once_another_one_of_its_state_is_in_a_block() {
    for visibility in [Visibility::Public, Visibility::Private] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let wallet = open(folder.path()).await;
        let new = NewWallet { visibility, ..NewWallet::default() };
        let account = wallet.create_wallet(new).await.expect("an account");
        // The account's first transaction, and a later one.
        for _ in 0..2 {
            let note = paid(&wallet, account, Token::Miden, 5).await;
            let other_note = paid(&wallet, account, Token::Miden, 2).await;
            let (executed, _) = proven_consumption(&wallet, account, note).await;
            assert_eq!(presence(&wallet, &executed).await, Presence::NotFound);
            wallet.consume(account, &[other_note], None, |_| {}).await.expect("it is consumed");
            assert_eq!(presence(&wallet, &executed).await, Presence::Replaced);
            wallet.sync().await.expect("a sync");
        }
    }
}

#[tokio::test]
async fn a_transaction_has_expired_only_some_blocks_later_and_once_the_wallet_has_synced_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    let note = paid(&wallet, account, Token::Miden, 5).await;
    let (executed, _) = proven_consumption(&wallet, account, note).await;
    let chain = wallet.chain.clone().expect("a chain");
    let blocks = u32::from(EXPIRATION_BLOCKS) + EXPIRATION_MARGIN_BLOCKS;
    chain.advance(blocks - 1).expect("blocks");
    wallet.sync().await.expect("a sync");
    assert_eq!(presence(&wallet, &executed).await, Presence::NotFound);
    chain.advance(1).expect("a block");
    assert_eq!(presence(&wallet, &executed).await, Presence::NotFound);
    wallet.sync().await.expect("a sync");
    let expired = Presence::Impossible(DiscardReason::Expired);
    assert_eq!(presence(&wallet, &executed).await, expired);
}

#[tokio::test]
async fn a_transaction_listed_in_another_block_than_was_asked_for_is_not_taken_for_included() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut wallet = open(folder.path()).await;
    let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    let note = paid(&wallet, account, Token::Miden, 5).await;
    let (executed, proven) = proven_consumption(&wallet, account, note).await;
    let mut client = wallet.client.lock().await;
    client.submit_proven_transaction(proven, &executed).await.expect("it is taken");
    drop(client);
    assert!(matches!(presence(&wallet, &executed).await, Presence::Committed(_)));
    let chain = wallet.chain.clone().expect("a chain");
    for block in [0, u32::MAX] {
        let traits = NodeTraits { lists_at: Some(block), ..NodeTraits::default() };
        wallet.node = chain.node(traits);
        assert_eq!(presence(&wallet, &executed).await, Presence::NotFound, "{block}");
    }
}

#[tokio::test]
async fn the_tip_that_a_node_claims_is_recorded_within_the_blocks_that_are_possible() {
    for claimed in [0, u32::MAX] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut wallet = open(folder.path()).await;
        let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
        let note = paid(&wallet, account, Token::Miden, 5).await;
        let chain = wallet.chain.clone().expect("a chain");
        let traits = NodeTraits { claims_tip: Some(claimed), ..NodeTraits::default() };
        wallet.node = chain.node(traits);
        let sent = wallet.consume(account, &[note], None, |_| {}).await.expect("it is accepted");
        let filter = TransactionFilter::Ids(vec![sent.transaction]);
        let record = wallet.transaction_records(filter).await.expect("the store").pop();
        let details = record.expect("it is recorded").details;
        let possible = details.block_num..=details.expiration_block_num;
        assert!(possible.contains(&details.submission_height), "{claimed}: {details:?}");
        assert_eq!(sent.block_number, details.submission_height.as_u32());
        wallet.sync().await.expect("a sync looks it up");
    }
}
