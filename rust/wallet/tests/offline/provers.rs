//! Proofs that a service makes, or does not.

use std::time::Duration;

use http::Response;
use miden_swift_wallet::{
    Payment, ProvenBy, ProverChoice, Token, TransactionOptions, Wallet, WalletConfiguration,
    WalletError,
};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use crate::support::{self, World};

/// Nothing listens here.
const NOBODY: &str = "http://127.0.0.1:9";

fn remote(falls_back: bool) -> ProverChoice {
    let timeout = Duration::from_secs(5);
    ProverChoice::Remote { endpoint: NOBODY.to_owned(), timeout, falls_back }
}

#[tokio::test]
async fn a_prover_that_is_not_there_costs_the_transaction_or_is_stood_in_for() {
    let world = World::with(false, 0);
    let open = async |prover| {
        let configuration = WalletConfiguration { prover, ..world.configuration("alice") };
        Wallet::open(configuration).await.expect("the wallet opens")
    };
    let wallet = open(remote(false)).await;
    let account = support::new_account(&wallet).await;
    let note = support::paid(&wallet, account, Token::Miden, 5).await;
    let failed = wallet.consume(account, &[note], None, |_| panic!("nothing is submitted")).await;
    let Err(error @ WalletError::RemoteProver { .. }) = failed else { panic!("{failed:?}") };
    assert!(error.is_retryable());
    assert!(error.to_string().contains(NOBODY), "{error}");
    assert!(!error.causes().is_empty());
    drop(wallet);

    let wallet = open(remote(true)).await;
    let sent = wallet.consume(account, &[note], None, |_| {}).await.expect("it is proven here");
    assert_eq!(sent.proven_by, ProvenBy::Local);
    assert_eq!(wallet.balance(account).await.expect("a balance").fungible[0].amount, 5);
}

/// Sends the headers of an answer to each request, and never its body.
async fn answer_in_part(listener: TcpListener) {
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        connections.spawn(async move {
            let mut connection = h2::server::handshake(stream).await?;
            let mut begun = Vec::new();
            while let Some(request) = connection.accept().await {
                let (request, mut respond) = request?;
                let headers = Response::builder().header("content-type", "application/grpc");
                let headers = headers.body(()).expect("headers");
                // Kept: a body that is dropped ends.
                begun.push((request, respond.send_response(headers, false)?));
            }
            Ok::<(), h2::Error>(())
        });
    }
}

#[tokio::test]
async fn a_prover_that_never_completes_its_answer_costs_its_timeout_or_is_stood_in_for() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let in_part = format!("http://{}", listener.local_addr().expect("an address"));
    let server = tokio::spawn(answer_in_part(listener));
    // It accepts connections, and never answers the TLS handshake.
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let mute = format!("https://{}", silent.local_addr().expect("an address"));
    let with = |endpoint: &str, falls_back| TransactionOptions {
        prover: Some(ProverChoice::Remote {
            endpoint: endpoint.to_owned(),
            timeout: Duration::from_millis(500),
            falls_back,
        }),
        ..TransactionOptions::default()
    };
    // Without a limit it would never end.
    let patience = Duration::from_mins(5);

    let world = World::new();
    let wallet = world.wallet("alice").await;
    let account = support::new_account(&wallet).await;
    let notes = [support::paid(&wallet, account, Token::Miden, 5).await];
    for endpoint in [&in_part, &mute] {
        let never = |_| panic!("nothing is submitted");
        let consuming = wallet.consume(account, &notes, with(endpoint, false), never);
        let failed = tokio::time::timeout(patience, consuming).await.expect("it gives up");
        assert!(matches!(failed, Err(WalletError::RemoteProver { .. })), "{failed:?}");
    }
    let consuming = wallet.consume(account, &notes, with(&in_part, true), |_| {});
    let consumed = tokio::time::timeout(patience, consuming).await.expect("it gives up");
    assert_eq!(consumed.expect("it is proven here").proven_by, ProvenBy::Local);
    assert_eq!(support::held(&wallet, account, "MIDEN").await, 5);
    server.abort();
}

#[tokio::test]
async fn what_cannot_be_a_provers_address_is_refused_before_anything_is_made() {
    let world = World::new();
    let configuration = WalletConfiguration {
        prover: ProverChoice::Remote {
            endpoint: "prover.example".to_owned(),
            timeout: Duration::from_secs(1),
            falls_back: true,
        },
        ..world.configuration("alice")
    };
    let folder = configuration.store_path.parent().expect("a folder").to_owned();
    let refused = Wallet::open(configuration).await;
    assert!(matches!(refused, Err(WalletError::InvalidEndpoint { .. })));
    assert!(!folder.exists());
}

#[tokio::test]
async fn one_transaction_can_have_another_prover_than_the_wallet() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let account = support::funded(&wallet, 20, 0).await;
    let faucet = support::faucet(&wallet, account, "MIDEN").await;
    let with =
        |prover| TransactionOptions { prover: Some(prover), ..TransactionOptions::default() };
    let never = |_| panic!("nothing is submitted");
    let payments = || vec![Payment::new(faucet, faucet, 1)];

    let failed = wallet.send(account, payments(), with(remote(false)), never).await;
    assert!(matches!(failed, Err(WalletError::RemoteProver { .. })), "{failed:?}");
    let note = support::paid(&wallet, account, Token::Miden, 5).await;
    let failed = wallet.consume(account, &[note], with(remote(false)), never).await;
    assert!(matches!(failed, Err(WalletError::RemoteProver { .. })), "{failed:?}");
    let failed = wallet.consume_all(account, &[], with(remote(false)), never).await;
    assert!(matches!(failed, Err(WalletError::RemoteProver { .. })), "{failed:?}");

    let elsewhere = ProverChoice::Remote {
        endpoint: "prover.example".to_owned(),
        timeout: Duration::from_secs(1),
        falls_back: true,
    };
    let failed = wallet.send(account, payments(), with(elsewhere), never).await;
    assert!(matches!(failed, Err(WalletError::InvalidEndpoint { .. })), "{failed:?}");

    // The wallet's own prover is as it was, and what is this machine's way here is a stand-in.
    for options in [with(ProverChoice::Local), TransactionOptions::default()] {
        let sent = wallet.send(account, payments(), options, |_| {}).await.expect("it is sent");
        assert_eq!(sent.0.proven_by, ProvenBy::StandIn);
    }
    let consumed = wallet.consume(account, &[note], with(remote(true)), |_| {}).await;
    assert_eq!(consumed.expect("it is proven here").proven_by, ProvenBy::Local);
    assert_eq!(support::held(&wallet, account, "MIDEN").await, 23);
}
