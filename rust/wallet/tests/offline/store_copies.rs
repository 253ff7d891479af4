//! Reads of a store that cannot be opened, from a copy of it.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::support::{self, World, held};
use miden_swift_wallet::{KeyPlace, TransactionQuery, Wallet};

/// Each file below a folder, with its contents and the time of its last change.
type Files = BTreeMap<String, (Vec<u8>, SystemTime)>;

/// The files below a folder, after what was closed has put its files in order.
async fn files_at_rest(folder: &Path) -> Files {
    loop {
        if let Ok(before) = files(folder) {
            tokio::time::sleep(Duration::from_millis(200)).await;
            if files(folder).is_ok_and(|after| after == before) {
                return before;
            }
        }
    }
}

fn files(folder: &Path) -> std::io::Result<Files> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let changed = std::fs::metadata(&path)?.modified()?;
                found.insert(path.display().to_string(), (std::fs::read(&path)?, changed));
            }
        }
    }
    Ok(found)
}

#[tokio::test]
async fn a_copy_of_a_store_that_is_open_has_what_the_store_has() {
    let world = World::new();
    let owner = world.wallet("alice").await;
    let account = support::funded(&owner, 7, 0).await;
    let copy = Wallet::open_read_only(world.configuration("alice")).await.expect("a copy");
    assert!(copy.is_read_only() && !owner.is_read_only());
    assert_eq!(held(&copy, account, "MIDEN").await, 7);
    let (info, original) =
        (copy.info().await.expect("its state"), owner.info().await.expect("its state"));
    assert_eq!(info, original);
    let keys = owner.keys().await.expect("its keys");
    assert_eq!((keys.len(), keys[0].place), (1, KeyPlace::Here));
    assert_eq!(copy.keys().await.expect("the same keys"), keys);
    // It is as it was when it was made, and the owner goes on.
    let second = support::new_account(&owner).await;
    assert_eq!(copy.accounts().await.expect("accounts").len(), 1);
    let later = Wallet::open_read_only(world.configuration("alice")).await.expect("a copy");
    let accounts = later.accounts().await.expect("accounts");
    assert!(accounts.iter().any(|account| account.account == second));
}

#[tokio::test]
async fn a_copy_of_a_store_that_nobody_has_open_changes_no_file_of_the_wallet() {
    let world = World::new();
    let owner = world.wallet("alice").await;
    let account = support::funded(&owner, 7, 0).await;
    let entries = owner
        .transactions(TransactionQuery::default(), None, 50)
        .await
        .expect("a page")
        .entries
        .len();
    drop(owner);
    crate::closed_store::closed(&world.configuration("alice").store_path).await;
    let before = files_at_rest(world.folder.path()).await;
    let copy = Wallet::open_read_only(world.configuration("alice")).await.expect("a copy");
    assert_eq!(held(&copy, account, "MIDEN").await, 7);
    let page = copy.transactions(TransactionQuery::default(), None, 50).await.expect("a page");
    assert_eq!(page.entries.len(), entries);
    assert_eq!(copy.keys().await.expect("its keys").len(), 1);
    drop(copy);
    assert!(before == files_at_rest(world.folder.path()).await, "nothing is written");
}

#[tokio::test]
async fn a_copy_of_a_store_that_is_not_there_makes_none() {
    let world = World::new();
    let refused = Wallet::open_read_only(world.configuration("alice")).await;
    assert_eq!(refused.map(drop).expect_err("there is none").kind(), "store_unusable");
    assert_eq!(std::fs::read_dir(world.folder.path()).expect("a folder").count(), 0);
}
