//! Files that are no store, or another network's, or damaged: said, and left as they are.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use crate::closed_store::closed;
use crate::refusals::{appearance, nowhere};
use crate::support::{self, World};
use miden_swift_wallet::{
    AccountId, ErrorCode, Network, NewWallet, StoreWait, Token, Wallet, WalletConfiguration,
    WalletError, with_point_of_no_return,
};
use rusqlite::Connection;

#[tokio::test]
async fn a_store_of_another_network_is_not_opened() {
    let world = World::new();
    drop(Wallet::open(nowhere(&world)).await.expect("it opens"));
    let elsewhere =
        WalletConfiguration { network: Network::Testnet, ..world.configuration("nowhere") };
    let error = Wallet::open(elsewhere).await.map(|_| ()).expect_err("another network");
    assert_eq!(
        error.to_string(),
        format!(
            "The store at {} belongs to the network “custom” and cannot be used with “testnet”. \
             Use another store path for each network.",
            world.configuration("nowhere").store_path.display()
        )
    );
    assert_eq!(error.code(), ErrorCode::NetworkMismatch);
    Wallet::open(nowhere(&world)).await.map(drop).expect("the store is as it was");
}

#[tokio::test]
async fn the_default_account_can_be_none() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let account = support::new_account(&alice).await;
    let second = support::new_account(&alice).await;
    assert_eq!(alice.default_account().await.expect("an answer"), Some(account));
    for _ in 0..2 {
        alice.remove_default_account().await.expect("it is removed");
        assert_eq!(alice.info().await.expect("its state").default_account, None);
    }
    alice.set_default_account(second).await.expect("it is chosen");
    assert_eq!(alice.default_account().await.expect("an answer"), Some(second));
}

/// What the wallet leaves to other threads may still write to it.
#[tokio::test]
async fn a_store_that_is_held_is_not_free_although_the_wallet_is_gone() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let hold = wallet.store_hold();
    drop(wallet);
    let error = Wallet::open(world.configuration("alice")).await.map(drop).expect_err("it is held");
    assert_eq!(error.kind(), "store_in_use");
    drop(hold);
    Wallet::open(world.configuration("alice")).await.map(drop).expect("it is free");
}

fn waiting(timeout: Duration) -> StoreWait {
    StoreWait { timeout, ..StoreWait::default() }
}

const LONG: Duration = Duration::from_hours(1);

#[tokio::test]
async fn an_opening_that_waits_opens_when_the_other_wallet_of_the_process_is_gone() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let account = support::new_account(&wallet).await;
    let wait = waiting(LONG);
    let mut next = Box::pin(Wallet::open_when_free(world.configuration("alice"), None, &wait));
    assert!(polled_once(&mut next).is_none(), "the store is in use");
    drop(wallet);
    let next = next.await.expect("it opens");
    assert_eq!(next.default_account().await.expect("an answer"), Some(account));
}

#[tokio::test]
async fn an_opening_that_waits_in_vain_says_who_has_the_store() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    for timeout in [Duration::ZERO, Duration::from_millis(30)] {
        let wait = waiting(timeout);
        let refused = Wallet::open_when_free(world.configuration("alice"), None, &wait).await;
        let error = refused.map(drop).expect_err("it is in use");
        assert_eq!(error.kind(), "store_in_use");
        assert!(error.to_string().contains("another wallet of this process"), "{error}");
    }
    drop(wallet);
}

#[tokio::test]
async fn an_opening_that_waits_ends_when_it_is_cancelled() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let wait = waiting(LONG);
    let mut next = Box::pin(Wallet::open_when_free(world.configuration("alice"), None, &wait));
    assert!(polled_once(&mut next).is_none(), "the store is in use");
    wait.cancellation.cancel();
    let error = next.await.map(drop).expect_err("it was cancelled");
    assert_eq!(error.kind(), "store_in_use");
    drop(wallet);
}

/// What a lock of another process is: nobody tells this one that it is released.
#[tokio::test]
async fn an_opening_that_waits_notices_a_lock_that_was_released_elsewhere() {
    let world = World::new();
    drop(world.wallet("alice").await);
    let mut lock_path = world.configuration("alice").store_path.into_os_string();
    lock_path.push(".lock");
    let lock = std::fs::File::open(lock_path).expect("the lock's file");
    lock.lock().expect("the lock");
    let wait = waiting(LONG);
    let mut next = Box::pin(Wallet::open_when_free(world.configuration("alice"), None, &wait));
    assert!(polled_once(&mut next).is_none(), "the store is in use");
    lock.unlock().expect("it is released");
    next.await.map(drop).expect("it opens");
}

/// A chain has one owner too, and the wallet of another process may be it.
#[tokio::test]
async fn an_opening_that_waits_waits_for_the_chain_as_well() {
    let world = World::new();
    drop(world.wallet("alice").await);
    let lock = std::fs::File::open(world.folder.path().join("chain/chain.bin.lock"));
    let lock = lock.expect("the lock's file");
    lock.lock().expect("the lock");
    let wait = waiting(LONG);
    let mut next = Box::pin(Wallet::open_when_free(world.configuration("bob"), None, &wait));
    assert!(polled_once(&mut next).is_none(), "the chain is in use");
    lock.unlock().expect("it is released");
    next.await.map(drop).expect("it opens");
}

/// What a future has brought after one poll.
fn polled_once<T>(future: &mut (impl Future<Output = T> + Unpin)) -> Option<T> {
    let mut context = Context::from_waker(Waker::noop());
    match Pin::new(future).poll(&mut context) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

#[tokio::test]
async fn a_file_that_is_no_store_is_left_alone() {
    let world = World::new();
    let path = world.configuration("alice").store_path;
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    let noise: Vec<u8> =
        (0..100_000u32).map(|byte| byte.wrapping_mul(2_654_435_761).to_be_bytes()[1]).collect();
    for contents in [b"this is not a database".as_slice(), &noise] {
        std::fs::write(&path, contents).expect("a file");
        let opened = Wallet::open(world.configuration("alice")).await.map(drop);
        let error = opened.expect_err("it is no store");
        assert_eq!(
            error.to_string(),
            format!(
                "The store at {} is damaged or is no store, and was left as it is. Restore it from a \
                 backup, or choose another path to begin a new one.",
                path.display()
            )
        );
        assert_eq!((error.kind(), error.code()), ("store_damaged", ErrorCode::Store));
        assert_eq!(std::fs::read(&path).expect("it is there"), contents);
    }
}

#[tokio::test]
async fn a_store_that_was_emptied_is_not_taken_for_a_new_one() {
    let world = World::new();
    let path = world.configuration("alice").store_path;
    let wallet = world.wallet("alice").await;
    let account = support::new_account(&wallet).await;
    let whole_appearance = appearance(&wallet, account).await;
    drop(wallet);
    closed(&path).await;
    let whole = std::fs::read(&path).expect("the store");
    std::fs::write(&path, []).expect("it is emptied");
    let error = Wallet::open(world.configuration("alice")).await.map(drop).expect_err("emptied");
    assert_eq!((error.kind(), error.code()), ("store_unusable", ErrorCode::Store));
    assert!(error.causes().join(" ").contains("empty"), "{:?}", error.causes());
    assert_eq!(std::fs::read(&path).expect("it is there").len(), 0);

    std::fs::write(&path, &whole).expect("the backup");
    let wallet = world.wallet("alice").await;
    assert_eq!(appearance(&wallet, account).await, whole_appearance);
}

/// Whatever is missing, or overwritten: either the wallet says that its store is damaged, or it has
/// read nothing of what is.
#[tokio::test]
async fn a_damaged_store_is_said_to_be_damaged_and_left_as_it_is() {
    let world = World::new();
    let path = world.configuration("alice").store_path;
    let wallet = world.wallet("alice").await;
    let account = support::new_account(&wallet).await;
    let note = support::paid(&wallet, account, Token::Miden, 5).await;
    wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    let whole_appearance = appearance(&wallet, account).await;
    drop(wallet);
    // What SQLite keeps beside the file until the last connection is closed would hide the damage.
    closed(&path).await;
    let whole = std::fs::read(&path).expect("the store");

    let (mut damaged, mut said) = (0, 0);
    for eighth in 1..8 {
        let at = whole.len() * eighth / 8 / 4096 * 4096;
        let mut noisy = whole.clone();
        noisy[at..].fill(0x5a);
        for contents in [whole[..at].to_vec(), whole[..at + 17].to_vec(), noisy] {
            std::fs::write(&path, &contents).expect("the damage");
            damaged += 1;
            match damaged_error(&world, account).await {
                Some(error) => {
                    assert_eq!(error.code(), ErrorCode::Store, "{error}: {:?}", error.causes());
                    assert!(error.to_string().contains("from a backup"), "{error}");
                    assert!(!error.is_retryable(), "{error}");
                    assert_eq!(std::fs::read(&path).expect("it is there"), contents, "{eighth}");
                    said += 1;
                }
                None => assert!(eighth > 4, "nobody noticed that {eighth}/8 was damaged"),
            }
        }
    }
    assert!(said * 2 > damaged, "{said} of {damaged}");

    std::fs::write(&path, &whole).expect("the backup");
    let wallet = world.wallet("alice").await;
    assert_eq!(appearance(&wallet, account).await, whole_appearance);
    wallet.sync().await.expect("the next call succeeds");
}

/// What opening and reading a damaged store says, if anything.
async fn damaged_error(world: &World, account: AccountId) -> Option<WalletError> {
    let wallet = match Wallet::open(world.configuration("alice")).await {
        Ok(wallet) => wallet,
        Err(error) => return Some(error),
    };
    let reads = async {
        wallet.accounts().await?;
        wallet.balance(account).await?;
        wallet.input_notes(None).await?;
        wallet.info().await?;
        Ok(())
    };
    reads.await.err()
}

#[tokio::test]
async fn a_store_that_is_damaged_while_it_is_open_is_said_to_be_damaged() {
    let world = World::new();
    let path = world.configuration("alice").store_path;
    let wallet = world.wallet("alice").await;
    let account = support::new_account(&wallet).await;
    support::paid(&wallet, account, Token::Miden, 5).await;
    overwrite_first_page_of(&path, "input_notes");
    let errors = [
        wallet.input_notes(None).await.map(drop).expect_err("notes are damaged"),
        wallet.sync().await.map(drop).expect_err("notes are damaged"),
    ];
    for error in errors {
        assert_eq!((error.kind(), error.code()), ("store_damaged", ErrorCode::Store), "{error:?}");
        assert!(error.to_string().contains("from a backup"), "{error}");
        assert!(!error.is_retryable(), "{error}");
    }
    assert_eq!(wallet.accounts().await.expect("it is whole").len(), 1);
}

/// Overwrites the page of a store's file that the search for a table's rows begins at.
fn overwrite_first_page_of(store: &Path, table: &str) {
    let connection = Connection::open(store).expect("the store");
    // All is in the one file from here on, and what the wallet has read before is read again.
    let is_busy: i64 = connection
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))
        .expect("a checkpoint");
    assert_eq!(is_busy, 0, "somebody reads");
    let number = |query: &str| {
        let number: i64 = connection.query_row(query, [], |row| row.get(0)).expect("a number");
        number.unsigned_abs()
    };
    let size = number("PRAGMA page_size");
    let page = number(&format!("SELECT rootpage FROM sqlite_schema WHERE name = '{table}'"));
    let mut file = File::options().write(true).open(store).expect("the store");
    file.seek(SeekFrom::Start((page - 1) * size)).expect("it is that long");
    file.write_all(&[0x5a; 512]).expect("the damage");
}

#[cfg(unix)]
#[tokio::test]
async fn a_store_that_a_link_leads_to_is_open_only_once() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let linked = world.configuration("linked");
    let folder = linked.store_path.parent().expect("a folder");
    std::fs::create_dir_all(folder).expect("a folder");
    let store = world.configuration("alice").store_path;
    std::os::unix::fs::symlink(&store, &linked.store_path).expect("a link");
    let refused = Wallet::open(linked).await.map(drop).expect_err("it is open");
    assert_eq!(refused.kind(), "store_in_use");
    drop(wallet);
}

#[tokio::test]
async fn who_asks_is_told_when_an_account_begins_to_be_written() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let begun = std::rc::Rc::new(std::cell::Cell::new(0));
    let point = || {
        let begun = begun.clone();
        move || begun.set(begun.get() + 1)
    };
    let seed = || NewWallet { seed: Some(vec![7; 32].into()), ..NewWallet::default() };
    let account =
        with_point_of_no_return(point(), wallet.create_wallet(seed())).await.expect("an account");
    assert_eq!(begun.get(), 1);
    assert_eq!(wallet.default_account().await.expect("it is read"), Some(account));
    // Nothing is written of one that is there.
    let again = with_point_of_no_return(point(), wallet.create_wallet(seed())).await;
    assert_eq!(again.map(drop).expect_err("it is there").kind(), "account_already_tracked");
    assert_eq!(begun.get(), 1);
}
