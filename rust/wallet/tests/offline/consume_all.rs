//! Consuming whatever there is.

use std::num::NonZeroUsize;

use crate::support::{self, World};
use miden_swift_wallet::{NotesToConsume, Payment, Token};

#[tokio::test]
async fn all_notes_are_consumed_in_as_few_transactions_as_fit() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let from = support::funded(&alice, 10_000, 0).await;
    let miden = support::faucet(&alice, from, "MIDEN").await;
    let to = support::new_account(&alice).await;
    let payments = vec![Payment::new(to, miden, 1); 103];
    let (_, mut paid) = alice.send(from, payments, None, |_| {}).await.expect("they are paid");
    alice.sync().await.expect("a sync");

    let preview = alice.preview_consume_all(to, &[]).await.expect("a preview");
    let first = alice.consume_all(to, &[], None, |_| {}).await.expect("they are consumed");
    assert!(first.sent.is_some() && first.failures.is_empty(), "{first:?}");
    assert_eq!(preview.remaining, first.remaining);
    let foreseen = preview.transaction.expect("a transaction");
    assert_eq!(
        (foreseen.consumed_notes, foreseen.assets_in.fungible[0].amount),
        (first.consumed.clone(), 100)
    );
    assert_eq!((first.consumed.len(), first.remaining.len()), (100, 3));
    let two = NotesToConsume { except: &[], at_most: NonZeroUsize::new(2).expect("two") };
    let second = alice.consume_all(to, two, None, |_| {}).await.expect("they are consumed");
    assert_eq!((second.consumed.len(), second.remaining.len()), (2, 1));
    assert_ne!(first.sent, second.sent);
    let third = alice.consume_all(to, two, None, |_| {}).await.expect("it is consumed");
    assert_eq!((third.consumed.len(), third.remaining.len()), (1, 0));
    let mut consumed = [first.consumed, second.consumed, third.consumed].concat();
    consumed.sort_unstable();
    paid.sort_unstable();
    assert_eq!(consumed, paid);
    assert_eq!(support::held(&alice, to, "MIDEN").await, 103);

    alice.sync().await.expect("a sync");
    let last = alice.consume_all(to, &[], None, |_| panic!("it is submitted")).await;
    let last = last.expect("nothing is no error");
    assert!(last.sent.is_none() && last.consumed.is_empty() && last.remaining.is_empty());
    let accounts = alice.accounts().await.expect("accounts");
    let nonce = accounts.iter().find(|known| known.account == to).map(|account| account.nonce);
    assert_eq!(nonce, Some(3));
}

/// The account has nothing to pay with but what comes in, and the note that brings it comes last.
#[tokio::test]
async fn a_note_that_brings_the_fee_lets_the_others_in() {
    let world = World::with(true, 500);
    let alice = world.wallet("alice").await;
    let account = support::new_account(&alice).await;
    for units in [5, 6, 7] {
        support::paid(&alice, account, Token::Tok, units).await;
    }
    let without = alice.consume_all(account, &[], None, |_| panic!("it is submitted")).await;
    let without = without.expect("a result");
    let kinds: Vec<_> = without.failures.iter().map(|(_, error)| error.kind()).collect();
    assert_eq!((without.sent, kinds), (None, vec!["insufficient_fee"; 3]));

    support::paid(&alice, account, Token::Miden, 1_000_000).await;
    let with = alice.consume_all(account, &[], None, |_| {}).await.expect("they are consumed");
    assert_eq!((with.consumed.len(), with.failures.len()), (4, 0), "{with:?}");
    assert_eq!(support::held(&alice, account, "TOK").await, 18);
}

#[tokio::test]
async fn what_waits_or_is_left_out_is_not_consumed() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let from = support::funded(&alice, 10_000, 0).await;
    let miden = support::faucet(&alice, from, "MIDEN").await;
    let to = support::new_account(&alice).await;
    let height = alice.sync().await.expect("a sync").block_number + 20;
    let plain = Payment::new(to, miden, 1);
    let locked = Payment { timelock_height: Some(height), ..plain.clone() };
    let payments = vec![plain.clone(), locked, plain];
    let (_, notes) = alice.send(from, payments, None, |_| {}).await.expect("they are paid");
    alice.sync().await.expect("a sync");

    let except = [notes[2]];
    let result = alice.consume_all(to, &except, None, |_| {}).await.expect("it is consumed");
    assert_eq!(result.consumed, [notes[0]]);
    assert!(result.failures.is_empty() && result.remaining.is_empty());
    world.advance(20, &[&alice]).await;
    let result = alice.consume_all(to, &except, None, |_| {}).await.expect("it is consumed");
    assert_eq!(result.consumed, [notes[1]]);

    // Nor is a payment to somebody else taken back, once that could be.
    let height = alice.sync().await.expect("a sync").block_number + 2;
    let back = Payment { reclaim_height: Some(height), ..Payment::new(to, miden, 1) };
    let (_, taken_back) = alice.send(from, vec![back], None, |_| {}).await.expect("it is paid");
    world.advance(3, &[&alice]).await;
    let result = alice.consume_all(from, &[], None, |_| panic!("it is submitted")).await;
    assert!(result.expect("there is nothing to do").consumed.is_empty());
    alice.consume(from, &taken_back, None, |_| {}).await.expect("by its id it is");

    let error = alice.consume_all(miden, &[], None, |_| {}).await.expect_err("no account of ours");
    assert_eq!(error.kind(), "unknown_account");
}

#[tokio::test]
async fn the_note_that_pays_the_fee_comes_first_and_small_ones_pay_it_together() {
    let world = World::with(true, 500);
    let wallet = world.wallet("alice").await;
    let account = support::new_account(&wallet).await;
    let mut small = Vec::new();
    for _ in 0..4 {
        small.push(support::paid(&wallet, account, Token::Miden, 3_000).await);
    }
    let large = support::paid(&wallet, account, Token::Miden, 20_000).await;

    // One at a time: the one that pays by itself comes first.
    let one = NotesToConsume { except: &[], at_most: NonZeroUsize::MIN };
    let foreseen = wallet.preview_consume_all(account, one).await.expect("a preview");
    assert!(foreseen.failures.is_empty(), "{foreseen:?}");
    let first = wallet.consume_all(account, one, None, |_| {}).await.expect("it is consumed");
    assert_eq!((first.consumed.as_slice(), first.failures.len()), (&[large][..], 0), "{first:?}");

    // An account that has nothing: each brings less than the fee, and all bring enough.
    let poor = support::new_account(&wallet).await;
    let mut notes = Vec::new();
    for _ in 0..4 {
        notes.push(support::paid(&wallet, poor, Token::Miden, 3_000).await);
    }
    let together = wallet.consume_all(poor, &[], None, |_| {}).await.expect("they are consumed");
    assert_eq!((together.consumed.len(), together.failures.len()), (4, 0), "{together:?}");
}
