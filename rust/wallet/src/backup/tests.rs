//! What only this crate can make: backups of another kind than its own, and wallets that died.
#![allow(clippy::large_futures, reason = "a test's thread has the room")]

use std::path::{Path, PathBuf};

use miden_client::store::NoteFilter;
use miden_client::transaction::TransactionRequestBuilder;
use rusqlite::Connection;

use super::snapshot::STORE_VERSION;
use super::*;
use crate::configuration::WalletConfiguration;
use crate::test_wallet::{configuration_on, open, paid};
use crate::transactions::{Token, TransactionState};
use crate::{NewWallet, Visibility};

const PASSPHRASE: &str = "correct horse";

fn target(folder: &Path) -> WalletConfiguration {
    configuration_on(&folder.join("chain"), &folder.join("target"))
}

fn file(path: PathBuf) -> BackupFile {
    BackupFile { path, passphrase: PASSPHRASE.to_owned().into() }
}

/// Seals what a backup could hold, and says why it is refused.
async fn refused(folder: &Path, contents: Vec<u8>) -> WalletError {
    let path = folder.join("made.backup");
    let sealed = keystore::sealed_file(BACKUP, PASSPHRASE, contents.into()).expect("a file");
    std::fs::write(&path, sealed).expect("a file");
    let error = Wallet::restore_backup(target(folder), file(path)).await;
    assert!(!target(folder).store_path.exists());
    assert!(!target(folder).keystore_path.exists());
    error.map(drop).expect_err("it is refused")
}

#[tokio::test]
async fn the_version_of_a_store_is_read_and_a_newer_one_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    let (manifest, _, store) = wallet.consistent_contents().await.expect("its contents");
    assert_eq!(snapshot::version(&store), Some(STORE_VERSION), "the store's tables have changed");

    let newer = folder.path().join("newer.sqlite3");
    std::fs::write(&newer, &store).expect("a file");
    let connection = Connection::open(&newer).expect("a store");
    connection.pragma_update(None, "user_version", STORE_VERSION + 1).expect("its version");
    drop(connection);
    let newer = std::fs::read(&newer).expect("the file");
    let contents = manifest.with_store(&newer).expect("contents").to_vec();
    let error = refused(folder.path(), contents).await;
    assert_eq!(error.kind(), "sealed_file_of_another_version");
    assert!(error.to_string().contains("a store of version 3"), "{error}");

    for contents in [
        manifest.with_store(b"no store").expect("contents").to_vec(),
        b"{}\n".to_vec(),
        b"nothing".to_vec(),
        Vec::new(),
    ] {
        assert_eq!(refused(folder.path(), contents).await.kind(), "sealed_file_damaged");
    }
}

#[tokio::test]
async fn what_a_dead_process_left_is_settled_before_a_backup() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    let new = NewWallet { visibility: Visibility::Private, ..NewWallet::default() };
    let account = wallet.create_wallet(new).await.expect("an account");
    let note = paid(&wallet, account, Token::Miden, 5).await;
    let records = wallet.note_records(NoteFilter::List(vec![note])).await.expect("notes");
    let notes = records.into_iter().map(|note| note.try_into().expect("a note")).collect();
    let request = TransactionRequestBuilder::new()
        .expiration_delta(crate::wallet::EXPIRATION_BLOCKS)
        .build_consume_notes(notes)
        .expect("a request");
    let mut client = wallet.client.lock().await;
    let executed = client.execute_transaction(account, request).await.expect("it is executed");
    let (proven, _) = wallet.prover.prove(&executed).await.expect("it is proven");
    wallet.journal.write(&executed, &proven).expect("it is written down");
    client.submit_proven_transaction(proven, &executed).await.expect("it is taken");
    drop(client);
    drop(wallet);

    let wallet = open(folder.path()).await;
    let path = folder.path().join("wallet.backup");
    let made = wallet.back_up(&path, PASSPHRASE.to_owned().into()).await.expect("a backup");
    assert_eq!(made.transaction_count, 1);
    assert!(wallet.journal.is_empty().expect("the journal"));
    drop(wallet);
    let restored =
        Wallet::restore_backup(target(folder.path()), file(path)).await.expect("a wallet");
    restored.sync().await.expect("a sync");
    let balance = restored.balance(account).await.expect("a balance");
    assert_eq!(balance.fungible[0].amount, 5);
    assert!(!restored.accounts().await.expect("accounts")[0].is_locked);
    let state = restored.transaction(executed.id()).await.expect("it is known").state;
    assert!(matches!(state, TransactionState::Committed { .. }), "{state:?}");
}

#[tokio::test]
async fn a_place_with_a_journal_is_not_empty() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    let path = folder.path().join("wallet.backup");
    wallet.back_up(&path, PASSPHRASE.to_owned().into()).await.expect("a backup");
    let journal = folder.path().join("target/store.sqlite3.journal");
    std::fs::create_dir_all(&journal).expect("a folder");
    std::fs::write(journal.join("0x12.transaction"), "an entry").expect("an entry");
    let error = Wallet::restore_backup(target(folder.path()), file(path.clone())).await;
    let error = error.map(drop).expect_err("there is something to lose");
    assert_eq!(error.kind(), "wallet_not_empty");
    std::fs::remove_dir_all(&journal).expect("it is gone");
    Wallet::restore_backup(target(folder.path()), file(path)).await.expect("a wallet");
}

#[tokio::test]
async fn keys_that_are_there_from_an_attempt_that_failed_do_no_harm() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    let path = folder.path().join("wallet.backup");
    wallet.back_up(&path, PASSPHRASE.to_owned().into()).await.expect("a backup");
    let (manifest, _, _) = wallet.consistent_contents().await.expect("its contents");
    let empty = Wallet::open(target(folder.path())).await.expect("an empty wallet");
    empty.keystore.add_written(&manifest.keys).expect("the keys");
    drop(empty);
    let restored =
        Wallet::restore_backup(target(folder.path()), file(path)).await.expect("a wallet");
    restored.sign_message(account, b"hello").await.expect("it signs");
    assert_eq!(restored.keys().await.expect("keys").len(), 1);
}
