//! A transaction whose submission was refused is recorded if a block includes it all the same.

#![allow(clippy::large_futures, reason = "a test's thread has the room")]

use std::sync::Arc;

use miden_client::rpc::{
    AddTransactionError, EndpointError, GrpcError, NodeRpcClient, RpcEndpoint, RpcError,
};

use super::*;
use crate::chain::embedded::{FalseAnswer, NodeTraits};
use crate::fail_points::FailPoint;
use crate::test_wallet::{open, paid};
use crate::transactions::{DiscardReason, Token, TransactionReport, TransactionState};
use crate::wallet::Wallet;
use crate::{AccountId, NewWallet, NoteId, Visibility};

fn conflict() -> RpcError {
    let message = "the account has another state".to_owned();
    RpcError::RequestError {
        endpoint: RpcEndpoint::SubmitProvenTx,
        error_kind: GrpcError::InvalidArgument,
        endpoint_error: Some(EndpointError::AddTransaction(AddTransactionError::StateConflict {
            message,
        })),
        source: None,
    }
}

/// A wallet with a note to consume.
struct World {
    folder: tempfile::TempDir,
    wallet: Wallet,
    account: AccountId,
    note: NoteId,
}

impl World {
    async fn new() -> Self {
        Self::of(Visibility::Private).await
    }

    async fn of(visibility: Visibility) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let wallet = open(folder.path()).await;
        let new = NewWallet { visibility, ..NewWallet::default() };
        let account = wallet.create_wallet(new).await.expect("an account");
        let note = paid(&wallet, account, Token::Miden, 5).await;
        Self { folder, wallet, account, note }
    }

    fn refusing_node(&self, takes_transaction: bool) -> Arc<dyn NodeRpcClient> {
        let answer = FalseAnswer { error: conflict, takes_transaction, falls_silent: false };
        let traits = NodeTraits { false_answer: Some(answer), ..NodeTraits::default() };
        self.wallet.chain.as_ref().expect("a chain").node(traits)
    }

    /// Has the consumption of the note refused, and returns what the journal keeps of it.
    async fn refused(&mut self) -> JournalEntry {
        let refusing = self.refusing_node(false);
        let fair = std::mem::replace(&mut self.wallet.node, refusing);
        let consumed = self.wallet.consume(self.account, &[self.note], None, |_| {}).await;
        let error = consumed.map(drop).expect_err("it is refused");
        assert!(matches!(error, WalletError::Rejected { .. }), "{error:?}");
        self.wallet.node = fair;
        assert!(self.wallet.journal.entries().await.expect("the journal").is_empty());
        let mut refused = self.wallet.journal.refused().await.expect("the journal");
        refused.pop().expect("it is kept").entry.expect("it can be read")
    }

    /// Another copy of a refused transaction is accepted.
    async fn include(&self, entry: JournalEntry) {
        let mut client = self.wallet.client_of_its_own().await.expect("a client");
        let submitted = client.submit_proven_transaction(entry.proven, &entry.executed).await;
        submitted.expect("it is taken");
    }

    async fn expect_consumed(&self, transaction: miden_client::transaction::TransactionId) {
        let state = self.wallet.transaction(transaction).await.expect("it is known").state;
        assert!(matches!(state, TransactionState::Committed { .. }), "{state:?}");
        assert!(self.wallet.journal.refused().await.expect("the journal").is_empty());
        assert!(!self.wallet.accounts().await.expect("accounts")[0].is_locked);
        let note = paid(&self.wallet, self.account, Token::Miden, 2).await;
        self.wallet.consume(self.account, &[note], None, |_| {}).await.expect("it is consumed");
        let balance = self.wallet.balance(self.account).await.expect("a balance");
        assert_eq!(balance.fungible[0].amount, 7);
    }
}

#[tokio::test]
async fn a_private_account_stays_usable_if_a_refused_transaction_is_included_at_once() {
    let mut world = World::new().await;
    let refusing = world.refusing_node(true);
    let fair = std::mem::replace(&mut world.wallet.node, refusing);
    let consumed = world.wallet.consume(world.account, &[world.note], None, |_| {}).await;
    let transaction = consumed.expect("the chain has it").transaction;
    world.wallet.node = fair;
    world.wallet.sync().await.expect("a sync");
    world.expect_consumed(transaction).await;
}

#[tokio::test]
async fn a_private_account_stays_usable_if_a_refused_transaction_is_included_later() {
    let mut world = World::new().await;
    let entry = world.refused().await;
    let transaction = entry.executed.id();
    world.wallet.sync().await.expect("it holds up nothing");
    assert_eq!(world.wallet.journal.refused().await.expect("the journal").len(), 1);
    world.include(entry).await;
    world.wallet.sync().await.expect("a sync");
    world.expect_consumed(transaction).await;
}

#[tokio::test]
async fn a_refused_transaction_that_is_included_while_a_sync_begins_is_recorded_by_it() {
    let mut world = World::new().await;
    let entry = world.refused().await;
    let transaction = entry.executed.id();
    let begins = world.wallet.fail_points.hold(FailPoint::BeforeSync);
    let including = async {
        begins.arrived().await;
        world.include(entry).await;
        begins.release();
    };
    let (synced, ()) = tokio::join!(world.wallet.sync(), including);
    assert_eq!(synced.expect("a sync").committed_transactions, [transaction]);
    world.expect_consumed(transaction).await;
}

/// One entry that cannot be looked up would otherwise end the syncs of all accounts.
#[tokio::test]
async fn a_sync_goes_on_if_a_lookup_fails_and_the_next_one_unlocks_the_account() {
    let mut world = World::new().await;
    let other = world.wallet.create_wallet(NewWallet::default()).await.expect("another account");
    let entry = world.refused().await;
    world.include(entry).await;
    let chain = world.wallet.chain.clone().expect("a chain");
    let tipless = chain.node(NodeTraits { hides_tip: true, ..NodeTraits::default() });
    let fair = std::mem::replace(&mut world.wallet.node, tipless);
    let report = world.wallet.sync().await.expect("a sync goes on");
    assert_eq!(report.locked_accounts, [world.account]);
    assert_eq!(world.wallet.journal.refused().await.expect("the journal").len(), 1);

    world.wallet.node = fair;
    let note = paid(&world.wallet, other, Token::Miden, 1).await;
    world.wallet.consume(other, &[note], None, |_| {}).await.expect("another account goes on");
    world.wallet.sync().await.expect("a sync");
    let accounts = world.wallet.accounts().await.expect("accounts");
    assert!(accounts.iter().all(|account| !account.is_locked));
    let balance = world.wallet.balance(world.account).await.expect("a balance");
    assert_eq!(balance.fungible[0].amount, 5);
    // The transaction itself is learned from the chain, so nothing waits for its record.
    assert!(world.wallet.journal.refused().await.expect("the journal").is_empty());
    world.wallet.sync().await.expect("another sync");
    assert!(world.wallet.journal.pending().await.expect("the journal").is_empty());
}

/// The sync before has passed the block, so the entry is all that is left of the transaction.
#[tokio::test]
async fn a_sync_ends_if_the_entry_of_an_included_transaction_cannot_be_removed() {
    let mut world = World::of(Visibility::Public).await;
    let entry = world.refused().await;
    world.include(entry).await;
    let chain = world.wallet.chain.clone().expect("a chain");
    let tipless = chain.node(NodeTraits { hides_tip: true, ..NodeTraits::default() });
    let fair = std::mem::replace(&mut world.wallet.node, tipless);
    world.wallet.sync().await.expect("a sync passes the block");

    world.wallet.node = fair;
    // No log can be synced to the disk, so the entry stays.
    let nowhere = world.folder.path().join("nowhere/store.sqlite3");
    let store = std::mem::replace(&mut world.wallet.store_path, nowhere);
    world.wallet.sync().await.expect("a sync ends");
    assert_eq!(world.wallet.journal.refused().await.expect("the journal").len(), 1);

    world.wallet.store_path = store;
    world.wallet.sync().await.expect("another sync");
    assert!(world.wallet.journal.refused().await.expect("the journal").is_empty());
}

#[tokio::test]
async fn a_refused_transaction_holds_up_nothing_and_is_removed_once_it_cannot_be_included() {
    let mut world = World::new().await;
    world.refused().await;
    // It is not submitted again, so the note is free.
    let consumed = world.wallet.consume(world.account, &[world.note], None, |_| {}).await;
    let sent = consumed.expect("it is consumed");
    world.wallet.sync().await.expect("a sync");
    world.expect_consumed(sent.transaction).await;
}

#[tokio::test]
async fn a_refused_transaction_is_removed_after_a_sync_has_passed_its_expiration() {
    let mut world = World::new().await;
    let entry = world.refused().await;
    let chain = world.wallet.chain.clone().expect("a chain");
    chain.advance(u32::from(EXPIRATION_BLOCKS) + 10).expect("blocks");
    world.wallet.sync().await.expect("a sync");
    assert_eq!(world.wallet.journal.refused().await.expect("the journal").len(), 1);
    let report = world.wallet.sync().await.expect("another sync");
    let transaction = entry.executed.id();
    let reason = DiscardReason::Expired;
    assert_eq!(report.discarded_transactions, [DiscardedTransaction { transaction, reason }]);
    assert!(world.wallet.journal.refused().await.expect("the journal").is_empty());
    let report = world.wallet.transaction(transaction).await.expect("it is known");
    let state = TransactionState::Discarded { reason };
    assert_eq!(report, TransactionReport { transaction, account: world.account, state });
}

#[tokio::test]
async fn a_transaction_of_unknown_outcome_is_reported_by_one_sync_once_it_has_expired() {
    let mut world = World::new().await;
    let other = world.wallet.create_wallet(NewWallet::default()).await.expect("another account");
    let note = paid(&world.wallet, other, Token::Miden, 1).await;
    let chain = world.wallet.chain.clone().expect("a chain");
    let traits = NodeTraits { unavailable_for: Some(world.account), ..NodeTraits::default() };
    world.wallet.node = chain.node(traits);
    let client = world.wallet.client_of_its_own().await.expect("a client");
    world.wallet.client = Arc::new(tokio::sync::Mutex::new(client));
    let consumed = world.wallet.consume(world.account, &[world.note], None, |_| {}).await;
    let error = consumed.map(drop).expect_err("nobody knows");
    let WalletError::SubmissionUnknown { transaction, .. } = error else { panic!("{error:?}") };

    chain.advance(u32::from(EXPIRATION_BLOCKS) + 10).expect("blocks");
    let report = world.wallet.sync().await.expect("a sync passes the blocks");
    assert!(report.discarded_transactions.is_empty());
    // A transaction that catches up with the chain has no report, and takes nothing from that of the next sync.
    chain.advance(u32::from(EXPIRATION_BLOCKS)).expect("blocks");
    world.wallet.consume(other, &[note], None, |_| {}).await.expect("it catches up");
    let report = world.wallet.sync().await.expect("a sync");
    let reason = DiscardReason::Expired;
    assert_eq!(report.discarded_transactions, [DiscardedTransaction { transaction, reason }]);
    let report = world.wallet.sync().await.expect("another sync");
    assert!(report.discarded_transactions.is_empty());
    assert!(!world.wallet.journal.path(transaction).exists());
    assert!(!world.wallet.journal.refused_path(transaction).exists());
}

/// The retry is recorded and lost, so the store has its state and the chain never will.
#[tokio::test]
async fn a_refused_transaction_is_recorded_if_a_block_includes_it_in_place_of_its_retry() {
    let mut world = World::new().await;
    let other = paid(&world.wallet, world.account, Token::Miden, 2).await;
    let entry = world.refused().await;
    let transaction = entry.executed.id();
    let chain = world.wallet.chain.clone().expect("a chain");
    let losing = NodeTraits { loses_transactions: true, ..NodeTraits::default() };
    let fair = std::mem::replace(&mut world.wallet.node, chain.node(losing));
    let retried = world.wallet.consume(world.account, &[world.note, other], None, |_| {}).await;
    let retry = retried.expect("it is accepted").transaction;
    world.wallet.node = fair;

    world.include(entry).await;
    let report = world.wallet.sync().await.expect("a sync");
    assert!(report.locked_accounts.is_empty());
    let discarded = DiscardedTransaction { transaction: retry, reason: DiscardReason::Superseded };
    assert_eq!(report.discarded_transactions, [discarded]);
    let state = world.wallet.transaction(transaction).await.expect("it is known").state;
    assert!(matches!(state, TransactionState::Committed { .. }), "{state:?}");
    world.wallet.consume(world.account, &[other], None, |_| {}).await.expect("it is free");
    let balance = world.wallet.balance(world.account).await.expect("a balance");
    assert_eq!(balance.fungible[0].amount, 7);
}
