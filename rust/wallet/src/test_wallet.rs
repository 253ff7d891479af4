//! Wallets on an embedded chain with dummy proofs, for the tests of this crate.

use std::path::Path;

use crate::configuration::{Network, WalletConfiguration};
use crate::keystore::KeySource;
use crate::transactions::Token;
use crate::wallet::Wallet;
use crate::{AccountId, NoteId, NoteType};

/// The wallet of a folder.
pub(crate) async fn open(folder: &Path) -> Wallet {
    open_on(&folder.join("chain"), folder).await
}

/// The wallet of a folder on the chain of another.
pub(crate) async fn open_on(chain: &Path, folder: &Path) -> Wallet {
    Wallet::open(WalletConfiguration {
        network: Network::Embedded {
            chain_directory: chain.to_owned(),
            dummy_proofs: true,
            verification_base_fee: 0,
            node_version: None,
            submission_delay: std::time::Duration::ZERO,
            sync_delay: std::time::Duration::ZERO,
            note_transport_is_down: false,
        },
        store_path: folder.join("store.sqlite3"),
        keystore_path: folder.join("keystore"),
        keys: KeySource::KeyFile(folder.join("keystore.key")),
        prover_threads: 0,
        prover: crate::ProverChoice::Local,
        note_transport: crate::NoteTransport::OfNetwork,
        on_prover_thread_start: || {},
    })
    .await
    .expect("it opens")
}

/// Mints for an account and syncs, so that the note can be consumed.
pub(crate) async fn paid(wallet: &Wallet, account: AccountId, token: Token, amount: u64) -> NoteId {
    let minted = wallet
        .mint(account, token, amount, NoteType::Public, |_| {})
        .await
        .expect("the faucet mints");
    wallet.sync().await.expect("a sync");
    minted.note
}
