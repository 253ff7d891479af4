//! What accounts did elsewhere, where something goes wrong on the way into the history.

use super::{HistoryEntry, Index, LARGEST_PAGE, TransactionQuery};
use crate::chain::embedded::NodeTraits;
use crate::errors::WalletError;
use crate::test_wallet::{open, open_on, paid};
use crate::transactions::{Payment, Token, TransactionState};
use crate::wallet::Wallet;
use crate::{AccountId, NewWallet};

async fn all(wallet: &Wallet) -> Vec<HistoryEntry> {
    let page =
        wallet.transactions(TransactionQuery::default(), None, LARGEST_PAGE).await.expect("a page");
    page.entries
}

/// A wallet with an account that has consumed a note and paid half of it on, and another wallet on its chain.
struct World {
    folder: tempfile::TempDir,
    first: Wallet,
    account: AccountId,
    second: Wallet,
}

impl World {
    async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let first = open(&folder.path().join("first")).await;
        let account = first.create_wallet(NewWallet::default()).await.expect("an account");
        let note = paid(&first, account, Token::Tok, 10).await;
        first.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
        first.sync().await.expect("a sync");
        let faucet = first.balance(account).await.expect("a balance").fungible[0].faucet;
        let payment = Payment::new(faucet, faucet, 5);
        first.send(account, vec![payment], None, |_| {}).await.expect("it is sent");
        first.sync().await.expect("a sync");
        let second = Self::second(&folder).await;
        Self { folder, first, account, second }
    }

    async fn second(folder: &tempfile::TempDir) -> Wallet {
        let chain = folder.path().join("first").join("chain");
        open_on(&chain, &folder.path().join("second")).await
    }

    async fn file(&self) -> Vec<u8> {
        self.first.export_account(self.account).await.expect("a file").to_vec()
    }
}

fn without_mark(mut entries: Vec<HistoryEntry>) -> Vec<HistoryEntry> {
    for entry in &mut entries {
        entry.from_chain = None;
        // The wallet that made it wrote it down before its block was there.
        entry.created_at = 0;
    }
    entries
}

#[tokio::test]
async fn a_node_that_does_not_answer_is_asked_again_by_the_next_sync() {
    let World { folder: _folder, first, account, mut second } = {
        let world = World::new().await;
        let file = world.file().await;
        world.second.sync().await.expect("a sync");
        world.second.import_account(&file).await.expect("it is taken in");
        world
    };
    let chain = second.chain.clone().expect("a chain");
    let traits = NodeTraits { version: "0.1.0".to_owned(), ..NodeTraits::default() };
    let node = std::mem::replace(&mut second.node, chain.node(traits));
    // The client still has its own connection.
    second.sync().await.expect("a sync");
    assert_eq!(all(&second).await, []);
    assert!(second.balance(account).await.is_ok(), "the account is there all the same");

    second.node = node;
    second.sync().await.expect("a sync");
    let learned = all(&second).await;
    assert!(learned.iter().all(|entry| entry.from_chain.is_some()), "{learned:?}");
    assert_eq!(without_mark(learned), without_mark(all(&first).await));
}

#[tokio::test]
async fn a_history_that_is_lost_is_asked_for_again() {
    let world = World::new().await;
    let file = world.file().await;
    world.second.import_account(&file).await.expect("it is taken in");
    world.second.sync().await.expect("a sync");
    let learned = all(&world.second).await;
    assert_eq!(learned.len(), 2);
    let transaction = learned[0].transaction;
    let report = world.second.transaction(transaction).await.expect("it is known");
    assert_eq!(report.account, world.account);
    assert!(matches!(report.state, TransactionState::Committed { .. }));

    let World { folder, second, .. } = world;
    drop(second);
    Index::remove(&folder.path().join("second").join("store.sqlite3.history"));
    let second = World::second(&folder).await;
    assert_eq!(all(&second).await, []);
    let unknown = second.transaction(transaction).await.expect_err("nobody knows it now");
    assert!(matches!(unknown, WalletError::UnknownTransaction { .. }));
    second.sync().await.expect("a sync");
    assert_eq!(all(&second).await, learned);
}

#[tokio::test]
async fn what_both_wallets_made_is_there_once_in_each() {
    let world = World::new().await;
    let (first, second) = (&world.first, &world.second);
    let file = world.file().await;
    second.import_account(&file).await.expect("it is taken in");
    second.sync().await.expect("a sync");
    // One of its own, and then the same account once more: there is nothing new in it.
    let faucet = second.balance(world.account).await.expect("a balance").fungible[0].faucet;
    let payment = Payment::new(faucet, faucet, 1);
    let (made, _) =
        second.send(world.account, vec![payment], None, |_| {}).await.expect("it is sent");
    second.sync().await.expect("a sync");
    let before = all(second).await;
    assert_eq!(before.len(), 3);
    assert_eq!((before[0].transaction, before[0].from_chain), (made.transaction, None));
    second.import_account(&file).await.expect_err("it is there");
    second.sync().await.expect("a sync");
    assert_eq!(all(second).await, before);

    // The wallet that had it before learns what the other one made, when it takes the account in again.
    first.expect_past(world.account).await.expect("it is written");
    first.sync().await.expect("a sync");
    let both = all(first).await;
    let elsewhere: Vec<_> = both.iter().filter(|entry| entry.from_chain.is_some()).collect();
    assert_eq!(elsewhere.len(), 1, "{both:?}");
    assert_eq!(elsewhere[0].transaction, made.transaction);
    // The clock of the chain in the process is years behind that of the machine, and so is its place.
    let by_block = |mut entries: Vec<HistoryEntry>| {
        entries.sort_by_key(|entry| entry.committed_at);
        without_mark(entries)
    };
    assert_eq!(by_block(both), by_block(before));
}
