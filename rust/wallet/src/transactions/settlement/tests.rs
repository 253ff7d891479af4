//! A process that dies anywhere between execution and record loses nothing.

use miden_client::rpc::{GrpcError, RpcEndpoint};
use miden_client::store::NoteFilter;
use miden_client::transaction::{ProvenTransaction, TransactionRequestBuilder};

use super::*;
use crate::configuration::{Network, WalletConfiguration};
use crate::transactions::{Token, TransactionState};
use crate::{AccountId, KeySource, NewWallet, NoteId, NoteType, Visibility};

/// A wallet with a note to consume, whose process can die.
struct World {
    folder: tempfile::TempDir,
    account: AccountId,
    note: NoteId,
}

impl World {
    async fn new(visibility: Visibility) -> (Self, Wallet) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let wallet = open(folder.path()).await;
        let new = NewWallet { visibility, ..NewWallet::default() };
        let account = wallet.create_wallet(new).await.expect("an account");
        let minted = wallet
            .mint(account, Token::Miden, 5, NoteType::Public, |_| {})
            .await
            .expect("the faucet mints");
        wallet.sync().await.expect("a sync");
        (Self { folder, account, note: minted.note }, wallet)
    }

    /// Executes, proves and writes down the consumption of the note, and no more.
    async fn journaled(&self, wallet: &Wallet) -> (TransactionResult, ProvenTransaction) {
        let records = wallet.note_records(NoteFilter::List(vec![self.note])).await.expect("notes");
        let notes = records.into_iter().map(|note| note.try_into().expect("a note")).collect();
        let request = TransactionRequestBuilder::new()
            .expiration_delta(crate::wallet::EXPIRATION_BLOCKS)
            .build_consume_notes(notes)
            .expect("a request");
        let client = wallet.client.lock().await;
        let executed =
            client.execute_transaction(self.account, request).await.expect("it is executed");
        let proven = wallet.prover.prove(&executed).await.expect("it is proven");
        wallet.journal.write(&executed, &proven).expect("it is written down");
        (executed, proven)
    }

    /// What a person would see after the next start.
    async fn after_restart(&self, wallet: Wallet, transaction: TransactionId) -> TransactionState {
        drop(wallet);
        let wallet = open(self.folder.path()).await;
        wallet.sync().await.expect("a sync");
        wallet.sync().await.expect("another sync");
        assert!(wallet.journal.entries().expect("the journal").is_empty());
        let accounts = wallet.accounts().await.expect("accounts");
        assert!(accounts.iter().all(|account| !account.is_locked));
        let balance = wallet.balance(self.account).await.expect("a balance");
        assert_eq!(balance.fungible[0].amount, 5);
        // And it can go on from there.
        let minted = wallet
            .mint(self.account, Token::Tok, 1, NoteType::Public, |_| {})
            .await
            .expect("the faucet mints");
        wallet.sync().await.expect("a sync");
        wallet.consume(self.account, &[minted.note], |_| {}).await.expect("it is consumed");
        wallet.transaction(transaction).await.expect("it is known").state
    }
}

async fn open(folder: &std::path::Path) -> Wallet {
    Wallet::open(WalletConfiguration {
        network: Network::Embedded {
            chain_directory: folder.join("chain"),
            dummy_proofs: true,
            verification_base_fee: 0,
            node_version: None,
            submission_delay: std::time::Duration::ZERO,
            sync_delay: std::time::Duration::ZERO,
        },
        store_path: folder.join("store.sqlite3"),
        keystore_path: folder.join("keystore"),
        keys: KeySource::KeyFile(folder.join("keystore.key")),
        prover_threads: 0,
        on_prover_thread_start: || {},
    })
    .await
    .expect("it opens")
}

fn is_committed(state: &TransactionState) -> bool {
    matches!(state, TransactionState::Committed { .. })
}

#[tokio::test]
async fn died_before_the_submission() {
    for visibility in [Visibility::Public, Visibility::Private] {
        let (world, wallet) = World::new(visibility).await;
        let (executed, _) = world.journaled(&wallet).await;
        let state = world.after_restart(wallet, executed.id()).await;
        assert!(is_committed(&state), "{visibility:?}: {state:?}");
    }
}

#[tokio::test]
async fn died_after_the_submission() {
    for visibility in [Visibility::Public, Visibility::Private] {
        let (world, wallet) = World::new(visibility).await;
        let (executed, proven) = world.journaled(&wallet).await;
        let mut client = wallet.client.lock().await;
        client.submit_proven_transaction(proven, &executed).await.expect("it is taken");
        drop(client);
        let state = world.after_restart(wallet, executed.id()).await;
        assert!(is_committed(&state), "{visibility:?}: {state:?}");
    }
}

#[tokio::test]
async fn died_after_the_record() {
    for visibility in [Visibility::Public, Visibility::Private] {
        let (world, wallet) = World::new(visibility).await;
        let (executed, proven) = world.journaled(&wallet).await;
        let mut client = wallet.client.lock().await;
        let height =
            client.submit_proven_transaction(proven, &executed).await.expect("it is taken");
        client.apply_transaction(&executed, height).await.expect("it is recorded");
        drop(client);
        let state = world.after_restart(wallet, executed.id()).await;
        assert!(is_committed(&state), "{visibility:?}: {state:?}");
    }
}

#[tokio::test]
async fn one_that_expired_before_it_was_submitted_is_dropped() {
    let (world, wallet) = World::new(Visibility::Private).await;
    let (executed, _) = world.journaled(&wallet).await;
    let blocks = u32::from(crate::wallet::EXPIRATION_BLOCKS) + 1;
    wallet.chain.as_ref().expect("a chain").advance(blocks).expect("blocks");
    drop(wallet);
    let wallet = open(world.folder.path()).await;
    wallet.sync().await.expect("a sync");
    assert!(wallet.journal.entries().expect("the journal").is_empty());
    let gone = wallet.transaction(executed.id()).await.expect_err("it never was");
    assert_eq!(gone.kind(), "unknown_transaction");
    // The note is still there to be consumed.
    wallet.consume(world.account, &[world.note], |_| {}).await.expect("it is consumed");
}

#[tokio::test]
async fn an_entry_that_cannot_be_read_stops_everything_and_is_kept() {
    let (world, wallet) = World::new(Visibility::Private).await;
    let (executed, _) = world.journaled(&wallet).await;
    let file = world
        .folder
        .path()
        .join("store.sqlite3.journal")
        .join(format!("{}.transaction", executed.id().to_hex()));
    let whole = std::fs::read(&file).expect("the entry");
    std::fs::write(&file, &whole[..whole.len() / 2]).expect("half of it");
    let error = wallet.sync().await.expect_err("it cannot be settled");
    assert_eq!(error.kind(), "journal");
    std::fs::write(&file, &whole).expect("the whole of it");
    let state = world.after_restart(wallet, executed.id()).await;
    assert!(is_committed(&state), "{state:?}");
}

fn refused(refusal: AddTransactionError) -> Verdict {
    verdict(&ClientError::RpcError(RpcError::RequestError {
        endpoint: RpcEndpoint::SubmitProvenTx,
        error_kind: GrpcError::InvalidArgument,
        endpoint_error: Some(EndpointError::AddTransaction(refusal)),
        source: None,
    }))
}

#[test]
fn only_what_can_never_land_is_dropped() {
    let message = String::new;
    assert_eq!(refused(AddTransactionError::Expired), Verdict::MayHaveLanded);
    let conflict = AddTransactionError::StateConflict { message: message() };
    assert_eq!(refused(conflict), Verdict::MayHaveLanded);
    let invalid = AddTransactionError::AuthenticationFailed { message: message() };
    assert_eq!(refused(invalid), Verdict::CannotLand);
    assert_eq!(refused(AddTransactionError::MissingFee), Verdict::CannotLand);
    assert_eq!(refused(AddTransactionError::CapacityExceeded), Verdict::Open);
    let unheard_of = AddTransactionError::Unknown { code: 99, message: message() };
    assert_eq!(refused(unheard_of), Verdict::Open);
    let silence = ClientError::RpcError(RpcError::ConnectionError("gone".into()));
    assert_eq!(verdict(&silence), Verdict::Open);
}
