//! What only this crate can make: backups of another kind than its own, and wallets that died.
#![allow(clippy::large_futures, reason = "a test's thread has the room")]

use std::path::{Path, PathBuf};

use miden_client::store::{NoteFilter, SettingScope};
use miden_client::transaction::TransactionRequestBuilder;
use rusqlite::Connection;

use super::creation::{Taken, require_size};
use super::snapshot::STORE_VERSION;
use super::*;
use crate::configuration::{Network, WalletConfiguration};
use crate::errors::WalletError;
use crate::history::{History, TransactionQuery};
use crate::keys::keystore;
use crate::store::database_copies::Head;
use crate::test_wallet::{configuration_on, open, paid};
use crate::transactions::{Token, TransactionState};
use crate::unix_time::unix_time;
use crate::wallet::Wallet;
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
async fn the_versions_of_store_and_history_are_read_and_newer_ones_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    let taken = wallet.consistent_contents().await.expect("its contents");
    let Taken { mut manifest, store, history, .. } = taken;
    let version = Head::of(&store).map(|head| head.version);
    assert_eq!(version, Some(STORE_VERSION), "the store's tables have changed");
    assert_eq!(History::version_of(&history), Some(History::VERSION));

    let newer = |file: &[u8], version: u32| {
        let path = folder.path().join("newer.sqlite3");
        std::fs::write(&path, file).expect("a file");
        let connection = Connection::open(&path).expect("a database");
        connection.pragma_update(None, "user_version", version + 1).expect("its version");
        drop(connection);
        std::fs::read(&path).expect("the file")
    };
    let newer_store = newer(&store, STORE_VERSION);
    let newer_history = newer(&history, History::VERSION);
    for (parts, said) in [
        ([&newer_store, &history], format!("a store of version {}", STORE_VERSION + 1)),
        ([&store, &newer_history], format!("a history of version {}", History::VERSION + 1)),
    ] {
        manifest.store_length = Some(parts[0].len());
        let contents = manifest.followed_by(parts.map(Vec::as_slice)).expect("contents").to_vec();
        let error = refused(folder.path(), contents).await;
        assert_eq!(error.kind(), "sealed_file_of_another_version");
        assert!(error.to_string().contains(&said), "{error}");
    }

    let mut with = |length, store: &[u8], history: &[u8]| {
        manifest.store_length = Some(length);
        manifest.followed_by([store, history]).expect("contents").to_vec()
    };
    let damages = [
        with(8, b"no store", &history),
        with(store.len(), &store, b"no history"),
        with(store.len(), &store, b""),
        // A database that is no history.
        with(store.len(), &store, &store),
        // Cut off, and with a length there cannot be.
        with(store.len(), &store[1..], b""),
        with(usize::MAX, &store, &history),
        with(store.len() - 1, &store, &history),
        b"{}\n".to_vec(),
        b"nothing".to_vec(),
        Vec::new(),
    ];
    for (place, contents) in damages.into_iter().enumerate() {
        assert_eq!(refused(folder.path(), contents).await.kind(), "sealed_file_damaged", "{place}");
    }
}

#[tokio::test]
async fn a_backup_of_the_version_before_has_no_history_and_is_restored() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    let note = paid(&wallet, account, Token::Miden, 5).await;
    wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    wallet.sync().await.expect("a sync");
    let query = TransactionQuery::default;
    let before = wallet.transactions(query(), None, 10).await.expect("a page").entries;
    let newest = wallet.events(None, 500).await.expect("events").newest;
    let Taken { mut manifest, store, .. } =
        wallet.consistent_contents().await.expect("its contents");
    drop(wallet);

    manifest.store_length = None;
    let contents = manifest.followed_by([&store, &[]]).expect("contents");
    let of_version_1 = Contents { version: 1, ..BACKUP };
    let sealed = keystore::sealed_file(of_version_1, PASSPHRASE, contents).expect("a file");
    let path = folder.path().join("old.backup");
    std::fs::write(&path, sealed).expect("a file");
    let restored =
        Wallet::restore_backup(target(folder.path()), file(path)).await.expect("a wallet");
    let after = restored.transactions(query(), None, 10).await.expect("a page").entries;
    assert_eq!(after, before);
    // Its events are numbered anew.
    let refused = restored.events(Some(&newest), 10).await.expect_err("of another log");
    assert_eq!(refused.kind(), "invalid_cursor");
    assert!(!restored.events(None, 500).await.expect("events").events.is_empty());
}

#[tokio::test]
async fn a_history_that_cannot_be_used_is_made_anew_and_keeps_no_wallet_from_being_restored() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    let note = paid(&wallet, account, Token::Miden, 5).await;
    wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    let query = TransactionQuery::default;
    let before = wallet.transactions(query(), None, 10).await.expect("a page").entries;
    let Taken { manifest, store, mut history, .. } =
        wallet.consistent_contents().await.expect("its contents");
    drop(wallet);
    let end = history.len();
    history[100..end].fill(0xAA);
    let contents = manifest.followed_by([&store, &history]).expect("contents");
    let sealed = keystore::sealed_file(BACKUP, PASSPHRASE, contents).expect("a file");
    let path = folder.path().join("made.backup");
    std::fs::write(&path, sealed).expect("a file");
    let restored =
        Wallet::restore_backup(target(folder.path()), file(path)).await.expect("a wallet");
    let after = restored.transactions(query(), None, 10).await.expect("a page").entries;
    assert_eq!(after, before);
}

#[tokio::test]
async fn a_history_without_its_store_is_nobodys() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    wallet.sync().await.expect("a sync");
    let newest = wallet.events(None, 1).await.expect("events").newest;
    let Taken { history, .. } = wallet.consistent_contents().await.expect("its contents");
    drop(wallet);
    // As a process leaves it that dies while it restores.
    let place = target(folder.path());
    std::fs::create_dir_all(folder.path().join("target")).expect("a folder");
    std::fs::write(folder.path().join("target/store.sqlite3.history"), history).expect("a file");
    let other = Wallet::open(place).await.expect("an empty wallet");
    assert!(other.events(None, 10).await.expect("events").events.is_empty());
    let refused = other.events(Some(&newest), 10).await.expect_err("of another wallet");
    assert_eq!(refused.kind(), "invalid_cursor");
}

#[tokio::test]
async fn a_restore_writes_its_time_and_one_of_an_older_build_has_that_of_a_block() {
    const TIME: &str = "time_of_restore";
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    let info = wallet.info().await.expect("its state");
    assert_eq!((info.newest_block_time, info.restored_at), (None, None));
    wallet.sync().await.expect("a sync");
    let synced = wallet.info().await.expect("its state");
    assert!(synced.newest_block_time.is_some() && synced.restored_at.is_none());
    let path = folder.path().join("wallet.backup");
    wallet.back_up(&path, PASSPHRASE.to_owned().into()).await.expect("a backup");
    drop(wallet);

    let before = unix_time();
    let restored = Wallet::restore_backup(target(folder.path()), file(path.clone())).await;
    let restored = restored.expect("a wallet");
    let info = restored.info().await.expect("its state");
    assert_eq!(info.newest_block_time, synced.newest_block_time);
    let time = info.restored_at.expect("it is restored");
    assert!((before..=unix_time()).contains(&time));
    // As an older build leaves it: without the time, or with that of a restore before.
    let (scope, key) = (SettingScope::User, TIME.to_owned());
    for older in [vec![7; 24], Vec::new()] {
        restored.store.set_setting(scope, key.clone(), older).await.expect("a setting");
        let info = restored.info().await.expect("its state");
        assert_eq!(info.restored_at, synced.newest_block_time);
    }
    let chain = restored.chain.clone().expect("a chain");
    // A sync keeps that of the first block it comes to, and later ones do not change it.
    let mut kept = Vec::new();
    for _ in 0..2 {
        chain.advance(3).expect("blocks");
        restored.sync().await.expect("a sync");
        kept.push(restored.info().await.expect("its state"));
    }
    assert!(kept[0].newest_block_time > synced.newest_block_time);
    assert!(kept[1].newest_block_time > kept[0].newest_block_time);
    assert_eq!(kept[0].restored_at, kept[0].newest_block_time);
    assert_eq!(kept[1].restored_at, kept[0].restored_at);
    // A restore of a backup of this wallet has a time of its own.
    let second = folder.path().join("second.backup");
    restored.back_up(&second, PASSPHRASE.to_owned().into()).await.expect("a backup");
    drop((restored, chain));
    let place = configuration_on(&folder.path().join("chain"), &folder.path().join("again"));
    let again = Wallet::restore_backup(place, file(second)).await.expect("a wallet");
    let time = again.info().await.expect("its state").restored_at.expect("it is restored");
    assert!((before..=unix_time()).contains(&time));
}

#[tokio::test]
async fn the_first_sync_raises_the_time_of_a_restore_except_on_an_embedded_chain() {
    const TIME: &str = "time_of_restore";
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    let block = wallet.sync().await.expect("a sync").block_number;
    let synced = wallet.info().await.expect("its state").newest_block_time.expect("a block");
    let path = folder.path().join("wallet.backup");
    wallet.back_up(&path, PASSPHRASE.to_owned().into()).await.expect("a backup");
    drop(wallet);
    let restored = Wallet::restore_backup(target(folder.path()), file(path)).await;
    let restored = restored.expect("a wallet");
    // As a device whose clock is behind writes it.
    let behind = synced - 1;
    let (scope, key) = (SettingScope::User, TIME.to_owned());
    let written = restored.store.get_setting(scope, key.clone()).await.expect("a setting");
    let mut written = written.expect("the time is written");
    let end = written.len();
    written[end - 8..].copy_from_slice(&behind.to_be_bytes());
    restored.store.set_setting(scope, key, written).await.expect("a setting");
    let restored_at = async || restored.info().await.expect("its state").restored_at;

    restored.keep_restore_time(block).await.expect("a time");
    assert_eq!(restored_at().await, Some(behind));
    restored.keep_restore_time_on(&Network::Testnet, block).await.expect("a time");
    assert_eq!(restored_at().await, Some(synced));
    // A clock that is ahead of the block counts, and later syncs change nothing.
    restored.keep_restore_time_on(&Network::Testnet, 0).await.expect("a time");
    assert_eq!(restored_at().await, Some(synced));
    restored.chain.as_ref().expect("a chain").advance(3).expect("blocks");
    let later = restored.sync().await.expect("a sync").block_number;
    restored.keep_restore_time_on(&Network::Testnet, later).await.expect("a time");
    assert_eq!(restored_at().await, Some(synced));
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
        .expiration_delta(crate::chain::expiration::EXPIRATION_BLOCKS)
        .build_consume_notes(notes)
        .expect("a request");
    let mut client = wallet.client.lock().await;
    let executed = client.execute_transaction(account, request).await.expect("it is executed");
    let (proven, _) = wallet.prover.prove(&executed).await.expect("it is proven");
    wallet.journal.write(&executed, &proven, "").await.expect("it is written down");
    client.submit_proven_transaction(proven, &executed).await.expect("it is taken");
    drop(client);
    drop(wallet);

    let wallet = open(folder.path()).await;
    let path = folder.path().join("wallet.backup");
    let made = wallet.back_up(&path, PASSPHRASE.to_owned().into()).await.expect("a backup");
    assert_eq!(made.transaction_count, 1);
    assert!(wallet.journal.left_over().await.expect("the journal").is_empty());
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
    let Taken { manifest, .. } = wallet.consistent_contents().await.expect("its contents");
    let empty = Wallet::open(target(folder.path())).await.expect("an empty wallet");
    empty.keys.keystore.add_written(&manifest.keys).expect("the keys");
    drop(empty);
    let restored =
        Wallet::restore_backup(target(folder.path()), file(path)).await.expect("a wallet");
    restored.sign_message(account, b"hello").await.expect("it signs");
    assert_eq!(restored.keys().await.expect("keys").len(), 1);
}

#[cfg(unix)]
#[tokio::test]
async fn backup_that_is_no_regular_file_is_refused_at_once() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    for path in [pipe, PathBuf::from("/dev/zero")] {
        let error = Wallet::restore_backup(target(folder.path()), file(path)).await;
        let error = error.map(drop).expect_err("it is refused");
        assert_eq!(error.kind(), "backup_file_unusable");
    }
    assert!(!target(folder.path()).store_path.exists());
}

#[test]
fn backup_that_could_not_be_restored_is_not_written() {
    assert!(require_size(MAXIMUM_SIZE).is_ok());
    assert!(require_size(MAXIMUM_SIZE + 1).is_err());
}
