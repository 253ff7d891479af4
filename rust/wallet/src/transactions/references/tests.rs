//! A transaction that was refused and is included late, and outcomes that the store has.
#![allow(clippy::large_futures, reason = "a test's thread has the room")]

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use miden_client::rpc::{AddTransactionError, EndpointError, GrpcError, RpcEndpoint, RpcError};
use tokio::task::{LocalSet, spawn_local};

use super::*;
use crate::chain::embedded::{EmbeddedChain, FalseAnswer, NodeTraits};
use crate::chain::expiration::EXPIRATION_BLOCKS;
use crate::fail_points::FailPoint;
use crate::history::TransactionQuery;
use crate::store::backup::BackupFile;
use crate::test_wallet::{configuration_on, open, open_on, paid};
use crate::transactions::journal::JournalEntry;
use crate::transactions::outcome::EXPIRATION_MARGIN_BLOCKS;
use crate::transactions::{Draft, Payment, Token, TransactionOptions};
use crate::wallet::Wallet;
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
    folder: tempfile::TempDir,
    wallet: Rc<Wallet>,
    account: AccountId,
    refused: JournalEntry,
}

impl World {
    async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (wallet, account) = funded(folder.path(), Visibility::Private).await;
        Self::of(folder, wallet, account).await
    }

    async fn of(folder: tempfile::TempDir, mut wallet: Wallet, account: AccountId) -> Self {
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
        Self { folder, wallet: Rc::new(wallet), account, refused }
    }

    /// Has the chain include the transaction that was refused.
    async fn include(&self) {
        let mut client = self.wallet.client_of_its_own().await.expect("a client");
        let JournalEntry { executed, proven } = &self.refused;
        client.submit_proven_transaction(proven.clone(), executed).await.expect("it is taken");
    }

    fn chain(&self) -> Arc<EmbeddedChain> {
        self.wallet.chain.clone().expect("a chain")
    }

    /// The transactions that the store has of the reference.
    async fn attempts(&self) -> Vec<TransactionId> {
        let stored = self.wallet.stored_reference("order 7").await.expect("the store");
        stored.expect("it is used").attempts.iter().map(|attempt| attempt.transaction).collect()
    }

    async fn left(&self) -> u64 {
        self.wallet.sync().await.expect("a sync");
        let balance = self.wallet.balance(self.account).await.expect("a balance");
        balance.fungible[0].amount
    }
}

/// A wallet with an account that has 1000 MIDEN.
async fn funded(folder: &Path, visibility: Visibility) -> (Wallet, AccountId) {
    let wallet = open(folder).await;
    let new = NewWallet { visibility, ..NewWallet::default() };
    let account = wallet.create_wallet(new).await.expect("an account");
    let note = paid(&wallet, account, Token::Miden, 1_000).await;
    wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    wallet.sync().await.expect("a sync");
    (wallet, account)
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
    // Both are looked up as long as either can be included.
    assert_eq!(world.attempts().await, [world.refused.executed.id(), first.0.transaction]);
    assert_eq!(pay(&world.wallet, world.account).await.expect("it was paid"), first);
    assert_eq!(world.left().await, 995);
}

#[tokio::test]
async fn a_transaction_that_has_expired_is_forgotten_when_another_one_is_made() {
    let world = World::new().await;
    world.chain().advance(u32::from(EXPIRATION_BLOCKS) + 4).expect("blocks");
    world.wallet.sync().await.expect("a sync");
    let (sent, _) = pay(&world.wallet, world.account).await.expect("it is paid");
    assert_eq!(world.attempts().await, [sent.transaction]);
}

#[tokio::test]
async fn the_outcome_of_a_recorded_transaction_is_returned_without_the_node() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut wallet, account) = funded(folder.path(), Visibility::Public).await;
    let first = pay(&wallet, account).await.expect("it is paid");
    let chain = wallet.chain.clone().expect("a chain");
    // It refuses every call of a client of another version.
    let version = "0.0.1".to_owned();
    wallet.node = chain.node(NodeTraits { version, ..NodeTraits::default() });
    wallet.catch_up().await.expect_err("the node answers nothing");
    assert_eq!(pay(&wallet, account).await.expect("it was paid"), first);
    wallet.node = chain.node(NodeTraits::default());
    wallet.sync().await.expect("a sync");
    let version = "0.0.1".to_owned();
    wallet.node = chain.node(NodeTraits { version, ..NodeTraits::default() });
    assert_eq!(pay(&wallet, account).await.expect("it was paid"), first);
}

#[tokio::test]
async fn the_outcome_of_a_request_is_found_after_a_crash_and_before_its_draft_is_checked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (wallet, account) = funded(folder.path(), Visibility::Public).await;
    let faucet = wallet.chain.as_ref().expect("a chain").faucet_id(Token::Miden);
    // All it has, so that it cannot pay twice.
    let draft = Draft::Send(vec![Payment::new(account, faucet, 1_000)]);
    let options = || TransactionOptions { reference: Some("all".to_owned()), ..Default::default() };
    assert!(wallet.outcome_with_reference(account, &draft, "all").await.expect("none").is_none());
    {
        // The process ends after the submission and before the record.
        let submitted = wallet.fail_points.hold(FailPoint::AfterSubmit);
        let sending = wallet.transact(account, &draft, options(), |_| {});
        tokio::select! {
            _ = sending => panic!("it was held"),
            () = submitted.arrived() => {}
        }
    }
    drop(wallet);
    let wallet = open(folder.path()).await;
    let found = wallet.outcome_with_reference(account, &draft, "all").await.expect("an outcome");
    let (found, notes) = found.expect("it was paid");
    wallet.preview(account, &draft).await.expect_err("it is not possible again");
    let again = wallet.transact(account, &draft, options(), |_| panic!("submitted")).await;
    assert_eq!(again.expect("it was paid"), (found, notes));
    let other = Draft::Send(vec![Payment::new(account, faucet, 1)]);
    let error =
        wallet.outcome_with_reference(account, &other, "all").await.expect_err("another request");
    assert_eq!(error.kind(), "reference_used");
}

#[tokio::test]
async fn a_discarded_transaction_is_no_outcome() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut wallet, account) = funded(folder.path(), Visibility::Public).await;
    let chain = wallet.chain.clone().expect("a chain");
    wallet.node = chain.node(NodeTraits { loses_transactions: true, ..NodeTraits::default() });
    let (lost, _) = pay(&wallet, account).await.expect("it is accepted");
    wallet.node = chain.node(NodeTraits::default());
    chain.advance(u32::from(EXPIRATION_BLOCKS) + 1).expect("blocks");
    wallet.sync().await.expect("a sync");
    let (sent, _) = pay(&wallet, account).await.expect("it is paid");
    assert_ne!(sent.transaction, lost.transaction);
    let balance = wallet.balance(account).await.expect("a balance");
    assert_eq!(balance.fungible[0].amount, 995);
}

#[tokio::test]
async fn a_restored_wallet_takes_no_reference_while_others_may_be_in_flight() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (wallet, account) = funded(folder.path(), Visibility::Public).await;
    let backup = BackupFile {
        path: folder.path().join("wallet.backup"),
        passphrase: "correct horse".to_owned().into(),
    };
    wallet.back_up(&backup.path, backup.passphrase.clone()).await.expect("a backup");
    let world = World::of(folder, wallet, account).await;
    let folder = world.folder.path();
    let place = configuration_on(&folder.join("chain"), &folder.join("target"));
    let restored = Wallet::restore_backup(place, backup).await.expect("a wallet");
    // A transaction that was made before the restore is of one of these blocks at the latest.
    world.chain().advance(10).expect("blocks");
    let refused = pay(&restored, account).await.expect_err("the other may be included");
    assert_eq!((refused.kind(), refused.is_retryable()), ("references_not_known_yet", false));
    world.include().await;
    restored.sync().await.expect("a sync");
    let refused = pay(&restored, account).await.expect_err("others may be included");
    assert_eq!(refused.kind(), "references_not_known_yet");
    let history = restored.transactions(TransactionQuery::default(), None, 100).await;
    let history = history.expect("a page").entries;
    let since = world.refused.executed.id();
    assert!(history.iter().any(|entry| entry.transaction == since), "{history:?}");
    // The block of the transaction that is included late is one of them.
    let blocks = u32::from(EXPIRATION_BLOCKS) + EXPIRATION_MARGIN_BLOCKS - 1;
    world.chain().advance(blocks - 1).expect("blocks");
    let refused = pay(&restored, account).await.expect_err("a node may be some blocks behind");
    assert_eq!(refused.kind(), "references_not_known_yet");
    world.chain().advance(1).expect("a block");
    pay(&restored, account).await.expect("the reference is unknown, and all is known");
}

#[tokio::test]
async fn a_series_with_the_name_of_a_derived_reference_goes_on_beside_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (wallet, account) = funded(folder.path(), Visibility::Public).await;
    let all = async |reference: &str| {
        let options =
            TransactionOptions { reference: Some(reference.to_owned()), ..Default::default() };
        wallet.consume_all(account, &[], options, |_| {}).await
    };
    paid(&wallet, account, Token::Miden, 1).await;
    let sent = all("income/1").await.expect("it is consumed").sent.expect("a transaction");
    paid(&wallet, account, Token::Miden, 2).await;
    // Its first transaction has the name of the other series.
    all("income").await.expect("it is consumed").sent.expect("a transaction");
    let again = all("income/1").await.expect("it goes on");
    assert!(again.sent.is_none());
    assert_eq!(again.earlier.iter().map(|(sent, _)| sent.clone()).collect::<Vec<_>>(), [sent]);
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
    chain.advance(103).expect("blocks");
    let consumed = wallet.consume_all(account, &[], options, |_| {}).await;
    assert!(consumed.expect("it has expired").sent.is_some());
}

/// As many blocks as references are refused for after a wallet was restored or an account taken in.
const WAIT: u32 = EXPIRATION_BLOCKS as u32 + EXPIRATION_MARGIN_BLOCKS;

#[tokio::test]
async fn references_of_an_account_from_a_file_wait_for_its_transactions_elsewhere() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (wallet, account) = funded(folder.path(), Visibility::Public).await;
    let file = wallet.export_account(account).await.expect("a file");
    pay(&wallet, account).await.expect("it is paid");
    wallet.sync().await.expect("a sync");
    let target = folder.path().join("target");
    let other = open_on(&folder.path().join("chain"), &target).await;
    other.import_account(&file).await.expect("it is taken in");
    other.sync().await.expect("a sync");
    let refused = pay(&other, account).await.expect_err("it was paid elsewhere");
    assert_eq!((refused.kind(), refused.is_retryable()), ("references_not_known_yet", false));
    let text = refused.to_string();
    assert!(text.contains("took it in") && text.contains("look for the payment with"), "{text}");
    let chain = wallet.chain.clone().expect("a chain");
    chain.advance(WAIT).expect("blocks");
    other.sync().await.expect("a sync");
    pay(&other, account).await.expect("all is known, and the reference is not");
}

#[tokio::test]
async fn references_of_an_account_that_begins_here_need_not_wait() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    // Of a seed, which may have been elsewhere as far as the wallet knows.
    let seed = Some(vec![7; 32].into());
    let new = NewWallet { seed, ..NewWallet::default() };
    let seeded = wallet.create_wallet(new).await.expect("an account");
    let backup = BackupFile {
        path: folder.path().join("wallet.backup"),
        passphrase: "correct horse".to_owned().into(),
    };
    wallet.back_up(&backup.path, backup.passphrase.clone()).await.expect("a backup");
    pays_at_once(&wallet, seeded).await;
    let target = configuration_on(&folder.path().join("chain"), &folder.path().join("target"));
    let restored = Wallet::restore_backup(target, backup).await.expect("a wallet");
    // This one has made its first transactions elsewhere.
    let refused = pay(&restored, seeded).await.expect_err("it was paid elsewhere");
    assert_eq!(refused.kind(), "references_not_known_yet");
    let made = restored.create_wallet(NewWallet::default()).await.expect("an account");
    pays_at_once(&restored, made).await;
}

/// Pays with a reference while the first transaction waits for its block, and after it.
async fn pays_at_once(wallet: &Wallet, account: AccountId) {
    let note = paid(wallet, account, Token::Miden, 1_000).await;
    wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    let first = pay(wallet, account).await.expect("nothing was made elsewhere");
    wallet.sync().await.expect("a sync");
    assert_eq!(pay(wallet, account).await.expect("it was paid"), first);
}
