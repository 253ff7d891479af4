//! Accounts that come into a wallet that has synced, after somebody has paid them.

use crate::chain::embedded::NodeTraits;
use crate::test_wallet::{open, open_on, paid};
use crate::transactions::Token;
use crate::wallet::Wallet;
use crate::{AccountId, NewWallet, NoteId};

const SEED: [u8; 32] = [3; 32];

fn seeded() -> NewWallet {
    NewWallet { seed: Some(SEED.to_vec().into()), ..NewWallet::default() }
}

/// A wallet with an account that has consumed one note and not another, and another wallet on its chain, which has
/// synced since.
struct World {
    _folder: tempfile::TempDir,
    first: Wallet,
    second: Wallet,
    account: AccountId,
    waiting: NoteId,
}

impl World {
    async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let first = open(&folder.path().join("first")).await;
        let account = first.create_wallet(seeded()).await.expect("an account");
        let consumed = paid(&first, account, Token::Tok, 10).await;
        first.consume(account, &[consumed], None, |_| {}).await.expect("it is consumed");
        let waiting = paid(&first, account, Token::Tok, 7).await;
        let chain = folder.path().join("first").join("chain");
        let second = open_on(&chain, &folder.path().join("second")).await;
        let report = second.sync().await.expect("a sync");
        assert_eq!(report.new_notes, [], "nobody here is paid");
        Self { _folder: folder, first, second, account, waiting }
    }

    /// The note is found by the next sync and by none after, and can be consumed.
    async fn expect_found(&self) {
        let report = self.second.sync().await.expect("a sync");
        assert_eq!(report.new_notes, [self.waiting]);
        let notes = self.second.input_notes(Some(self.account)).await.expect("notes");
        assert_eq!(notes.iter().map(|note| note.note).collect::<Vec<_>>(), [self.waiting]);
        let report = self.second.sync().await.expect("a sync");
        assert_eq!(report.new_notes, []);
        self.second
            .consume(self.account, &[self.waiting], None, |_| {})
            .await
            .expect("it is consumed");
    }
}

#[tokio::test]
async fn what_waits_for_an_account_that_is_taken_in_is_found() {
    let world = World::new().await;
    let file = world.first.export_account(world.account).await.expect("a file");
    world.second.import_account(&file).await.expect("it is taken in");
    world.expect_found().await;
    let balance = world.second.balance(world.account).await.expect("a balance");
    assert_eq!(balance.fungible[0].amount, 17);
}

#[tokio::test]
async fn what_waits_for_an_account_that_is_made_once_more_of_its_seed_is_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let first = open(&folder.path().join("first")).await;
    let account = first.create_wallet(seeded()).await.expect("an account");
    let waiting = paid(&first, account, Token::Tok, 7).await;
    let chain = folder.path().join("first").join("chain");
    let second = open_on(&chain, &folder.path().join("second")).await;
    second.sync().await.expect("a sync");
    assert_eq!(second.create_wallet(seeded()).await.expect("an account"), account);
    World { _folder: folder, first, second, account, waiting }.expect_found().await;
}

#[tokio::test]
async fn a_node_that_does_not_tell_of_them_is_asked_again_by_the_next_sync() {
    let mut world = World::new().await;
    let file = world.first.export_account(world.account).await.expect("a file");
    world.second.import_account(&file).await.expect("it is taken in");
    let chain = world.second.chain.clone().expect("a chain");
    let traits = NodeTraits { version: "0.1.0".to_owned(), ..NodeTraits::default() };
    let node = std::mem::replace(&mut world.second.node, chain.node(traits));
    // The client still has its own connection.
    let report = world.second.sync().await.expect("a sync");
    assert_eq!(report.new_notes, []);
    world.second.node = node;
    world.expect_found().await;
}
