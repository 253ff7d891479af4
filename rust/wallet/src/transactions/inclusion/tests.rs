//! A transaction whose submission was refused is recorded if a block includes it all the same.

#![allow(clippy::large_futures, reason = "a test's thread has the room")]

use std::sync::Arc;

use miden_client::rpc::{
    AddTransactionError, EndpointError, GrpcError, NodeRpcClient, RpcEndpoint, RpcError,
};

use super::*;
use crate::embedded::{FalseAnswer, NodeTraits};
use crate::fail_points::FailPoint;
use crate::test_wallet::{open, paid};
use crate::transactions::{Token, TransactionState};
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
    _folder: tempfile::TempDir,
    wallet: Wallet,
    account: AccountId,
    note: NoteId,
}

impl World {
    async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let wallet = open(folder.path()).await;
        let new = NewWallet { visibility: Visibility::Private, ..NewWallet::default() };
        let account = wallet.create_wallet(new).await.expect("an account");
        let note = paid(&wallet, account, Token::Miden, 5).await;
        Self { _folder: folder, wallet, account, note }
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
    world.wallet.sync().await.expect("another sync");
    assert!(world.wallet.journal.refused().await.expect("the journal").is_empty());
    let gone = world.wallet.transaction(entry.executed.id()).await;
    assert_eq!(gone.map(drop).expect_err("it never was").kind(), "unknown_transaction");
}
