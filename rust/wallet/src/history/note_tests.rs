//! The notes of wallets on an embedded chain, in pages.

use std::path::Path;

use super::*;
use crate::test_wallet::{open, open_on, paid};
use crate::transactions::swaps::NoteKind;
use crate::transactions::{Payment, Token};
use crate::wallet::Wallet;
use crate::{AccountId, NewWallet, NoteId, NoteType};

async fn new_account(wallet: &Wallet) -> AccountId {
    wallet.create_wallet(NewWallet::default()).await.expect("an account")
}

async fn notes(wallet: &Wallet, query: NoteQuery) -> Vec<NoteEntry> {
    let page = wallet.notes(query, None, LARGEST_PAGE).await.expect("a page");
    assert_eq!(page.next, None);
    page.entries
}

async fn all(wallet: &Wallet) -> Vec<NoteEntry> {
    notes(wallet, NoteQuery::default()).await
}

/// What is told of each, shortly.
fn told(entries: &[NoteEntry]) -> Vec<(NoteId, NoteDirection, NoteState)> {
    entries.iter().map(|entry| (entry.note, entry.direction, entry.state)).collect()
}

async fn page_by_page(wallet: &Wallet, limit: u32) -> Vec<NoteEntry> {
    let (mut found, mut after) = (Vec::new(), None::<String>);
    loop {
        let page =
            wallet.notes(NoteQuery::default(), after.as_deref(), limit).await.expect("a page");
        found.extend(page.entries);
        after = page.next;
        if after.is_none() {
            return found;
        }
    }
}

/// A wallet whose first account was paid, consumed that and paid the second one and a faucet.
struct World {
    folder: tempfile::TempDir,
    payer: AccountId,
    payee: AccountId,
    faucet: AccountId,
    minted: NoteId,
    to_payee: NoteId,
    to_faucet: NoteId,
}

impl World {
    async fn new() -> (Self, Wallet) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let wallet = open(folder.path()).await;
        let payer = new_account(&wallet).await;
        let receiver = new_account(&wallet).await;
        let minted = paid(&wallet, payer, Token::Miden, 10).await;
        wallet.consume(payer, &[minted], None, |_| {}).await.expect("it is consumed");
        let faucet = wallet.balance(payer).await.expect("a balance").fungible[0].faucet;
        let payments = vec![
            Payment { note_type: NoteType::Private, ..Payment::new(receiver, faucet, 4) },
            Payment::new(faucet, faucet, 1),
        ];
        let (_, made) = wallet.send(payer, payments, None, |_| {}).await.expect("it is sent");
        let world = Self {
            folder,
            payer,
            payee: receiver,
            faucet,
            minted,
            to_payee: made[0],
            to_faucet: made[1],
        };
        (world, wallet)
    }
}

fn remove_index(folder: &Path) {
    Index::remove(&folder.join("store.sqlite3.history"));
}

#[tokio::test]
async fn a_note_is_followed_from_its_making_to_its_end() {
    use NoteDirection::{Made, Received};
    use NoteState::{Committed, Consumed, Expected, Processing};
    let (world, wallet) = World::new().await;
    let entries = all(&wallet).await;
    let made = [(world.to_payee, Made, Expected), (world.to_faucet, Made, Expected)];
    let minted = |state| (world.minted, Received, state);
    for entry in made.iter().chain(&[minted(Processing)]) {
        assert!(told(&entries).contains(entry), "{entry:?} in {entries:?}");
    }
    let of = |entries: &[NoteEntry], note, direction| {
        let found = entries.iter().find(|it| it.note == note && it.direction == direction);
        found.cloned().unwrap_or_else(|| panic!("{note} in {entries:?}"))
    };
    let to_payee = of(&entries, world.to_payee, Made);
    assert_eq!((to_payee.account, to_payee.counterparty), (Some(world.payer), Some(world.payee)));
    assert_eq!(to_payee.note_type, NoteType::Private);
    assert_eq!(to_payee.assets.fungible[0].amount, 4);
    assert!(to_payee.transaction.is_some() && to_payee.block_number.is_none());
    let came = of(&entries, world.minted, Received);
    assert_eq!((came.account, came.counterparty), (Some(world.payer), Some(world.faucet)));
    assert_eq!(came.note_type, NoteType::Public);
    let token = came.assets.fungible[0].token.as_ref().expect("it is known");
    assert_eq!((came.assets.fungible[0].amount, token.symbol.as_str()), (10, "MIDEN"));
    assert!(came.block_number.is_some() && came.transaction.is_some());
    // The time of its block, on a chain whose blocks have no real ones.
    assert!((1_700_000_000..1_700_010_000).contains(&came.recorded_at));
    assert!(to_payee.recorded_at > 1_700_010_000);

    wallet.sync().await.expect("a sync");
    let entries = all(&wallet).await;
    assert_eq!(of(&entries, world.to_payee, Made).state, Committed);
    assert!(of(&entries, world.to_payee, Made).block_number.is_some());
    let received = of(&entries, world.to_payee, Received);
    assert_eq!((received.state, received.account), (Committed, Some(world.payee)));
    assert_eq!(received.counterparty, Some(world.payer));
    let minted = of(&entries, world.minted, Received);
    assert_eq!(minted.state, Consumed);
    assert!(minted.consumed_in_block > minted.block_number);
    // What only others can consume did not come in.
    assert!(!entries.iter().any(|it| it.note == world.to_faucet && it.direction == Received));

    let consumed = wallet.consume(world.payee, &[world.to_payee], None, |_| {}).await;
    let consumed = consumed.expect("it is consumed").transaction;
    let entries = all(&wallet).await;
    let received = of(&entries, world.to_payee, Received);
    assert_eq!((received.state, received.transaction), (Processing, Some(consumed)));
    wallet.sync().await.expect("a sync");
    let entries = all(&wallet).await;
    assert_eq!(of(&entries, world.to_payee, Received).state, Consumed);
    assert_eq!(of(&entries, world.to_payee, Made).state, Consumed);
    assert_eq!(of(&entries, world.to_faucet, Made).state, Committed);
    assert_eq!(entries.len(), 4);

    for limit in [1, 2, 3, 500] {
        assert_eq!(page_by_page(&wallet, limit).await, entries, "{limit}");
    }
    drop(wallet);
    // After a restart, and after the loss of the index.
    let wallet = open(world.folder.path()).await;
    assert_eq!(all(&wallet).await, entries);
    drop(wallet);
    remove_index(world.folder.path());
    let wallet = open(world.folder.path()).await;
    let sorted = |mut entries: Vec<NoteEntry>| {
        entries.sort_by_key(|entry| (entry.note, entry.direction as u8));
        // The store forgets when a note came whose end has come.
        for entry in &mut entries {
            entry.recorded_at = 0;
        }
        entries
    };
    assert_eq!(sorted(all(&wallet).await), sorted(entries));
}

#[tokio::test]
async fn every_filter_has_what_is_asked_for_alone() {
    let (world, wallet) = World::new().await;
    wallet.sync().await.expect("a sync");
    let entries = all(&wallet).await;
    let block = entries.iter().find(|it| it.note == world.minted).expect("it is there");
    let block = block.block_number.expect("it is in a block");
    let query = NoteQuery::default;
    let queries = [
        (NoteQuery { account: Some(world.payee), ..query() }, 1),
        (NoteQuery { account: Some(world.payer), ..query() }, 3),
        (NoteQuery { account: Some(world.faucet), ..query() }, 0),
        (NoteQuery { direction: Some(NoteDirection::Made), ..query() }, 2),
        (NoteQuery { direction: Some(NoteDirection::Received), ..query() }, 2),
        (NoteQuery { state: Some(NoteState::Consumed), ..query() }, 1),
        (NoteQuery { state: Some(NoteState::Discarded), ..query() }, 0),
        (NoteQuery { note_type: Some(NoteType::Private), ..query() }, 2),
        (NoteQuery { kind: Some(NoteKind::Payment), ..query() }, 4),
        (NoteQuery { kind: Some(NoteKind::Swap), ..query() }, 0),
        (NoteQuery { recorded_from: Some(1_700_000_000), ..query() }, 4),
        (NoteQuery { recorded_before: Some(1_700_000_000), ..query() }, 0),
        (NoteQuery { block_from: Some(block + 1), ..query() }, 3),
        (NoteQuery { block_before: Some(block + 1), ..query() }, 1),
        (NoteQuery { block_from: Some(u32::MAX), ..query() }, 0),
    ];
    for (query, count) in queries {
        let found = notes(&wallet, query.clone()).await;
        assert_eq!(found.len(), count, "{query:?}: {found:?}");
        assert!(found.iter().all(|entry| entries.contains(entry)), "{query:?}");
    }
}

#[tokio::test]
async fn what_somebody_else_consumes_is_consumed_and_what_is_taken_back_came_in() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let chain = folder.path().join("chain");
    let wallet = open_on(&chain, &folder.path().join("alice")).await;
    let other = open_on(&chain, &folder.path().join("bob")).await;
    let (alice, bob) = (new_account(&wallet).await, new_account(&other).await);
    let note = paid(&wallet, alice, Token::Miden, 10).await;
    wallet.consume(alice, &[note], None, |_| {}).await.expect("it is consumed");
    let faucet = wallet.balance(alice).await.expect("a balance").fungible[0].faucet;
    let next = wallet.sync().await.expect("a sync").block_number + 1;
    let payments = vec![
        Payment::new(bob, faucet, 4),
        Payment { reclaim_height: Some(next), ..Payment::new(bob, faucet, 3) },
    ];
    let (_, made) = wallet.send(alice, payments, None, |_| {}).await.expect("it is sent");
    wallet.sync().await.expect("a sync");
    let received = NoteQuery { direction: Some(NoteDirection::Received), ..NoteQuery::default() };
    assert_eq!(notes(&wallet, received.clone()).await.len(), 1, "payments to others");
    let made_of = async |kind| {
        let direction = Some(NoteDirection::Made);
        let query = NoteQuery { direction, kind: Some(kind), ..NoteQuery::default() };
        notes(&wallet, query).await.iter().map(|entry| entry.note).collect::<Vec<_>>()
    };
    assert_eq!(made_of(NoteKind::Payment).await, [made[0]]);
    assert_eq!(made_of(NoteKind::ConditionalPayment).await, [made[1]]);
    let state = async |note| {
        let entries = all(&wallet).await;
        let made = entries.iter().find(|it| it.note == note && it.direction == NoteDirection::Made);
        made.expect("it was made").state
    };
    assert_eq!(state(made[0]).await, NoteState::Committed);

    other.sync().await.expect("a sync");
    other.consume(bob, &[made[0]], None, |_| {}).await.expect("it is consumed");
    wallet.sync().await.expect("a sync");
    assert_eq!(state(made[0]).await, NoteState::Consumed);
    assert_eq!(state(made[1]).await, NoteState::Committed);

    wallet.consume(alice, &[made[1]], None, |_| {}).await.expect("it is taken back");
    wallet.sync().await.expect("a sync");
    assert_eq!(state(made[1]).await, NoteState::Consumed);
    let back = notes(&wallet, received).await;
    assert_eq!(back.len(), 2);
    let back = back.iter().find(|it| it.note == made[1]).expect("it came back");
    assert_eq!((back.account, back.counterparty), (Some(alice), Some(alice)));
}

#[tokio::test]
async fn an_account_that_joins_brings_the_notes_it_was_sent() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let chain = folder.path().join("chain");
    let wallet = open_on(&chain, &folder.path().join("alice")).await;
    let other = open_on(&chain, &folder.path().join("bob")).await;
    let (alice, bob) = (new_account(&wallet).await, new_account(&other).await);
    let note = paid(&wallet, alice, Token::Miden, 10).await;
    wallet.consume(alice, &[note], None, |_| {}).await.expect("it is consumed");
    let faucet = wallet.balance(alice).await.expect("a balance").fungible[0].faucet;
    // The wallet keeps a payment that it may take back among the notes that came in.
    let payment = Payment { reclaim_height: Some(u32::MAX), ..Payment::new(bob, faucet, 4) };
    let (_, made) = wallet.send(alice, vec![payment], None, |_| {}).await.expect("it is sent");
    wallet.sync().await.expect("a sync");
    let of_bob = NoteQuery { account: Some(bob), ..NoteQuery::default() };
    assert!(notes(&wallet, of_bob.clone()).await.is_empty());
    let file = other.export_account(bob).await.expect("a file");
    wallet.import_account(&file).await.expect("it joins");
    let found = notes(&wallet, of_bob).await;
    assert_eq!(told(&found), [(made[0], NoteDirection::Received, NoteState::Committed)]);
}

#[tokio::test]
async fn an_index_of_an_earlier_version_is_added_to_and_keeps_its_events() {
    const TO_VERSION_2: &str = "
        DROP TABLE origins; UPDATE transactions SET kind = 3; PRAGMA user_version = 2;";
    const TO_VERSION_4: &str =
        "ALTER TABLE note_entries DROP COLUMN kind; PRAGMA user_version = 4;";
    const TO_VERSION_3: &str = "
        DROP TABLE chain_facts; DROP TABLE asked_accounts;
        ALTER TABLE transactions DROP COLUMN is_from_chain; PRAGMA user_version = 3;";
    const TO_VERSION_1: &str = "
        DROP TABLE note_log; DROP TABLE note_entries; DROP TABLE note_details;
        ALTER TABLE transactions DROP COLUMN is_noted; PRAGMA user_version = 1;";
    let (world, wallet) = World::new().await;
    wallet.sync().await.expect("a sync");
    let entries = all(&wallet).await;
    let query = TransactionQuery::default;
    let transactions = wallet.transactions(query(), None, 10).await.expect("a page").entries;
    let events = wallet.events(None, LARGEST_PAGE).await.expect("events");
    let mut wallet = wallet;
    for earlier in [
        vec![TO_VERSION_4],
        vec![TO_VERSION_4, TO_VERSION_3],
        vec![TO_VERSION_4, TO_VERSION_3, TO_VERSION_2],
        vec![TO_VERSION_4, TO_VERSION_3, TO_VERSION_2, TO_VERSION_1],
    ] {
        drop(wallet);
        let path = world.folder.path().join("store.sqlite3.history");
        let old = rusqlite::Connection::open(&path).expect("it opens");
        old.execute_batch(&earlier.concat()).expect("it is of an earlier version");
        drop(old);
        wallet = open(world.folder.path()).await;
        assert_eq!(wallet.events(None, LARGEST_PAGE).await.expect("events"), events);
        let again = all(&wallet).await;
        assert_eq!(again.len(), entries.len());
        assert!(again.iter().all(|entry| entry.kind == Some(NoteKind::Payment)), "{again:?}");
        for entry in &told(&entries) {
            assert!(told(&again).contains(entry), "{entry:?} in {again:?}");
        }
        // In the same order, and with their kinds.
        let again = wallet.transactions(query(), None, 10).await.expect("a page").entries;
        assert_eq!(again, transactions);
    }
}

#[tokio::test]
async fn a_note_is_read_by_its_id_whatever_has_become_of_it() {
    let (world, wallet) = World::new().await;
    wallet.sync().await.expect("a sync");
    let entries = all(&wallet).await;
    for note in [world.minted, world.to_payee, world.to_faucet] {
        let read = wallet.note(note).await.expect("the wallet has it");
        let mut of_pages = entries.iter().filter(|entry| entry.note == note);
        // One between two accounts of the wallet is there twice.
        let received = of_pages.clone().find(|entry| entry.direction == NoteDirection::Received);
        assert_eq!(Some(&read), received.or(of_pages.next()));
    }
    let directions = [
        (world.minted, NoteDirection::Received),
        (world.to_payee, NoteDirection::Received),
        (world.to_faucet, NoteDirection::Made),
    ];
    for (note, direction) in directions {
        assert_eq!(wallet.note(note).await.expect("the wallet has it").direction, direction);
    }
    let stranger = NoteId::from_raw(miden_client::Word::from([7u32; 4]));
    let refused = wallet.note(stranger).await.expect_err("there is none");
    assert_eq!(refused.kind(), "unknown_note");
}

#[tokio::test]
async fn cursors_of_others_are_refused() {
    let (_world, wallet) = World::new().await;
    let (_other_world, other) = World::new().await;
    let page = wallet.notes(NoteQuery::default(), None, 1).await.expect("a page");
    let cursor = page.next.expect("there is another page");
    let transactions = wallet.transactions(TransactionQuery::default(), None, 1).await;
    let of_transactions = transactions.expect("a page").next.expect("there is another page");
    for (wallet, cursor) in [
        (&other, cursor.as_str()),
        (&wallet, &of_transactions),
        (&wallet, "garbage"),
        (&wallet, ""),
        (&wallet, "Tg"),
    ] {
        let refused = wallet.notes(NoteQuery::default(), Some(cursor), 1).await;
        assert_eq!(refused.expect_err("it is of another").kind(), "invalid_cursor", "{cursor}");
    }
    let refused = wallet.transactions(TransactionQuery::default(), Some(&cursor), 1).await;
    assert_eq!(refused.expect_err("it is of notes").kind(), "invalid_cursor");
    for limit in [0, LARGEST_PAGE + 1] {
        let refused = wallet.notes(NoteQuery::default(), None, limit).await;
        assert_eq!(refused.expect_err("no size").kind(), "invalid_page_size");
    }
}
