//! Transactions and syncs at once: they take turns where they have to, and nowhere else.

#![allow(clippy::large_futures, reason = "a test's thread has the room")]

mod panics;

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use miden_client::rpc::{GrpcError, RpcEndpoint, RpcError};
use tokio::task::{JoinHandle, LocalSet, spawn_local, yield_now};

use super::*;
use crate::chain::embedded::{FalseAnswer, NodeTraits};
use crate::chain::timed_node::TimedNode;
use crate::fail_points::FailPoint;
use crate::test_wallet::{open, paid};
use crate::transactions::{Draft, Payment, Token, TransactionState};
use crate::wallet::Wallet;
use crate::{NewWallet, NoteError, NoteId, Visibility};

/// A wallet whose calls run side by side on one thread, as they do on its worker.
struct World {
    _folder: tempfile::TempDir,
    wallet: Rc<Wallet>,
}

impl World {
    async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let wallet = Rc::new(open(folder.path()).await);
        Self { _folder: folder, wallet }
    }

    async fn account(&self, visibility: Visibility) -> AccountId {
        let new = NewWallet { visibility, ..NewWallet::default() };
        self.wallet.create_wallet(new).await.expect("an account")
    }

    fn consume(&self, account: AccountId, note: NoteId) -> JoinHandle<Result<SentTransaction>> {
        let wallet = self.wallet.clone();
        spawn_local(async move { wallet.consume(account, &[note], None, |_| {}).await })
    }

    async fn held(&self, account: AccountId) -> u64 {
        let balance = self.wallet.balance(account).await.expect("a balance");
        balance.fungible.iter().map(|asset| asset.amount).sum()
    }

    async fn state(&self, transaction: TransactionId) -> TransactionState {
        self.wallet.transaction(transaction).await.expect("it is known").state
    }

    async fn expect_sound(&self) {
        let accounts = self.wallet.accounts().await.expect("accounts");
        assert!(accounts.iter().all(|account| !account.is_locked));
    }
}

#[tokio::test]
async fn ten_notes_are_consumed_at_once_by_one_account() {
    LocalSet::new()
        .run_until(async {
            let world = World::new().await;
            let account = world.account(Visibility::Private).await;
            let mut notes = Vec::new();
            for amount in 1..=10 {
                notes.push(paid(&world.wallet, account, Token::Miden, amount).await);
            }
            let calls: Vec<_> = notes.iter().map(|note| world.consume(account, *note)).collect();
            let mut transactions = Vec::new();
            for call in calls {
                let sent = call.await.expect("no panic").expect("it is consumed");
                transactions.push(sent.transaction);
            }
            world.wallet.sync().await.expect("a sync");
            for transaction in transactions {
                let state = world.state(transaction).await;
                assert!(matches!(state, TransactionState::Committed { .. }), "{state:?}");
            }
            assert_eq!(world.held(account).await, (1..=10).sum::<u64>());
            assert_eq!(world.wallet.accounts().await.expect("accounts")[0].nonce, 10);
            world.expect_sound().await;
        })
        .await;
}

#[tokio::test]
async fn one_note_consumed_ten_times_at_once_is_consumed_once() {
    LocalSet::new()
        .run_until(async {
            let world = World::new().await;
            let account = world.account(Visibility::Private).await;
            let note = paid(&world.wallet, account, Token::Miden, 5).await;
            let calls: Vec<_> = (0..10).map(|_| world.consume(account, note)).collect();
            let mut sent = Vec::new();
            let mut refused = Vec::new();
            for call in calls {
                match call.await.expect("no panic") {
                    Ok(one) => sent.push(one.transaction),
                    Err(error) => refused.push(error),
                }
            }
            assert_eq!((sent.len(), refused.len()), (1, 9));
            for error in refused {
                assert!(
                    matches!(error, WalletError::Note(NoteError::BeingConsumed { note: named }) if named == note),
                    "{error}"
                );
            }
            world.wallet.sync().await.expect("a sync");
            let records = world
                .wallet
                .transaction_records(TransactionFilter::All)
                .await
                .expect("the transactions");
            assert_eq!(records.iter().map(|record| record.id).collect::<Vec<_>>(), sent);
            assert_eq!(world.held(account).await, 5);
        })
        .await;
}

#[tokio::test]
async fn accounts_do_not_wait_for_the_proof_of_another_one() {
    LocalSet::new()
        .run_until(async {
            let world = World::new().await;
            let slow = world.account(Visibility::Public).await;
            let quick = world.account(Visibility::Private).await;
            let first = paid(&world.wallet, slow, Token::Miden, 1).await;
            let second = paid(&world.wallet, slow, Token::Miden, 2).await;
            let other = paid(&world.wallet, quick, Token::Miden, 4).await;

            // The proof of the first takes for ever.
            let proof = world.wallet.fail_points.hold(FailPoint::BeforeJournal);
            let first = world.consume(slow, first);
            proof.arrived().await;
            let second = world.consume(slow, second);
            world.consume(quick, other).await.expect("no panic").expect("it does not wait");
            world.wallet.sync().await.expect("nor does a sync");
            assert_eq!(world.held(quick).await, 4);
            assert!(!first.is_finished() && !second.is_finished());
            assert_eq!(world.held(slow).await, 0);

            proof.release();
            first.await.expect("no panic").expect("it is consumed");
            second.await.expect("no panic").expect("it has had its turn");
            assert_eq!(world.held(slow).await, 3);
        })
        .await;
}

#[tokio::test]
async fn nobody_but_a_sync_waits_for_the_submission_of_another_account() {
    LocalSet::new()
        .run_until(async {
            let world = World::new().await;
            let slow = world.account(Visibility::Private).await;
            let quick = world.account(Visibility::Private).await;
            let first = paid(&world.wallet, slow, Token::Miden, 1).await;
            let second = paid(&world.wallet, slow, Token::Miden, 2).await;
            let other = paid(&world.wallet, quick, Token::Miden, 4).await;

            // The node does not answer the first.
            let submission = world.wallet.fail_points.hold(FailPoint::AfterJournal);
            let first = world.consume(slow, first);
            submission.arrived().await;
            let second = world.consume(slow, second);
            world.consume(quick, other).await.expect("no panic").expect("it does not wait");
            assert_eq!(world.held(quick).await, 4);
            world.account(Visibility::Private).await;
            // What is on its way was not taken for left over.
            assert_eq!(world.wallet.journal.entries().await.expect("the journal").len(), 1);
            let wallet = world.wallet.clone();
            let syncing = spawn_local(async move { wallet.sync().await });
            for _ in 0..100 {
                yield_now().await;
            }
            assert!(!first.is_finished() && !second.is_finished() && !syncing.is_finished());

            submission.release();
            first.await.expect("no panic").expect("it is consumed");
            second.await.expect("no panic").expect("it has had its turn");
            syncing.await.expect("no panic").expect("a sync");
            assert_eq!(world.held(slow).await, 3);
            assert!(world.wallet.journal.entries().await.expect("the journal").is_empty());
            world.wallet.sync().await.expect("a sync");
            world.expect_sound().await;
        })
        .await;
}

/// A transaction recorded between the two would be passed by: the sync knows its block and not the
/// transaction, so the wallet would take back what is on the chain.
#[tokio::test]
async fn no_transaction_is_recorded_between_the_fetch_and_the_apply_of_a_sync() {
    for visibility in [Visibility::Public, Visibility::Private] {
        LocalSet::new()
            .run_until(async {
                let world = World::new().await;
                let account = world.account(visibility).await;
                let note = paid(&world.wallet, account, Token::Miden, 5).await;
                let chain = world.wallet.chain.clone().expect("a chain");
                chain.advance(1).expect("a block, for the sync to fetch");

                // The transaction is proven, and in a moment will want to be submitted.
                let proof = world.wallet.fail_points.hold(FailPoint::BeforeJournal);
                let sending = world.consume(account, note);
                proof.arrived().await;
                // The node has answered the sync, and its answer is on its way.
                let answer = world.wallet.fail_points.hold(FailPoint::DuringSync);
                let wallet = world.wallet.clone();
                let syncing = spawn_local(async move { wallet.sync().await });
                answer.arrived().await;

                proof.release();
                for _ in 0..100 {
                    yield_now().await;
                }
                assert!(!sending.is_finished() && !syncing.is_finished());
                assert!(world.wallet.journal.entries().await.expect("the journal").is_empty());

                answer.release();
                let report = syncing.await.expect("no panic").expect("a sync");
                let sent = sending.await.expect("no panic").expect("it is consumed");
                assert!(sent.block_number >= report.block_number, "{sent:?} {report:?}");
                world.wallet.sync().await.expect("a sync");
                let state = world.state(sent.transaction).await;
                assert!(matches!(state, TransactionState::Committed { .. }), "{state:?}");
                assert_eq!(world.held(account).await, 5);
                world.expect_sound().await;
            })
            .await;
    }
}

/// The network knows the newest state of such an account, and refuses the transaction for another reason.
#[tokio::test]
async fn a_private_account_whose_transaction_comes_too_late_is_not_called_locked() {
    LocalSet::new()
        .run_until(async {
            let world = World::new().await;
            let account = world.account(Visibility::Private).await;
            let first = paid(&world.wallet, account, Token::Miden, 5).await;
            world.consume(account, first).await.expect("no panic").expect("it is consumed");
            let second = paid(&world.wallet, account, Token::Miden, 6).await;

            let proof = world.wallet.fail_points.hold(FailPoint::BeforeJournal);
            let late = world.consume(account, second);
            proof.arrived().await;
            let chain = world.wallet.chain.clone().expect("a chain");
            chain.advance(u32::from(EXPIRATION_BLOCKS) + 1).expect("blocks");
            proof.release();
            let error = late.await.expect("no panic").expect_err("it has expired");
            assert!(matches!(error, WalletError::Rejected { .. }), "{error:?}");
            assert!(world.wallet.journal.entries().await.expect("the journal").is_empty());

            world.consume(account, second).await.expect("no panic").expect("it is consumed now");
            assert_eq!(world.held(account).await, 11);
            world.expect_sound().await;
        })
        .await;
}

#[tokio::test]
async fn a_submission_that_the_node_answers_too_late_succeeds_if_the_chain_has_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut wallet = open(folder.path()).await;
    let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    let note = paid(&wallet, account, Token::Miden, 5).await;
    // It accepts the transaction, and does not say so in time.
    let chain = wallet.chain.clone().expect("a chain");
    let slow = NodeTraits { submission_delay: Duration::from_hours(1), ..NodeTraits::default() };
    let limit = Duration::from_secs(2);
    let answering =
        std::mem::replace(&mut wallet.node, Arc::new(TimedNode::new(chain.node(slow), limit)));

    let consumed = wallet.consume(account, &[note], None, |_| {}).await;
    let transaction = consumed.expect("the chain has it").transaction;
    assert!(wallet.journal.entries().await.expect("the journal").is_empty());

    wallet.node = answering;
    wallet.sync().await.expect("a sync");
    let state = wallet.transaction(transaction).await.expect("it is known").state;
    assert!(matches!(state, TransactionState::Committed { .. }), "{state:?}");
}

#[tokio::test]
async fn a_submission_without_an_answer_is_of_unknown_outcome_until_a_sync() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut wallet = open(folder.path()).await;
    let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    let note = paid(&wallet, account, Token::Miden, 5).await;
    let chain = wallet.chain.clone().expect("a chain");
    let error = || RpcError::RequestError {
        endpoint: RpcEndpoint::SubmitProvenTx,
        error_kind: GrpcError::Unavailable,
        endpoint_error: None,
        source: None,
    };
    let answer = FalseAnswer { error, takes_transaction: false, falls_silent: true };
    let gone = NodeTraits { false_answer: Some(answer), ..NodeTraits::default() };
    let answering = std::mem::replace(&mut wallet.node, chain.node(gone));

    let error = wallet.consume(account, &[note], None, |_| {}).await.expect_err("no answer");
    let WalletError::SubmissionUnknown { transaction, .. } = error else { panic!("{error:?}") };
    assert_eq!(wallet.journal.entries().await.expect("the journal").len(), 1);

    wallet.node = answering;
    wallet.sync().await.expect("a sync");
    assert!(wallet.journal.entries().await.expect("the journal").is_empty());
    let state = wallet.transaction(transaction).await.expect("it is known").state;
    assert!(matches!(state, TransactionState::Committed { .. }), "{state:?}");
}
