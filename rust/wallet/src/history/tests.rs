//! The history of wallets on an embedded chain: what it says, and that nothing of it can be lost.

#[path = "../../tests/offline/closed_store.rs"]
mod closed_store;
mod events;

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use super::*;
use crate::fail_points::FailPoint;
use crate::test_wallet::{open, open_on, paid};
use crate::transactions::{Payment, Token, TransactionState};
use crate::wallet::Wallet;
use crate::{AccountId, NewWallet, NoteId, TransactionId, Visibility};
use closed_store::closed;

async fn new_account(wallet: &Wallet) -> AccountId {
    wallet.create_wallet(NewWallet::default()).await.expect("an account")
}

async fn all(wallet: &Wallet) -> Vec<HistoryEntry> {
    let page =
        wallet.transactions(TransactionQuery::default(), None, LARGEST_PAGE).await.expect("a page");
    assert_eq!(page.next, None);
    page.entries
}

async fn one(wallet: &Wallet, after: Option<&str>) -> TransactionPage {
    wallet.transactions(TransactionQuery::default(), after, 1).await.expect("a page")
}

async fn happenings(wallet: &Wallet) -> Vec<Happening> {
    let page = wallet.events(None, LARGEST_PAGE).await.expect("events");
    page.events.into_iter().map(|event| event.happening).collect()
}

fn is_committed(entry: &HistoryEntry) -> bool {
    matches!(entry.state, TransactionState::Committed { .. })
}

fn index_file(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("store.sqlite3.history")
}

/// A wallet with a transaction that consumed a note and one that sent half of it on.
struct World {
    folder: tempfile::TempDir,
    account: AccountId,
    note: NoteId,
    consumed: TransactionId,
    sent: (TransactionId, NoteId),
}

impl World {
    async fn new() -> (Self, Wallet) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let wallet = open(folder.path()).await;
        let account = new_account(&wallet).await;
        let note = paid(&wallet, account, Token::Miden, 10).await;
        let consumed = wallet
            .consume(account, &[note], None, |_| {})
            .await
            .expect("it is consumed")
            .transaction;
        let faucet = wallet.balance(account).await.expect("a balance").fungible[0].faucet;
        let payment = Payment::new(faucet, faucet, 4);
        let (sent, made) =
            wallet.send(account, vec![payment], None, |_| {}).await.expect("it is sent");
        let world = Self { folder, account, note, consumed, sent: (sent.transaction, made[0]) };
        (world, wallet)
    }

    async fn reopened(&self, wallet: Wallet) -> Wallet {
        drop(wallet);
        open(self.folder.path()).await
    }
}

#[tokio::test]
async fn an_entry_says_all_there_is_to_say() {
    let (world, wallet) = World::new().await;
    let entries = all(&wallet).await;
    assert!(entries.iter().all(|entry| entry.state == TransactionState::Pending));
    let [sent, consumed] = entries.as_slice() else { panic!("{entries:?}") };
    let faucet = wallet.balance(world.account).await.expect("a balance").fungible[0].faucet;
    assert_eq!((sent.transaction, sent.kind), (world.sent.0, TransactionKind::Send));
    assert_eq!(sent.created_notes, [world.sent.1]);
    assert_eq!(sent.counterparties, [faucet]);
    assert!(sent.assets_in.fungible.is_empty() && sent.consumed_notes.is_empty());
    assert_eq!(sent.assets_out.fungible.len(), 1);
    assert_eq!(sent.assets_out.fungible[0].amount, 4);
    assert_eq!(sent.assets_out.fungible[0].faucet, faucet);
    assert_eq!(sent.fee, None);
    assert_eq!((consumed.transaction, consumed.kind), (world.consumed, TransactionKind::Consume));
    assert_eq!(consumed.account, world.account);
    assert_eq!(consumed.consumed_notes, [world.note]);
    assert_eq!(consumed.counterparties, [faucet]);
    assert!(consumed.assets_out.fungible.is_empty() && consumed.created_notes.is_empty());
    let amount = &consumed.assets_in.fungible[0];
    let token = amount.token.as_ref().expect("the token is known");
    assert_eq!((amount.amount, token.symbol.as_str()), (10, "MIDEN"));
    assert!(consumed.created_at > 1_700_000_000 && sent.created_at >= consumed.created_at);

    wallet.sync().await.expect("a sync");
    for entry in all(&wallet).await {
        assert!(is_committed(&entry), "{entry:?}");
        assert!(entry.committed_at.is_some());
    }
}

#[tokio::test]
async fn the_faucets_transactions_are_mints() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    let account = new_account(&wallet).await;
    paid(&wallet, account, Token::Tok, 3).await;
    let chain = wallet.chain.as_ref().expect("a chain");
    let entries = all(chain.faucet_wallet().await.expect("it has minted")).await;
    assert_eq!(entries[0].kind, TransactionKind::Mint);
    assert_eq!(entries[0].assets_out.fungible[0].amount, 3);
    assert_eq!(entries[0].counterparties, [account]);
    assert!(all(&wallet).await.is_empty(), "they are not this wallet's");
}

#[tokio::test]
async fn a_history_that_is_lost_or_damaged_is_made_anew_with_the_same_order_and_cursors() {
    let (world, wallet) = World::new().await;
    wallet.sync().await.expect("a sync");
    let before = all(&wallet).await;
    let first = one(&wallet, None).await;
    let cursor = first.next.expect("there is another page");
    let path = index_file(&world.folder);
    drop(wallet);
    let whole = std::fs::read(&path).expect("the file");
    let damages: [&dyn Fn(); 4] = [
        &|| Index::remove(&path),
        &|| std::fs::write(&path, b"").expect("the file"),
        &|| std::fs::write(&path, vec![1; whole.len()]).expect("the file"),
        // It opens, and is found to be damaged when it is read.
        &|| {
            let mut bytes = whole.clone();
            let end = bytes.len();
            bytes[4096..end].fill(0xAA);
            std::fs::write(&path, bytes).expect("the file");
        },
    ];
    for damage in damages {
        damage();
        let wallet = open(world.folder.path()).await;
        assert_eq!(all(&wallet).await, before);
        let second = one(&wallet, Some(&cursor)).await;
        assert_eq!(second.entries, before[1..]);
        wallet.sync().await.expect("a sync");
    }
}

#[tokio::test]
async fn a_process_that_dies_before_the_history_is_written_has_lost_nothing_of_it() {
    for point in [FailPoint::AfterApply, FailPoint::AfterSync] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let wallet = open(folder.path()).await;
        let account = new_account(&wallet).await;
        let note = paid(&wallet, account, Token::Miden, 10).await;
        let before = wallet.events(None, LARGEST_PAGE).await.expect("events");
        let hold = wallet.fail_points.hold(point);
        let notes = [note];
        let acting = async {
            wallet.consume(account, &notes, None, |_| {}).await.expect("it is consumed");
            wallet.sync().await.expect("a sync");
        };
        tokio::select! {
            () = acting => panic!("it is held"),
            () = hold.arrived() => {}
        }
        // Dropped there, as with the death of the process.
        drop(wallet);
        let wallet = open(folder.path()).await;
        assert_eq!(all(&wallet).await.len(), 1, "{point:?}");
        wallet.sync().await.expect("a sync");
        let entries = all(&wallet).await;
        assert!(entries.len() == 1 && is_committed(&entries[0]), "{point:?}: {entries:?}");
        let after = before.events.last().map(|event| event.cursor.as_str());
        let events = wallet.events(after, LARGEST_PAGE).await.expect("events").events;
        let of = |wanted: fn(&Happening) -> bool| {
            events.iter().filter(|event| wanted(&event.happening)).count()
        };
        assert_eq!(of(|it| matches!(it, Happening::TransactionCommitted { .. })), 1, "{events:?}");
        assert_eq!(of(|it| matches!(it, Happening::NoteConsumed { .. })), 1, "{events:?}");
        assert_eq!(of(|it| matches!(it, Happening::NoteArrived { .. })), 0, "{events:?}");
    }
}

#[tokio::test]
async fn a_sync_that_is_dropped_when_it_is_in_the_store_is_caught_up_with_in_the_same_process() {
    let (_world, wallet) = World::new().await;
    let hold = wallet.fail_points.hold(FailPoint::AfterSync);
    tokio::select! {
        _ = wallet.sync() => panic!("it is held"),
        () = hold.arrived() => {}
    }
    assert!(all(&wallet).await.iter().all(is_committed));
    assert!(
        wallet.history.missed.load(Ordering::SeqCst),
        "the next sync looks at everything again"
    );
    wallet.sync().await.expect("a sync");
    assert!(!wallet.history.missed.load(Ordering::SeqCst));
}

#[tokio::test]
async fn a_store_that_goes_back_to_a_backup_takes_the_history_along() {
    let (world, wallet) = World::new().await;
    let store = world.folder.path().join("store.sqlite3");
    drop(wallet);
    closed(&store).await;
    let backup = std::fs::read(&store).expect("the store");
    let wallet = open(world.folder.path()).await;
    wallet.sync().await.expect("a sync");
    let note = paid(&wallet, world.account, Token::Miden, 1).await;
    wallet.consume(world.account, &[note], None, |_| {}).await.expect("it is consumed");
    let newest = all(&wallet).await;
    assert_eq!(newest.len(), 3);
    let page = wallet.transactions(TransactionQuery::default(), None, 1).await.expect("a page");
    drop(wallet);
    closed(&store).await;
    std::fs::write(&store, backup).expect("it is restored");
    let wallet = open(world.folder.path()).await;
    let entries = all(&wallet).await;
    assert_eq!(entries.len(), 2);
    assert!(entries.iter().all(|entry| entry.state == TransactionState::Pending));
    let gone = wallet
        .transactions(TransactionQuery::default(), page.next.as_deref(), 1)
        .await
        .expect_err("its transaction is gone");
    assert_eq!(gone.kind(), "invalid_cursor");
}

#[tokio::test]
async fn a_history_that_cannot_be_written_fails_no_sync_and_no_transaction() {
    let (world, wallet) = World::new().await;
    let wallet = world.reopened(wallet).await;
    let path = index_file(&world.folder);
    Index::remove(&path);
    // A folder in its place: that stops the super-user, too.
    std::fs::create_dir(&path).expect("it is in the way");
    wallet.sync().await.expect("a sync");
    let note = paid(&wallet, world.account, Token::Miden, 1).await;
    wallet.consume(world.account, &[note], None, |_| {}).await.expect("it is consumed");
    let refused =
        wallet.transactions(TransactionQuery::default(), None, 1).await.expect_err("no file");
    assert_eq!(refused.kind(), "history");
    std::fs::remove_dir(&path).expect("it is moved away");
    assert_eq!(all(&wallet).await.len(), 3);
}

#[tokio::test]
async fn cursors_of_others_and_pages_of_no_size_are_refused() {
    let (_world, wallet) = World::new().await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let other = open_on(&folder.path().join("chain"), folder.path()).await;
    let query = TransactionQuery::default;
    let page = wallet.transactions(query(), None, 1).await.expect("a page");
    let cursor = page.next.expect("there is another page");
    let events = wallet.events(None, 1).await.expect("events").newest;
    for refused in [
        other.transactions(query(), Some(&cursor), 1).await.expect_err("it is of another store"),
        wallet.transactions(query(), Some(&events), 1).await.expect_err("it is of events"),
        wallet.transactions(query(), Some("garbage"), 1).await.expect_err("it is garbage"),
        other.events(Some(&events), 1).await.expect_err("it is of another store"),
        wallet.events(Some(&cursor), 1).await.expect_err("it is of transactions"),
        wallet.events(Some(""), 1).await.expect_err("it is garbage"),
    ] {
        assert_eq!(refused.kind(), "invalid_cursor", "{refused}");
    }
    for limit in [0, LARGEST_PAGE + 1, u32::MAX] {
        for refused in [
            wallet.transactions(query(), None, limit).await.expect_err("no size"),
            wallet.events(None, limit).await.expect_err("no size"),
        ] {
            assert_eq!(refused.kind(), "invalid_page_size");
        }
    }
}

#[tokio::test]
async fn ten_thousand_transactions_in_the_store_are_in_the_pages_once_each() {
    let (world, wallet) = World::new().await;
    wallet.sync().await.expect("a sync");
    wallet.fill_history(10_000).await.expect("it is filled");
    let wallet = world.reopened(wallet).await;
    let mut seen = std::collections::BTreeSet::new();
    let mut after = None;
    loop {
        let page = wallet
            .transactions(TransactionQuery::default(), after.as_deref(), LARGEST_PAGE)
            .await
            .expect("a page");
        for entry in &page.entries {
            assert!(seen.insert(entry.transaction), "{} is there twice", entry.transaction);
        }
        match page.next {
            Some(next) => after = Some(next),
            None => break,
        }
    }
    assert_eq!(seen.len(), 10_002);
}
