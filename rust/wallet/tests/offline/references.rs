//! Requests with a reference: carried out once, however often they are made.

use std::num::NonZeroUsize;
use std::rc::Rc;

use tokio::task::{LocalSet, spawn_local};

use crate::support::{self, World};
use miden_swift_wallet::{
    AccountId, BackupFile, Draft, LONGEST_REFERENCE, NewWallet, NoteId, NotesToConsume, Payment,
    ReferenceError, Result, SentTransaction, Token, TransactionOptions, TransactionQuery,
    Visibility, Wallet, WalletError,
};

const PASSPHRASE: &str = "correct horse battery staple";

/// An account with 1000 MIDEN, and another one to pay.
struct Payer {
    world: World,
    from: AccountId,
    to: AccountId,
    miden: AccountId,
}

impl Payer {
    async fn new() -> (Self, Wallet) {
        Self::with(Visibility::Public).await
    }

    async fn with(visibility: Visibility) -> (Self, Wallet) {
        let world = World::new();
        let wallet = world.wallet("alice").await;
        let new = NewWallet { visibility, ..NewWallet::default() };
        let from = wallet.create_wallet(new).await.expect("an account");
        let note = support::paid(&wallet, from, Token::Miden, 1_000).await;
        wallet.consume(from, &[note], None, |_| {}).await.expect("it is consumed");
        wallet.sync().await.expect("a sync");
        let miden = support::faucet(&wallet, from, "MIDEN").await;
        let to = support::new_account(&wallet).await;
        (Self { world, from, to, miden }, wallet)
    }

    async fn reopened(&self) -> Wallet {
        self.world.wallet("alice").await
    }

    /// Pays an amount for a reference.
    async fn pay(&self, wallet: &Wallet, reference: &str, amount: u64) -> Result<Paid> {
        let payments = vec![Payment::new(self.to, self.miden, amount)];
        wallet.send(self.from, payments, named(reference), |_| {}).await
    }

    /// What the payer has left, and how many transactions it has made, by the chain.
    async fn left(&self, wallet: &Wallet) -> (u64, u64) {
        wallet.sync().await.expect("a sync");
        let accounts = wallet.accounts().await.expect("accounts");
        assert!(accounts.iter().all(|account| !account.is_locked));
        let payer = accounts.iter().find(|account| account.account == self.from);
        let nonce = payer.expect("it is listed").nonce;
        (support::held(wallet, self.from, "MIDEN").await, nonce)
    }
}

type Paid = (SentTransaction, Vec<NoteId>);

fn named(reference: &str) -> TransactionOptions {
    TransactionOptions { reference: Some(reference.to_owned()), ..TransactionOptions::default() }
}

#[tokio::test]
async fn the_same_request_with_the_same_reference_is_carried_out_once_and_has_one_outcome() {
    let (payer, wallet) = Payer::new().await;
    let first = payer.pay(&wallet, "order 7", 5).await.expect("it is paid");
    let again = payer.pay(&wallet, "order 7", 5).await.expect("it was paid");
    assert_eq!(again, first);
    assert_eq!(payer.left(&wallet).await, (995, 2));
    // Also once it is in a block, and from another run.
    drop(wallet);
    let wallet = payer.reopened().await;
    assert_eq!(payer.pay(&wallet, "order 7", 5).await.expect("it was paid"), first);
    assert_eq!(payer.left(&wallet).await, (995, 2));
    // What was not asked for by this name is another payment.
    let other = payer.pay(&wallet, "order 8", 5).await.expect("it is paid");
    assert_ne!(other.0.transaction, first.0.transaction);
    assert_eq!(payer.left(&wallet).await, (990, 3));
}

#[tokio::test]
async fn notes_that_a_reference_has_consumed_can_be_asked_for_again() {
    let (payer, wallet) = Payer::new().await;
    let (_, notes) = payer.pay(&wallet, "order 7", 5).await.expect("it is paid");
    wallet.sync().await.expect("a sync");
    let consumed = wallet.consume(payer.to, &notes, named("income"), |_| {}).await;
    let again = wallet.consume(payer.to, &notes, named("income"), |_| panic!("again")).await;
    assert_eq!(again.expect("it was consumed"), consumed.expect("it is consumed"));
}

#[tokio::test]
async fn a_task_that_makes_a_request_at_the_same_time_waits_and_gets_the_same_outcome() {
    let (payer, wallet) = Payer::new().await;
    let (one, two, three) = tokio::join!(
        payer.pay(&wallet, "order 7", 5),
        payer.pay(&wallet, "order 7", 5),
        payer.pay(&wallet, "order 7", 5)
    );
    let one = one.expect("it is paid");
    assert_eq!(two.expect("it is paid"), one);
    assert_eq!(three.expect("it is paid"), one);
    assert_eq!(payer.left(&wallet).await, (995, 2));
}

#[tokio::test]
async fn another_request_with_a_used_reference_is_refused_with_what_it_was_used_for() {
    let (payer, wallet) = Payer::new().await;
    let (sent, notes) = payer.pay(&wallet, "order 7", 5).await.expect("it is paid");
    let error = payer.pay(&wallet, "order 7", 6).await.expect_err("another amount");
    assert_eq!((error.kind(), error.is_retryable()), ("reference_used", false));
    assert_eq!(error.transaction(), Some(sent.transaction));
    let text = error.to_string();
    for part in ["“order 7”", "payments", &payer.from.to_string(), " UTC"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    wallet.sync().await.expect("a sync");
    let consumed = wallet.consume(payer.to, &notes, named("order 7"), |_| {}).await;
    assert_eq!(consumed.expect_err("another request").kind(), "reference_used");
    let consumed = wallet.consume_all(payer.to, &[], named("order 7"), |_| {}).await;
    assert_eq!(consumed.expect_err("another request").kind(), "reference_used");
    assert_eq!(payer.left(&wallet).await, (995, 2));
}

#[tokio::test]
async fn a_reference_that_is_empty_or_too_long_is_refused() {
    let (payer, wallet) = Payer::new().await;
    for reference in [String::new(), "é".repeat(LONGEST_REFERENCE + 1)] {
        let refused = payer.pay(&wallet, &reference, 5).await;
        assert!(
            matches!(&refused, Err(WalletError::Reference(ReferenceError::Invalid { .. }))),
            "{refused:?}"
        );
    }
    payer.pay(&wallet, &"é".repeat(LONGEST_REFERENCE), 5).await.expect("it is not too long");
}

/// Pays for a reference in a process that dies on the way, and again in the next one.
async fn paid_after_a_crash(visibility: Visibility, point: &'static str) {
    let (payer, wallet) = Payer::with(visibility).await;
    let (payer, wallet) = (Rc::new(payer), Rc::new(wallet));
    wallet.fail_at(&format!("{point}:panic")).expect("a place");
    let (paying, payment) = (payer.clone(), wallet.clone());
    let died = spawn_local(async move { paying.pay(&payment, "order 7", 5).await }).await;
    assert!(!matches!(died, Ok(Ok(_))), "{point}: it panics");
    drop(Rc::into_inner(wallet).expect("nothing else has it"));

    let wallet = payer.reopened().await;
    let paid = payer.pay(&wallet, "order 7", 5).await.expect(point);
    assert_eq!(payer.left(&wallet).await, (995, 2), "{visibility:?}, {point}");
    let notes: Vec<NoteId> =
        wallet.input_notes(Some(payer.to)).await.expect("notes").iter().map(|n| n.note).collect();
    assert_eq!(notes, paid.1, "{visibility:?}, {point}");
    assert_eq!(payer.pay(&wallet, "order 7", 5).await.expect("it was paid"), paid, "{point}");
}

#[tokio::test]
async fn a_request_is_carried_out_once_wherever_the_process_died() {
    for visibility in [Visibility::Public, Visibility::Private] {
        for point in
            ["before-journal", "during-journal", "after-journal", "after-submit", "after-apply"]
        {
            LocalSet::new().run_until(paid_after_a_crash(visibility, point)).await;
        }
    }
}

#[tokio::test]
async fn a_reference_whose_transaction_expired_before_it_was_submitted_is_free_again() {
    LocalSet::new()
        .run_until(async {
            let (payer, wallet) = Payer::new().await;
            let (payer, wallet) = (Rc::new(payer), Rc::new(wallet));
            wallet.fail_at("after-journal:panic").expect("a place");
            let (paying, payment) = (payer.clone(), wallet.clone());
            let died = spawn_local(async move { paying.pay(&payment, "order 7", 5).await }).await;
            assert!(died.expect_err("it panics").is_panic());
            drop(Rc::into_inner(wallet).expect("nothing else has it"));
            // The disk has lost what would be submitted again.
            let journal = payer.world.folder.path().join("alice/store.sqlite3.journal");
            std::fs::remove_dir_all(journal).expect("there is a journal");
            payer.world.advance(133, &[]).await;

            let wallet = payer.reopened().await;
            // Another payment is in between.
            payer.pay(&wallet, "order 8", 1).await.expect("it is paid");
            let refused = payer.pay(&wallet, "order 7", 6).await.expect_err("another request");
            assert_eq!(refused.kind(), "reference_used");
            let paid = payer.pay(&wallet, "order 7", 5).await.expect("it is free again");
            assert_eq!(payer.pay(&wallet, "order 7", 5).await.expect("it was paid"), paid);
            assert_eq!(payer.left(&wallet).await, (994, 3));
        })
        .await;
}

#[tokio::test]
async fn a_restored_wallet_has_the_references_of_its_backup() {
    for visibility in [Visibility::Public, Visibility::Private] {
        let (payer, wallet) = Payer::with(visibility).await;
        let paid = payer.pay(&wallet, "order 7", 5).await.expect("it is paid");
        let path = payer.world.folder.path().join("wallet.backup");
        wallet.back_up(&path, PASSPHRASE.to_owned().into()).await.expect("a backup");
        drop(wallet);
        let backup = BackupFile { path, passphrase: PASSPHRASE.to_owned().into() };
        let restored = Wallet::restore_backup(payer.world.configuration("restored"), backup);
        let restored = restored.await.expect("a wallet");
        assert_eq!(payer.pay(&restored, "order 7", 5).await.expect("it was paid"), paid);
        let error = payer.pay(&restored, "order 7", 6).await.expect_err("another amount");
        assert_eq!(error.kind(), "reference_used");
        assert_eq!(payer.left(&restored).await, (995, 2), "{visibility:?}");
    }
}

#[tokio::test]
async fn references_of_a_private_account_that_went_on_after_the_backup_are_refused() {
    let (payer, wallet) = Payer::with(Visibility::Private).await;
    let path = payer.world.folder.path().join("wallet.backup");
    wallet.back_up(&path, PASSPHRASE.to_owned().into()).await.expect("a backup");
    payer.pay(&wallet, "order 7", 5).await.expect("it is paid");
    drop(wallet);
    let backup = BackupFile { path, passphrase: PASSPHRASE.to_owned().into() };
    let restored = Wallet::restore_backup(payer.world.configuration("restored"), backup);
    let restored = restored.await.expect("a wallet");
    let error = payer.pay(&restored, "order 7", 5).await.expect_err("it is behind");
    assert_eq!((error.kind(), error.is_retryable()), ("references_not_known_yet", false));
}

#[tokio::test]
async fn the_transactions_of_a_public_account_since_the_backup_are_known_before_a_reference_is() {
    let (payer, wallet) = Payer::new().await;
    let path = payer.world.folder.path().join("wallet.backup");
    wallet.back_up(&path, PASSPHRASE.to_owned().into()).await.expect("a backup");
    let (since, _) = payer.pay(&wallet, "order 7", 5).await.expect("it is paid");
    drop(wallet);
    let backup = BackupFile { path, passphrase: PASSPHRASE.to_owned().into() };
    let restored = Wallet::restore_backup(payer.world.configuration("restored"), backup);
    let restored = restored.await.expect("a wallet");
    // No sync has told the wallet of the newer state, so it may fail, and knows what was made all the same.
    let _ = payer.pay(&restored, "order 8", 1).await;
    let page = restored.transactions(TransactionQuery::default(), None, 100).await;
    let page = page.expect("a page").entries;
    assert!(page.iter().any(|entry| entry.transaction == since.transaction), "{page:?}");
}

/// All transactions of a reference that consumes all notes, two at a time.
async fn consumed_all(wallet: &Wallet, account: AccountId) -> Vec<(SentTransaction, Vec<NoteId>)> {
    loop {
        let two = NotesToConsume { except: &[], at_most: NonZeroUsize::new(2).expect("two") };
        let consumed = wallet.consume_all(account, two, named("income"), |_| {}).await;
        let mut consumed = consumed.expect("they are consumed");
        consumed.earlier.extend(consumed.sent.map(|sent| (sent, consumed.consumed)));
        if consumed.remaining.is_empty() {
            return consumed.earlier;
        }
    }
}

#[tokio::test]
async fn a_retry_of_consuming_all_goes_on_with_what_is_left_and_has_all_transactions() {
    let (payer, wallet) = Payer::new().await;
    let payments = vec![Payment::new(payer.to, payer.miden, 1); 5];
    wallet.send(payer.from, payments, None, |_| {}).await.expect("they are paid");
    wallet.sync().await.expect("a sync");
    let two = NotesToConsume { except: &[], at_most: NonZeroUsize::new(2).expect("two") };
    let first = wallet.consume_all(payer.to, two, named("income"), |_| {}).await;
    let first = first.expect("they are consumed");
    assert_eq!((first.earlier.len(), first.consumed.len(), first.remaining.len()), (0, 2, 3));
    drop(wallet);

    let wallet = payer.reopened().await;
    let all = consumed_all(&wallet, payer.to).await;
    assert_eq!(all.iter().map(|(_, notes)| notes.len()).collect::<Vec<_>>(), [2, 2, 1]);
    assert_eq!(all[0], (first.sent.expect("a transaction"), first.consumed));
    assert_eq!(consumed_all(&wallet, payer.to).await, all);
    assert_eq!(support::held(&wallet, payer.to, "MIDEN").await, 5);
    let draft = Draft::Send(vec![Payment::new(payer.from, payer.miden, 1)]);
    let refused = wallet.transact(payer.to, &draft, named("income"), |_| {}).await;
    assert_eq!(refused.expect_err("another request").kind(), "reference_used");

    let query = |reference: &str| TransactionQuery {
        reference: Some(reference.to_owned()),
        ..TransactionQuery::default()
    };
    let page = wallet.transactions(query("income"), None, 100).await.expect("a page").entries;
    let named: Vec<_> = page.iter().filter_map(|entry| entry.reference.as_deref()).collect();
    assert_eq!(named, ["income/3", "income/2", "income/1"]);
    let page = wallet.transactions(query("income/2"), None, 100).await.expect("a page").entries;
    assert_eq!(
        page.iter().map(|entry| entry.transaction).collect::<Vec<_>>(),
        [all[1].0.transaction]
    );
    let page = wallet.transactions(query("incom"), None, 100).await.expect("a page").entries;
    assert!(page.is_empty(), "{page:?}");
}
