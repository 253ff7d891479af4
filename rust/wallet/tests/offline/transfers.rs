//! Payments: to many at once, locked for a while, and taken back.

use crate::refusals::refused;
use crate::support::{self, World};
use miden_swift_wallet::{
    AccountId, Draft, ErrorCode, InputNote, NonFungibleItem, NoteId, NoteType, Payment,
    TransferError, Wallet, WalletError, parse_asset,
};

/// How a note looks to the wallet, if it is listed at all.
async fn listed(wallet: &Wallet, account: AccountId, note: NoteId) -> Option<InputNote> {
    let mut listed = wallet.input_notes(None).await.expect("notes");
    let of_account = wallet.input_notes(Some(account)).await.expect("notes");
    let found = listed.iter().position(|listed| listed.note == note).map(|at| listed.remove(at));
    assert_eq!(of_account.iter().any(|listed| listed.note == note), found.is_some());
    found
}

/// Alice, who has 1000 MIDEN, and Bob, who has an account.
struct Payer {
    world: World,
    alice: Wallet,
    from: AccountId,
    miden: AccountId,
    bob: Wallet,
    to: AccountId,
}

impl Payer {
    async fn new() -> Self {
        let world = World::new();
        let alice = world.wallet("alice").await;
        let bob = world.wallet("bob").await;
        let from = support::funded(&alice, 1_000, 0).await;
        let miden = support::faucet(&alice, from, "MIDEN").await;
        let to = support::new_account(&bob).await;
        Self { world, alice, from, miden, bob, to }
    }
}

/// How many transactions an account has made. Accounts are listed in no order that a test could know.
async fn nonce(wallet: &Wallet, account: AccountId) -> u64 {
    let accounts = wallet.accounts().await.expect("accounts");
    accounts.iter().find(|known| known.account == account).expect("it is listed").nonce
}

#[tokio::test]
async fn payments_that_do_not_fit_into_a_request_are_refused_with_how_many_fit() {
    let Payer { alice, from, miden, to, world: _world, .. } = Payer::new().await;
    let payments = |count| vec![Payment::new(to, miden, 1); count];
    let refused = alice.send(from, payments(150), None, |_| panic!("it is submitted")).await;
    let Err(WalletError::Transfer(TransferError::TransactionTooLarge {
        bytes,
        limit,
        notes,
        fitting,
    })) = refused
    else {
        panic!("{refused:?}")
    };
    assert!(bytes > limit, "{bytes}");
    assert_eq!((limit, notes), (4 << 20, 150));
    assert_eq!(support::held(&alice, from, "MIDEN").await, 1_000);

    let (_, made) = alice.send(from, payments(fitting), None, |_| {}).await.expect("they are paid");
    assert_eq!(made.len(), fitting);
    assert!(fitting > 60, "{fitting}");
}

#[tokio::test]
async fn many_are_paid_in_one_transaction() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let bob = world.wallet("bob").await;
    let from = support::funded(&alice, 1_000, 500).await;
    let own = support::new_account(&alice).await;
    let to = support::new_account(&bob).await;
    let miden = support::faucet(&alice, from, "MIDEN").await;
    let tok = support::faucet(&alice, from, "TOK").await;
    let nonce = nonce(&alice, from).await;

    let payments = vec![
        Payment::new(to, miden, 100),
        Payment {
            fungible: vec![(miden, 20), (tok, 30), (miden, 5)],
            note_type: NoteType::Private,
            ..Payment::new(own, miden, 1)
        },
        Payment::new(to, tok, 7),
    ];
    let (sent, notes) = alice.send(from, payments, None, |_| {}).await.expect("they are paid");
    assert_eq!(notes.len(), 3);
    assert_eq!(support::held(&alice, from, "MIDEN").await, 1_000 - 100 - 25);
    assert_eq!(support::held(&alice, from, "TOK").await, 500 - 30 - 7);
    alice.sync().await.expect("a sync");
    bob.sync().await.expect("a sync");
    assert_eq!(self::nonce(&alice, from).await, nonce + 1);
    alice.transaction(sent.transaction).await.expect("it is known");

    // Each note is the one of its payment.
    let first = listed(&bob, to, notes[0]).await.expect("it came in");
    assert_eq!((first.fungible[0].faucet, first.fungible[0].amount), (miden, 100));
    let third = listed(&bob, to, notes[2]).await.expect("it came in");
    assert_eq!((third.fungible[0].faucet, third.fungible[0].amount), (tok, 7));
    let second = listed(&alice, own, notes[1]).await.expect("it came in");
    let amounts: Vec<_> = second.fungible.iter().map(|a| (a.faucet, a.amount)).collect();
    assert_eq!((amounts, second.note_type), (vec![(miden, 25), (tok, 30)], NoteType::Private));

    bob.consume(to, &[notes[0], notes[2]], None, |_| {}).await.expect("it is consumed");
    alice.consume(own, &[notes[1]], None, |_| {}).await.expect("it is consumed");
    assert_eq!(support::held(&bob, to, "MIDEN").await, 100);
    assert_eq!(support::held(&alice, own, "TOK").await, 30);
}

#[tokio::test]
async fn a_crowd_is_paid_in_one_transaction_with_a_real_proof() {
    let world = World::with(false, 500);
    let alice = world.wallet("alice").await;
    let from = support::funded(&alice, 1_000_000, 0).await;
    let miden = support::faucet(&alice, from, "MIDEN").await;
    let to = support::new_account(&alice).await;
    let payments = vec![Payment::new(to, miden, 1); 30];
    let (_, notes) = alice.send(from, payments, None, |_| {}).await.expect("they are paid");
    alice.sync().await.expect("a sync");
    assert_eq!(alice.input_notes(Some(to)).await.expect("notes").len(), notes.len());
}

#[tokio::test]
async fn the_balance_has_to_do_for_all_payments_together() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let from = support::funded(&alice, 1_000, 500).await;
    let miden = support::faucet(&alice, from, "MIDEN").await;
    let tok = support::faucet(&alice, from, "TOK").await;
    let to = support::new_account(&alice).await;
    let short = |requested: &str| {
        format!(
            "Account {from} holds 0.001 MIDEN, which is less than the {requested} MIDEN it would take \
             (faucet {miden})."
        )
    };
    let code = ErrorCode::TransactionSubmission;
    let payments =
        vec![Payment::new(to, miden, 600), Payment::new(to, tok, 1), Payment::new(to, miden, 401)];
    let sending = alice.send(from, payments, None, |_| panic!("it is submitted"));
    refused(&alice, from, code, &short("0.001001"), sending).await;

    // More than there can be, in amounts that there can be.
    let most = (1 << 63) - (1 << 31);
    let payments = vec![Payment::new(to, miden, most); 4];
    let sending = alice.send(from, payments, None, |_| panic!("it is submitted"));
    refused(&alice, from, code, &short("36893488138829.16864"), sending).await;

    let payments = vec![Payment::new(to, miden, 600), Payment::new(to, miden, 400)];
    alice.send(from, payments, None, |_| {}).await.expect("just enough");
    assert_eq!(support::held(&alice, from, "MIDEN").await, 0);
}

#[tokio::test]
async fn payments_that_cannot_be_are_refused_before_anything_is_done() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let from = support::funded(&alice, 1_000, 0).await;
    let miden = support::faucet(&alice, from, "MIDEN").await;
    let to = support::new_account(&alice).await;
    let paid = || Payment::new(to, miden, 1);
    let nothing = || Payment { fungible: Vec::new(), ..paid() };
    let item = || NonFungibleItem {
        faucet: miden,
        commitment: parse_asset(&format!("0x{:064x}", 7)).expect("an asset"),
    };
    let hex = item().commitment.to_hex();
    let mut faucets = Vec::new();
    for _ in 0..17 {
        faucets.push((support::new_account(&alice).await, 1));
    }
    let cases = [
        (
            Vec::new(),
            "No payments were given: name at least one recipient and what it is to get.".to_owned(),
        ),
        (
            vec![paid(); 1_024],
            "These are 1024 payments, and one transaction can make 1023. Spread them over several \
             transactions."
                .to_owned(),
        ),
        (
            vec![paid(), nothing()],
            format!("The payment to account {to} carries nothing: say what it is to get."),
        ),
        (
            vec![Payment { fungible: faucets, ..paid() }],
            format!(
                "The payment to account {to} has 17 assets, and a note can carry 16. Make several \
                 payments of it."
            ),
        ),
        (
            vec![Payment { reclaim_height: Some(9), timelock_height: Some(10), ..paid() }],
            format!(
                "The heights of the payment to account {to} cannot be: it could be taken back from \
                 block 9 on, but nobody can have it before block 10."
            ),
        ),
        (
            vec![Payment { reclaim_height: Some(0), ..paid() }],
            format!(
                "The heights of the payment to account {to} cannot be: 0 is no reclaim height; \
                 without one it cannot be taken back."
            ),
        ),
        (
            vec![Payment { timelock_height: Some(0), ..paid() }],
            format!(
                "The heights of the payment to account {to} cannot be: 0 is no timelock height; \
                 without one it is not locked."
            ),
        ),
        (
            vec![
                Payment { non_fungible: vec![item()], ..paid() },
                Payment { non_fungible: vec![item()], ..nothing() },
            ],
            format!(
                "Asset {hex} of faucet {miden} was named more than once: there is only one of it."
            ),
        ),
        (
            vec![Payment { fungible: vec![(miden, 1), (miden, 0)], ..paid() }],
            "0 base units are not an amount that can be sent: it has to be more than nothing."
                .to_owned(),
        ),
    ];
    for (payments, sentence) in cases {
        let sending = alice.send(from, payments, None, |_| panic!("it is submitted"));
        refused(&alice, from, ErrorCode::InvalidParameter, &sentence, sending).await;
    }
    let unheld = vec![Payment { non_fungible: vec![item()], ..paid() }];
    let sending = alice.send(from, unheld, None, |_| panic!("it is submitted"));
    let sentence = format!("Account {from} does not hold asset {hex} of faucet {miden}.");
    refused(&alice, from, ErrorCode::TransactionSubmission, &sentence, sending).await;
    alice.send(from, vec![paid()], None, |_| {}).await.expect("the next call succeeds");
}

#[tokio::test]
async fn a_payment_that_nobody_takes_is_taken_back() {
    let Payer { world, alice, from, miden, bob, to } = Payer::new().await;
    for note_type in [NoteType::Public, NoteType::Private] {
        let height = alice.sync().await.expect("a sync").block_number + 10;
        let payment =
            Payment { note_type, reclaim_height: Some(height), ..Payment::new(to, miden, 400) };
        let (_, notes) = alice.send(from, vec![payment], None, |_| {}).await.expect("it is sent");
        let now = alice.sync().await.expect("a sync").block_number;
        let note = listed(&alice, from, notes[0]).await.expect("it can be taken back");
        assert_eq!((note.consumable_by, note.consumable_after_block), (vec![], Some(height)));
        let sentence = format!(
            "Account {from} can consume note {} from block {height} on, and this wallet stands at \
             block {now}. Sync and try again then.",
            notes[0]
        );
        let taking = alice.consume(from, &notes, None, |_| panic!("it is submitted"));
        refused(&alice, from, ErrorCode::NoteOperation, &sentence, taking).await;
        assert_eq!(support::held(&alice, from, "MIDEN").await, 600);

        // At the very block it says.
        world.advance(height - now - 1, &[&alice]).await;
        alice.consume(from, &notes, None, |_| {}).await.expect_err("a block too early");
        world.advance(1, &[&alice]).await;
        let note = listed(&alice, from, notes[0]).await.expect("it can be taken back");
        assert_eq!((note.consumable_by, note.consumable_after_block), (vec![from], None));
        alice.consume(from, &notes, None, |_| {}).await.expect("it is taken back");
        alice.sync().await.expect("a sync");
        assert_eq!(support::held(&alice, from, "MIDEN").await, 1_000);

        bob.sync().await.expect("a sync");
        let error = bob.consume(to, &notes, None, |_| {}).await.expect_err("it is gone");
        assert!(["note_already_consumed", "unknown_note"].contains(&error.kind()), "{error}");
    }
}

#[tokio::test]
async fn a_height_that_has_passed_is_none_to_take_a_payment_back_from() {
    let Payer { world, alice, from, miden, bob: _, to } = Payer::new().await;
    let here = alice.sync().await.expect("a sync").block_number;
    // The chain goes on, and the wallet does not know.
    world.advance(3, &[]).await;
    let newest = alice.test_connection().await.expect("it answers").chain_tip;
    assert_eq!(newest, here + 3);
    let back_from = |height, timelock_height| {
        let plain = Payment::new(to, miden, 1);
        vec![plain.clone(), Payment { reclaim_height: Some(height), timelock_height, ..plain }]
    };
    for (height, timelock) in [(1, None), (here, None), (newest, None), (newest, Some(newest))] {
        let sentence = format!(
            "The heights of the payment to account {to} cannot be: it could be taken back from block \
             {height} on, which has passed: the newest block is {newest}."
        );
        let payments = back_from(height, timelock);
        let draft = Draft::Send(payments.clone());
        let error = alice.preview(from, &draft).await.expect_err("it has passed");
        assert_eq!(error.to_string(), sentence);
        let sending = alice.send(from, payments, None, |_| panic!("it is submitted"));
        refused(&alice, from, ErrorCode::InvalidParameter, &sentence, sending).await;
    }
    // From the next block on it can be, and a lock that has ended locks nothing.
    let payments = back_from(newest + 1, Some(here));
    alice.send(from, payments, None, |_| {}).await.expect("it is sent");
    let until = alice.sync().await.expect("a sync").block_number + 5;
    let payments = back_from(until, Some(until));
    alice.send(from, payments, None, |_| {}).await.expect("whoever is first has it");
}

#[tokio::test]
async fn a_payment_that_was_taken_cannot_be_taken_back() {
    let Payer { world, alice, from, miden, bob, to } = Payer::new().await;
    let height = alice.sync().await.expect("a sync").block_number + 4;
    let payment = Payment { reclaim_height: Some(height), ..Payment::new(to, miden, 400) };
    let (_, notes) = alice.send(from, vec![payment], None, |_| {}).await.expect("it is sent");
    bob.sync().await.expect("a sync");
    let note = listed(&bob, to, notes[0]).await.expect("it came in");
    assert_eq!((note.consumable_by, note.consumable_after_block), (vec![to], None));
    bob.consume(to, &notes, None, |_| {}).await.expect("it is consumed");
    world.advance(10, &[&alice]).await;
    let error = alice.consume(from, &notes, None, |_| {}).await.expect_err("it is gone");
    assert_eq!(error.kind(), "note_already_consumed");
    assert_eq!(support::held(&bob, to, "MIDEN").await, 400);
    assert_eq!(support::held(&alice, from, "MIDEN").await, 600);
}

#[tokio::test]
async fn a_locked_payment_waits_for_its_block() {
    let Payer { world, alice, from, miden, bob, to } = Payer::new().await;
    let height = alice.sync().await.expect("a sync").block_number + 6;
    let payment = Payment { timelock_height: Some(height), ..Payment::new(to, miden, 400) };
    let (_, notes) = alice.send(from, vec![payment], None, |_| {}).await.expect("it is sent");
    alice.sync().await.expect("a sync");
    let now = bob.sync().await.expect("a sync").block_number;
    let note = listed(&bob, to, notes[0]).await.expect("it came in");
    assert_eq!((note.consumable_by, note.consumable_after_block), (vec![], Some(height)));
    let sentence = format!(
        "Account {to} can consume note {} from block {height} on, and this wallet stands at block \
         {now}. Sync and try again then.",
        notes[0]
    );
    let consuming = bob.consume(to, &notes, None, |_| panic!("it is submitted"));
    refused(&bob, to, ErrorCode::NoteOperation, &sentence, consuming).await;

    world.advance(height - now, &[&alice, &bob]).await;
    // Without a reclaim height it is nobody's but the recipient's, whatever the height.
    assert_eq!(listed(&alice, from, notes[0]).await, None);
    let error = alice.consume(from, &notes, None, |_| {}).await.expect_err("it is bob's");
    assert_eq!(error.kind(), "note_of_another_account");
    let note = listed(&bob, to, notes[0]).await.expect("it came in");
    assert_eq!((note.consumable_by, note.consumable_after_block), (vec![to], None));
    bob.consume(to, &notes, None, |_| {}).await.expect("it is consumed");
    assert_eq!(support::held(&bob, to, "MIDEN").await, 400);
}
