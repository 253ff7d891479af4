//! What was approved is what is executed, also if the state has changed since.

use crate::contracts::{compiled, counter_package, new_counter};
use crate::support::signer::{Desk, public_key};
use crate::support::{self, World};
use miden_swift_wallet::{
    AccountId, Approval, CodeKind, CustomTransaction, Draft, NewAccount, Payment, Script,
    SignatureScheme, Source, Token, TransactionOptions, Visibility, Wallet, WalletError,
};

fn with(approved: &Approval) -> TransactionOptions {
    TransactionOptions { approved: Some(approved.clone()), ..TransactionOptions::default() }
}

async fn approval(wallet: &Wallet, account: AccountId, draft: &Draft) -> Approval {
    let preview = wallet.preview(account, draft).await.expect("a preview");
    preview.approval.expect("a preview can be approved")
}

/// The error of a transaction that must not be submitted.
async fn refused(
    wallet: &Wallet,
    account: AccountId,
    draft: &Draft,
    approved: &Approval,
) -> WalletError {
    let options = with(approved);
    let made = wallet.transact(account, draft, options, |_| panic!("it is submitted")).await;
    made.expect_err("it is refused")
}

#[tokio::test]
async fn an_approved_payment_is_made_and_each_preview_of_it_has_the_same_digest() {
    let world = World::with(true, 500);
    let wallet = world.wallet("alice").await;
    let account = support::funded(&wallet, 1_000_000, 5).await;
    let miden = support::faucet(&wallet, account, "MIDEN").await;
    let to = support::new_account(&wallet).await;
    let draft = Draft::Send(vec![Payment::new(to, miden, 7)]);
    let approved = approval(&wallet, account, &draft).await;
    // Its notes have other serial numbers.
    assert_eq!(approval(&wallet, account, &draft).await, approved);
    wallet.transact(account, &draft, with(&approved), |_| {}).await.expect("it is made");
}

#[tokio::test]
async fn an_approval_of_another_request_or_a_changed_one_is_refused() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let account = support::funded(&wallet, 1_000, 5).await;
    let other = support::funded(&wallet, 1_000, 5).await;
    let miden = support::faucet(&wallet, account, "MIDEN").await;
    let draft = Draft::Send(vec![Payment::new(other, miden, 7)]);
    let approved = approval(&wallet, account, &draft).await;
    let more = Draft::Send(vec![Payment::new(other, miden, 8)]);
    let error = refused(&wallet, account, &more, &approved).await;
    assert_eq!(error.kind(), "approval_of_another_request");
    let error = refused(&wallet, other, &draft, &approved).await;
    assert_eq!(error.kind(), "approval_of_another_request");

    let mut changed = approved.clone();
    *changed.content.last_mut().expect("there is content") ^= 1;
    assert_eq!(refused(&wallet, account, &draft, &changed).await.kind(), "invalid_approval");
    changed.content.clear();
    assert_eq!(refused(&wallet, account, &draft, &changed).await.kind(), "invalid_approval");
    wallet.transact(account, &draft, with(&approved), |_| {}).await.expect("it is made");
}

#[tokio::test]
async fn a_note_that_was_consumed_after_its_approval_is_not_replaced_by_anything() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let account = support::funded(&wallet, 1_000, 0).await;
    let note = support::paid(&wallet, account, Token::Tok, 3).await;
    let draft = Draft::Consume(vec![note]);
    let approved = approval(&wallet, account, &draft).await;
    wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    let error = refused(&wallet, account, &draft, &approved).await;
    assert!(["note_being_consumed", "note_already_consumed"].contains(&error.kind()), "{error}");
}

/// A script that writes the count that there is plus one.
fn increment() -> Draft {
    let source = Source {
        packages: vec![counter_package()],
        ..Source::new(
            CodeKind::TransactionScript,
            include_str!("../../../../Tests/Contracts/increment.masm"),
        )
    };
    let script = Some(Script::Package(Box::new(compiled(&source))));
    Draft::Custom(Box::new(CustomTransaction { script, ..CustomTransaction::default() }))
}

#[tokio::test]
async fn a_script_that_writes_something_else_than_was_shown_is_refused() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let account = wallet.create_account(new_counter(Visibility::Public, false)).await;
    let account = account.expect("an account");
    let draft = increment();
    // The first transaction makes the account with all of its slots.
    let first = approval(&wallet, account, &draft).await;
    wallet.transact(account, &draft, with(&first), |_| {}).await.expect("it is made");
    wallet.sync().await.expect("a sync");

    let preview = wallet.preview(account, &draft).await.expect("a preview");
    assert_eq!(preview.changed_slots, ["miden::tutorials::counter"]);
    assert!(!preview.changes_code);
    let approved = preview.approval.expect("a preview can be approved");
    wallet.transact(account, &draft, None, |_| {}).await.expect("it is made");
    wallet.sync().await.expect("a sync");
    let error = refused(&wallet, account, &draft, &approved).await;
    assert_eq!(error.kind(), "approval_exceeded");
    assert!(error.to_string().contains("the storage slot miden::tutorials::counter"), "{error}");
}

#[tokio::test]
async fn a_signer_is_not_asked_for_what_was_not_approved() {
    const SEED: [u8; 32] = [7; 32];
    let scheme = SignatureScheme::EcdsaK256Keccak;
    let world = World::new();
    let (mut desk, keys) = Desk::new();
    let wallet = world.wallet_with("alice", keys).await;
    wallet.sync().await.expect("a sync");
    let public_key = Some(public_key(SEED, scheme).await);
    let new = NewAccount { public_key, scheme, ..new_counter(Visibility::Public, false) };
    let account = wallet.create_account(new).await.expect("an account");
    let draft = increment();
    for _ in 0..2 {
        let approved = approval(&wallet, account, &draft).await;
        let made = wallet.transact(account, &draft, with(&approved), |_| {});
        let (sent, _) = tokio::join!(made, async { desk.asked().await.sign(SEED).await });
        sent.expect("it is made");
        wallet.sync().await.expect("a sync");
        // What was shown was another count.
        let error = refused(&wallet, account, &draft, &approved).await;
        assert_eq!(error.kind(), "approval_exceeded");
        assert!(desk.is_empty(), "nobody was asked");
    }
}
