//! Syncs at once, on an embedded chain.

use std::rc::Rc;

use tokio::task::{JoinHandle, LocalSet, spawn_local, yield_now};

use super::*;
use crate::configuration::Network;
use crate::fail_points::FailPoint;
use crate::test_wallet::{configuration_on, open};
use crate::wallet::Wallet;

fn spawn(wallet: &Rc<Wallet>) -> JoinHandle<Result<SyncReport>> {
    let wallet = wallet.clone();
    spawn_local(async move { wallet.sync().await })
}

/// Syncs that wait for one that runs.
async fn waiting(wallet: &Rc<Wallet>, count: usize) -> Vec<JoinHandle<Result<SyncReport>>> {
    let syncs = (0..count).map(|_| spawn(wallet)).collect();
    // Each is polled once, and comes as far as it can.
    yield_now().await;
    syncs
}

#[tokio::test]
async fn syncs_that_wait_for_the_same_one_are_one() {
    LocalSet::new()
        .run_until(async {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let wallet = Rc::new(open(folder.path()).await);
            let first = wallet.fail_points.hold(FailPoint::BeforeSync);
            let running = spawn(&wallet);
            first.arrived().await;
            let syncs = waiting(&wallet, 5).await;
            let second = wallet.fail_points.hold(FailPoint::BeforeSync);
            first.release();
            running.await.expect("no panic").expect("a sync");
            second.arrived().await;
            let third = wallet.fail_points.hold(FailPoint::BeforeSync);
            second.release();
            let all = async {
                let mut reports = Vec::new();
                for sync in syncs {
                    reports.push(sync.await.expect("no panic").expect("a sync"));
                }
                reports
            };
            tokio::select! {
                reports = all => assert!(reports.windows(2).all(|two| two[0] == two[1])),
                () = third.arrived() => panic!("each of them syncs"),
            }
        })
        .await;
}

#[tokio::test]
async fn a_sync_that_is_called_while_one_runs_brings_what_is_on_the_chain_then() {
    LocalSet::new()
        .run_until(async {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let wallet = Rc::new(open(folder.path()).await);
            let chain = wallet.chain.clone().expect("a chain");
            chain.advance(1).expect("a block");
            let answer = wallet.fail_points.hold(FailPoint::AfterSync);
            let running = spawn(&wallet);
            answer.arrived().await;
            chain.advance(1).expect("a block");
            let later = waiting(&wallet, 1).await.remove(0);
            answer.release();
            let running = running.await.expect("no panic").expect("a sync");
            let later = later.await.expect("no panic").expect("a sync");
            assert_eq!(later.block_number, running.block_number + 1);
        })
        .await;
}

#[tokio::test]
async fn a_shared_sync_whose_first_caller_gives_up_is_carried_out_by_the_next() {
    LocalSet::new()
        .run_until(async {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let wallet = Rc::new(open(folder.path()).await);
            let first = wallet.fail_points.hold(FailPoint::BeforeSync);
            let running = spawn(&wallet);
            first.arrived().await;
            let mut syncs = waiting(&wallet, 3).await;
            let second = wallet.fail_points.hold(FailPoint::BeforeSync);
            // While it waits.
            syncs.remove(0).abort();
            first.release();
            running.await.expect("no panic").expect("a sync");
            // And in the middle.
            second.arrived().await;
            syncs.remove(0).abort();
            syncs.remove(0).await.expect("no panic").expect("a sync");
        })
        .await;
}

#[tokio::test]
async fn a_failure_is_told_to_all_that_share_the_sync() {
    LocalSet::new()
        .run_until(async {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let mut configuration = configuration_on(folder.path(), folder.path());
            // Nobody listens there.
            let rpc_endpoint = "http://127.0.0.1:9".to_owned();
            configuration.network = Network::Custom { rpc_endpoint };
            let wallet = Rc::new(Wallet::open(configuration).await.expect("it opens"));
            let first = wallet.fail_points.hold(FailPoint::BeforeSync);
            let running = spawn(&wallet);
            first.arrived().await;
            let syncs = waiting(&wallet, 2).await;
            first.release();
            let alone = running.await.expect("no panic").expect_err("no node");
            assert!(matches!(alone, WalletError::Node(_)), "{alone:?}");
            for sync in syncs {
                let shared = sync.await.expect("no panic").expect_err("no node");
                assert_eq!((shared.kind(), shared.is_retryable()), (alone.kind(), true));
                assert_eq!(shared.to_string(), alone.to_string());
                assert_eq!(shared.causes(), alone.causes());
            }
        })
        .await;
}
