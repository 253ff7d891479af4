//! A node loses what it has accepted, and the wallet submits it again or says that it is given up.

#![allow(clippy::large_futures, reason = "a test's thread has the room")]

use std::sync::Arc;

use miden_client::rpc::{GrpcError, NodeRpcClient, RpcEndpoint, RpcError};

use super::*;
use crate::chain::embedded::{EmbeddedChain, FalseAnswer, NodeTraits};
use crate::chain::expiration::EXPIRATION_BLOCKS;
use crate::fail_points::FailPoint;
use crate::history::{NoteQuery, NoteState};
use crate::store::backup::BackupFile;
use crate::test_wallet::{configuration_on, open, paid, proven_consumption};
use crate::transactions::{Token, TransactionState};
use crate::wallet::Wallet;
use crate::{NewWallet, NoteId, Visibility};

/// A wallet with a private account and two notes to consume.
struct World {
    folder: tempfile::TempDir,
    wallet: Wallet,
    account: AccountId,
    notes: [NoteId; 2],
}

impl World {
    async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let wallet = open(folder.path()).await;
        let new = NewWallet { visibility: Visibility::Private, ..NewWallet::default() };
        let account = wallet.create_wallet(new).await.expect("an account");
        let first = paid(&wallet, account, Token::Miden, 5).await;
        let second = paid(&wallet, account, Token::Miden, 2).await;
        Self { folder, wallet, account, notes: [first, second] }
    }

    fn chain(&self) -> Arc<EmbeddedChain> {
        self.wallet.chain.clone().expect("a chain")
    }

    /// A node that loses what it accepts.
    fn losing_node(&self) -> Arc<dyn NodeRpcClient> {
        self.chain().node(NodeTraits { loses_transactions: true, ..NodeTraits::default() })
    }

    fn fair_node(&self) -> Arc<dyn NodeRpcClient> {
        self.chain().node(NodeTraits::default())
    }

    /// Has the wallet and its client use another node.
    async fn use_node(&mut self, node: Arc<dyn NodeRpcClient>) {
        self.wallet.node = node;
        let client = self.wallet.client_of_its_own().await.expect("a client");
        self.wallet.client = Arc::new(tokio::sync::Mutex::new(client));
    }

    /// Has a note consumed by a transaction that the node accepts and loses.
    async fn lost(&mut self, note: NoteId) -> TransactionId {
        self.wallet.node = self.losing_node();
        let sent = self.wallet.consume(self.account, &[note], None, |_| {}).await;
        self.wallet.node = self.fair_node();
        sent.expect("it is accepted").transaction
    }

    async fn pass(&self, blocks: u32) -> crate::SyncReport {
        self.chain().advance(blocks).expect("blocks");
        self.wallet.sync().await.expect("a sync")
    }

    async fn state(&self, transaction: TransactionId) -> TransactionState {
        self.wallet.transaction(transaction).await.expect("it is known").state
    }

    async fn expect_committed(&self, transactions: &[TransactionId], amount: u64) {
        self.wallet.sync().await.expect("a sync");
        for transaction in transactions {
            let state = self.state(*transaction).await;
            assert!(matches!(state, TransactionState::Committed { .. }), "{state:?}");
        }
        assert!(self.wallet.journal.pending().await.expect("the journal").is_empty());
        assert!(!self.wallet.accounts().await.expect("accounts")[0].is_locked);
        let balance = self.wallet.balance(self.account).await.expect("a balance");
        assert_eq!(balance.fungible[0].amount, amount);
    }
}

#[tokio::test]
async fn the_entry_of_a_transaction_is_kept_until_a_sync_finds_it_in_a_block() {
    let world = World::new().await;
    let consumed = world.wallet.consume(world.account, &[world.notes[0]], None, |_| {}).await;
    let transaction = consumed.expect("it is consumed").transaction;
    assert_eq!(world.wallet.journal.pending().await.expect("the journal"), [transaction]);
    let info = world.wallet.info().await.expect("the wallet tells of itself");
    assert!(info.unsettled_transactions.is_empty());
    world.expect_committed(&[transaction], 5).await;
}

#[tokio::test]
async fn a_lost_transaction_is_submitted_again_after_three_blocks() {
    let mut world = World::new().await;
    let transaction = world.lost(world.notes[0]).await;
    world.pass(2).await;
    world.wallet.sync().await.expect("a sync");
    assert_eq!(world.state(transaction).await, TransactionState::Pending);
    world.pass(1).await;
    world.expect_committed(&[transaction], 5).await;
}

#[tokio::test]
async fn lost_transactions_of_an_account_are_submitted_again_in_the_order_of_its_nonces() {
    let mut world = World::new().await;
    let first = world.lost(world.notes[0]).await;
    let second = world.lost(world.notes[1]).await;
    world.pass(RESUBMISSION_BLOCKS).await;
    world.expect_committed(&[first, second], 7).await;
}

#[tokio::test]
async fn a_lost_transaction_is_submitted_before_one_that_builds_on_it_is_made() {
    let mut world = World::new().await;
    let first = world.lost(world.notes[0]).await;
    // Not synced: the wallet does not know yet that it is overdue.
    world.chain().advance(RESUBMISSION_BLOCKS).expect("blocks");
    let consumed = world.wallet.consume(world.account, &[world.notes[1]], None, |_| {}).await;
    let second = consumed.expect("it is consumed").transaction;
    world.expect_committed(&[first, second], 7).await;
}

#[tokio::test]
async fn a_pending_transaction_that_the_node_does_not_take_again_is_kept_for_the_next_sync() {
    let mut world = World::new().await;
    let transaction = world.lost(world.notes[0]).await;
    for error in [taken_already as fn() -> RpcError, unavailable] {
        let answer = FalseAnswer { error, takes_transaction: false, falls_silent: false };
        let traits = NodeTraits { false_answer: Some(answer), ..NodeTraits::default() };
        world.wallet.node = world.chain().node(traits);
        world.pass(RESUBMISSION_BLOCKS).await;
        assert_eq!(world.state(transaction).await, TransactionState::Pending);
        assert!(world.wallet.journal.pending_path(transaction).exists());
    }
    world.wallet.node = world.fair_node();
    world.pass(1).await;
    world.expect_committed(&[transaction], 5).await;
}

#[tokio::test]
async fn a_transaction_that_the_node_does_not_answer_for_holds_up_no_other_account() {
    let mut world = World::new().await;
    let other = world.wallet.create_wallet(NewWallet::default()).await.expect("another account");
    let note = paid(&world.wallet, other, Token::Miden, 1).await;
    // Accounts are submitted in this order.
    let mut accounts = [(world.account, world.notes[0]), (other, note)];
    accounts.sort_unstable_by_key(|(account, _)| *account);
    let [(first, first_note), (second, second_note)] = accounts;
    world.wallet.node = world.losing_node();
    let unanswered = world.wallet.consume(first, &[first_note], None, |_| {}).await;
    let unanswered = unanswered.expect("it is accepted").transaction;
    let answered = world.wallet.consume(second, &[second_note], None, |_| {}).await;
    let answered = answered.expect("it is accepted").transaction;

    let traits = NodeTraits { unavailable_for: Some(first), ..NodeTraits::default() };
    world.wallet.node = world.chain().node(traits);
    world.pass(RESUBMISSION_BLOCKS).await;
    world.wallet.sync().await.expect("a sync");
    let state = world.state(answered).await;
    assert!(matches!(state, TransactionState::Committed { .. }), "{state:?}");
    assert_eq!(world.state(unanswered).await, TransactionState::Pending);
}

/// As after a power failure, or if the store is lost and restored from a backup.
#[tokio::test]
async fn an_entry_of_a_recorded_transaction_that_the_store_has_no_record_of_is_settled() {
    let world = World::new().await;
    let note = world.notes[0];
    let (executed, proven) = proven_consumption(&world.wallet, world.account, note).await;
    let transaction = executed.id();
    world.wallet.journal.write(&executed, &proven, "").await.expect("it is written down");
    world.wallet.journal.keep_pending(transaction).await;
    world.wallet.sync().await.expect("a sync settles it");
    world.expect_committed(&[transaction], 5).await;
}

/// The network has included both, so the state after the first alone is not the network's.
#[tokio::test]
async fn a_private_account_goes_on_if_its_store_is_restored_beside_two_pending_transactions() {
    let world = World::new().await;
    let (folder, wallet) = (world.folder.path(), &world.wallet);
    let path = folder.join("wallet.backup");
    let passphrase = || "correct horse".to_owned().into();
    wallet.back_up(&path, passphrase()).await.expect("a backup");
    let mut transactions = Vec::new();
    for note in world.notes {
        let consumed = wallet.consume(world.account, &[note], None, |_| {}).await;
        transactions.push(consumed.expect("it is consumed").transaction);
    }
    for is_locked in [false, true] {
        let place = folder.join(format!("locked-{is_locked}"));
        let place = configuration_on(&folder.join("chain"), &place);
        let backup = BackupFile { path: path.clone(), passphrase: passphrase() };
        let restored = Wallet::restore_backup(place, backup).await.expect("a wallet");
        if is_locked {
            restored.sync().await.expect("a sync passes both");
        }
        assert_eq!(restored.accounts().await.expect("accounts")[0].is_locked, is_locked);
        for transaction in &transactions {
            let entry = restored.journal.pending_path(*transaction);
            std::fs::create_dir_all(entry.parent().expect("a folder")).expect("the folder");
            std::fs::copy(wallet.journal.pending_path(*transaction), entry).expect("the entry");
        }
        restored.sync().await.expect("a sync");
        assert!(!restored.accounts().await.expect("accounts")[0].is_locked);
        let balance = restored.balance(world.account).await.expect("a balance");
        assert_eq!(balance.fungible[0].amount, 7);
        assert!(restored.journal.pending().await.expect("the journal").is_empty());
        assert!(restored.journal.entries().await.expect("the journal").is_empty());
        for transaction in &transactions {
            let state = restored.transaction(*transaction).await.expect("it is known").state;
            assert!(matches!(state, TransactionState::Committed { .. }), "{state:?}");
        }
    }
}

fn taken_already() -> RpcError {
    answer(GrpcError::AlreadyExists)
}

fn unavailable() -> RpcError {
    answer(GrpcError::Unavailable)
}

fn answer(error_kind: GrpcError) -> RpcError {
    RpcError::RequestError {
        endpoint: RpcEndpoint::SubmitProvenTx,
        error_kind,
        endpoint_error: None,
        source: None,
    }
}

#[tokio::test]
async fn a_transaction_on_a_lost_one_without_an_entry_is_refused_before_its_proof_until_that_expires()
 {
    let mut world = World::new().await;
    let begun_at = world.chain().node(NodeTraits::default());
    let (tip, _) = begun_at.get_block_header_by_number(None, false).await.expect("the tip");
    let expires = tip.block_num().as_u32() + u32::from(EXPIRATION_BLOCKS);
    let transaction = world.lost(world.notes[0]).await;
    std::fs::remove_file(world.wallet.journal.pending_path(transaction)).expect("the entry");
    world.chain().advance(RESUBMISSION_BLOCKS).expect("blocks");

    let mut submitted = None;
    let submits = |transaction| submitted = Some(transaction);
    let consumed = world.wallet.consume(world.account, &[world.notes[1]], None, submits).await;
    let error = consumed.map(drop).expect_err("its predecessor cannot be submitted");
    let WalletError::DependencyLost { transaction: lost, account, block } = error else {
        panic!("{error:?}");
    };
    assert_eq!((lost, account, block), (transaction, world.account, expires));
    assert_eq!(submitted, None);

    let (tip, _) = begun_at.get_block_header_by_number(None, false).await.expect("the tip");
    let report = world.pass(expires - tip.block_num().as_u32()).await;
    let reason = DiscardReason::Expired;
    assert_eq!(report.discarded_transactions, [DiscardedTransaction { transaction, reason }]);
    let consumed = world.wallet.consume(world.account, &world.notes, None, |_| {}).await;
    let transaction = consumed.expect("the wait is over").transaction;
    world.expect_committed(&[transaction], 7).await;
}

#[tokio::test]
async fn a_discarded_transaction_is_reported_by_one_sync_also_if_a_transaction_found_it() {
    let mut world = World::new().await;
    let other = world.wallet.create_wallet(NewWallet::default()).await.expect("another account");
    let note = paid(&world.wallet, other, Token::Miden, 1).await;
    let first = world.lost(world.notes[0]).await;
    world.pass(1).await;
    let second = world.lost(world.notes[1]).await;
    // One block less: the first expires, and not the second, which builds on it.
    world.chain().advance(u32::from(EXPIRATION_BLOCKS) - 1).expect("blocks");
    world.wallet.consume(other, &[note], None, |_| {}).await.expect("it catches up");

    let mut expected = [
        DiscardedTransaction { transaction: first, reason: DiscardReason::Expired },
        DiscardedTransaction { transaction: second, reason: DiscardReason::DependencyDiscarded },
    ];
    expected.sort_unstable_by_key(|discarded| discarded.transaction);
    let report = world.wallet.sync().await.expect("a sync");
    assert_eq!(report.discarded_transactions, expected);
    let report = world.wallet.sync().await.expect("another sync");
    assert!(report.discarded_transactions.is_empty());
    assert!(world.wallet.journal.pending().await.expect("the journal").is_empty());
    for DiscardedTransaction { transaction, reason } in expected {
        assert_eq!(world.state(transaction).await, TransactionState::Discarded { reason });
    }
}

#[tokio::test]
async fn a_discarded_transaction_is_reported_by_the_next_sync_if_one_ends_before_its_report() {
    let mut world = World::new().await;
    let transaction = world.lost(world.notes[0]).await;
    world.chain().advance(u32::from(EXPIRATION_BLOCKS)).expect("blocks");
    let lookups = world.wallet.fail_points.hold(FailPoint::BeforeTokenLookups);
    tokio::select! {
        report = world.wallet.sync() => panic!("it does not wait: {report:?}"),
        () = lookups.arrived() => {}
    }
    let report = world.wallet.sync().await.expect("a sync");
    let reported: Vec<_> =
        report.discarded_transactions.iter().map(|discarded| discarded.transaction).collect();
    assert_eq!(reported, [transaction]);
    assert!(world.wallet.journal.pending().await.expect("the journal").is_empty());
}

/// The node tells that the note is consumed, and not by which transaction.
#[tokio::test]
async fn a_discarded_transaction_that_is_in_a_block_is_found_and_its_account_goes_on() {
    let mut world = World::new().await;
    let consumed = world.wallet.consume(world.account, &[world.notes[0]], None, |_| {}).await;
    let transaction = consumed.expect("it is consumed").transaction;
    let traits = NodeTraits { hides_transactions: true, ..NodeTraits::default() };
    world.use_node(world.chain().node(traits)).await;
    let report = world.wallet.sync().await.expect("a sync");
    let reported: Vec<_> =
        report.discarded_transactions.iter().map(|discarded| discarded.transaction).collect();
    assert_eq!(reported, [transaction]);
    let state = world.state(transaction).await;
    assert!(matches!(state, TransactionState::Discarded { .. }), "{state:?}");

    world.use_node(world.fair_node()).await;
    world.expect_committed(&[transaction], 5).await;
    let consumed = world.wallet.consume(world.account, &[world.notes[1]], None, |_| {}).await;
    let next = consumed.expect("the state is known").transaction;
    world.expect_committed(&[transaction, next], 7).await;
    assert!(world.wallet.journal.refused().await.expect("the journal").is_empty());
}

#[tokio::test]
async fn the_entry_of_a_discarded_transaction_is_kept_until_it_cannot_be_included_any_more() {
    let mut world = World::new().await;
    let transaction = world.lost(world.notes[0]).await;
    world.pass(u32::from(EXPIRATION_BLOCKS)).await;
    assert!(world.wallet.journal.refused_path(transaction).exists());
    let state = world.state(transaction).await;
    assert!(matches!(state, TransactionState::Discarded { .. }), "{state:?}");
    world.pass(10).await;
    let report = world.pass(1).await;
    assert!(report.discarded_transactions.is_empty(), "it is reported once");
    assert!(!world.wallet.journal.refused_path(transaction).exists());
    let state = world.state(transaction).await;
    assert!(matches!(state, TransactionState::Discarded { .. }), "{state:?}");
}

#[tokio::test]
async fn the_notes_of_a_discarded_transaction_can_be_consumed_again() {
    let mut world = World::new().await;
    let lost = world.lost(world.notes[0]).await;
    let report = world.pass(u32::from(EXPIRATION_BLOCKS)).await;
    assert_eq!(report.discarded_transactions.len(), 1);
    let query = NoteQuery { state: Some(NoteState::Committed), ..NoteQuery::default() };
    let page = world.wallet.notes(query, None, 10).await.expect("the history");
    assert!(page.entries.iter().any(|entry| entry.note == world.notes[0]), "{page:?}");

    let consumed = world.wallet.consume(world.account, &[world.notes[0]], None, |_| {}).await;
    let again = consumed.expect("it is consumed").transaction;
    // The same note consumed from the same state is the same transaction.
    assert_eq!(again, lost);
    assert_eq!(world.state(again).await, TransactionState::Pending);
    world.expect_committed(&[again], 5).await;
}
