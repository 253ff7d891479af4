//! A transaction that was refused and is included late.
#![allow(clippy::large_futures, reason = "a test's thread has the room")]

use std::rc::Rc;

use miden_client::rpc::{AddTransactionError, EndpointError, GrpcError, RpcEndpoint, RpcError};
use tokio::task::{LocalSet, spawn_local};

use super::*;
use crate::embedded::{FalseAnswer, NodeTraits};
use crate::fail_points::FailPoint;
use crate::test_wallet::{open, paid};
use crate::transactions::journal::JournalEntry;
use crate::transactions::{Payment, Token, TransactionOptions};
use crate::{NewWallet, Visibility};

fn state_conflict() -> RpcError {
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

/// A wallet whose node has refused the payment of a reference, and an account with 1000 MIDEN.
struct World {
    _folder: tempfile::TempDir,
    wallet: Rc<Wallet>,
    account: AccountId,
    refused: JournalEntry,
}

impl World {
    async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut wallet = open(folder.path()).await;
        let new = NewWallet { visibility: Visibility::Private, ..NewWallet::default() };
        let account = wallet.create_wallet(new).await.expect("an account");
        let note = paid(&wallet, account, Token::Miden, 1_000).await;
        wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
        wallet.sync().await.expect("a sync");
        let node = wallet.node.clone();
        let chain = wallet.chain.clone().expect("a chain");
        let false_answer = Some(FalseAnswer {
            error: state_conflict,
            takes_transaction: false,
            falls_silent: false,
        });
        wallet.node = chain.node(NodeTraits { false_answer, ..NodeTraits::default() });
        let refused = pay(&wallet, account).await.expect_err("it is refused");
        assert_eq!(refused.kind(), "rejected", "{refused}");
        wallet.node = node;
        let refused = wallet.journal.refused().await.expect("the journal").pop();
        let refused = refused.expect("an entry").entry.expect("it can be read");
        Self { _folder: folder, wallet: Rc::new(wallet), account, refused }
    }

    /// Has the chain include the transaction that was refused.
    async fn include(&self) {
        let mut client = self.wallet.client_of_its_own().await.expect("a client");
        let JournalEntry { executed, proven } = &self.refused;
        client.submit_proven_transaction(proven.clone(), executed).await.expect("it is taken");
    }

    async fn left(&self) -> u64 {
        self.wallet.sync().await.expect("a sync");
        let balance = self.wallet.balance(self.account).await.expect("a balance");
        balance.fungible[0].amount
    }
}

async fn pay(wallet: &Wallet, account: AccountId) -> Result<(SentTransaction, Vec<NoteId>)> {
    let faucet = wallet.chain.as_ref().expect("a chain").faucet_id(Token::Miden);
    let options =
        TransactionOptions { reference: Some("order 7".to_owned()), ..Default::default() };
    wallet.send(account, vec![Payment::new(account, faucet, 5)], options, |_| {}).await
}

#[tokio::test]
async fn a_request_whose_refused_transaction_was_included_late_has_that_as_its_outcome() {
    let world = World::new().await;
    world.include().await;
    let (sent, _) = pay(&world.wallet, world.account).await.expect("it was paid");
    assert_eq!(sent.transaction, world.refused.executed.id());
    assert_eq!(world.left().await, 995);
}

#[tokio::test]
async fn of_a_refused_transaction_and_its_retry_the_chain_takes_one() {
    LocalSet::new()
        .run_until(async {
            let world = World::new().await;
            let proof = world.wallet.fail_points.hold(FailPoint::BeforeJournal);
            let (wallet, account) = (world.wallet.clone(), world.account);
            let retry = spawn_local(async move { pay(&wallet, account).await });
            proof.arrived().await;
            world.include().await;
            proof.release();
            retry.await.expect("no panic").expect_err("the other one is included");
            let (sent, _) = pay(&world.wallet, account).await.expect("it was paid");
            assert_eq!(sent.transaction, world.refused.executed.id());
            assert_eq!(world.left().await, 995);
        })
        .await;
}

#[tokio::test]
async fn the_retry_of_a_refused_transaction_is_the_outcome_if_it_comes_first() {
    let world = World::new().await;
    let first = pay(&world.wallet, world.account).await.expect("it is paid");
    assert_ne!(first.0.transaction, world.refused.executed.id());
    assert_eq!(pay(&world.wallet, world.account).await.expect("it was paid"), first);
    assert_eq!(world.left().await, 995);
}

/// A node that says nothing of the account would leave it open whether the payment was made.
#[tokio::test]
async fn a_request_waits_as_long_as_nobody_can_tell_what_became_of_its_transaction() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    paid(&wallet, account, Token::Miden, 1).await;
    let stored = StoredReference {
        reference: "order 7".to_owned(),
        request: Request::of_all_notes(account),
        attempts: vec![Attempt {
            transaction: TransactionId::from_raw(Word::from([1_u32, 2, 3, 4])),
            account,
            initial: Word::from([5_u32, 6, 7, 8]),
            executed_at: 0_u32.into(),
            expiration: 100_u32.into(),
            proven_by: ProvenBy::StandIn,
            at: 0,
            notes: Vec::new(),
        }],
    };
    let key = setting("order 7/1");
    wallet.store.set_setting(SettingScope::User, key, stored.to_bytes()).await.expect("a setting");
    let options =
        TransactionOptions { reference: Some("order 7".to_owned()), ..Default::default() };
    // The account is not on the chain yet, and is in another state than that transaction begins with.
    let refused = wallet.consume_all(account, &[], options.clone(), |_| panic!("submitted")).await;
    let refused = refused.expect_err("it may still be included");
    assert_eq!((refused.kind(), refused.is_retryable()), ("reference_unsettled", true));
    let chain = wallet.chain.clone().expect("a chain");
    chain.advance(100).expect("blocks");
    let consumed = wallet.consume_all(account, &[], options, |_| {}).await;
    assert!(consumed.expect("it has expired").sent.is_some());
}
