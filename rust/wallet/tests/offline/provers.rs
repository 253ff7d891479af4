//! Proofs that a service makes, or does not.

use std::time::Duration;

use miden_swift_wallet::{ProvenBy, ProverChoice, Token, Wallet, WalletConfiguration, WalletError};

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
