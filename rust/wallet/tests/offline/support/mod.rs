//! Wallets on embedded chains in temporary folders.

pub mod signer;

use std::path::Path;

use miden_swift_wallet::{
    AccountId, KeySource, Network, NewWallet, NoteId, NoteType, Token, Wallet, WalletConfiguration,
};

/// A folder with a chain, and wallets on it.
pub struct World {
    pub folder: tempfile::TempDir,
    dummy_proofs: bool,
    base_fee: u32,
}

impl World {
    /// A chain that takes stand-ins for proofs and no fees.
    pub fn new() -> Self {
        Self::with(true, 0)
    }

    pub fn with(dummy_proofs: bool, base_fee: u32) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self { folder, dummy_proofs, base_fee }
    }

    pub fn configuration(&self, name: &str) -> WalletConfiguration {
        configuration_in(self.folder.path(), name, self.dummy_proofs, self.base_fee)
    }

    /// A wallet whose keys come from somewhere else than a key file.
    pub async fn wallet_with(&self, name: &str, keys: KeySource) -> Wallet {
        let configuration = WalletConfiguration { keys, ..self.configuration(name) };
        Wallet::open(configuration).await.expect("the wallet opens")
    }

    pub async fn wallet(&self, name: &str) -> Wallet {
        Wallet::open(self.configuration(name)).await.expect("the wallet opens")
    }
}

fn configuration_in(
    folder: &Path,
    name: &str,
    dummy_proofs: bool,
    verification_base_fee: u32,
) -> WalletConfiguration {
    WalletConfiguration {
        network: Network::Embedded {
            chain_directory: folder.join("chain"),
            dummy_proofs,
            verification_base_fee,
            node_version: None,
            submission_delay: std::time::Duration::ZERO,
            sync_delay: std::time::Duration::ZERO,
            note_transport_is_down: false,
        },
        store_path: folder.join(name).join("store.sqlite3"),
        keystore_path: folder.join(name).join("keystore"),
        keys: KeySource::KeyFile(folder.join("keystore.key")),
        prover_threads: 0,
        prover: miden_swift_wallet::ProverChoice::Local,
        note_transport: miden_swift_wallet::NoteTransport::OfNetwork,
        on_prover_thread_start: || {},
    }
}

pub async fn new_account(wallet: &Wallet) -> AccountId {
    wallet.create_wallet(NewWallet::default()).await.expect("an account")
}

/// Mints for an account and syncs, so that the note can be consumed.
pub async fn paid(wallet: &Wallet, account: AccountId, token: Token, amount: u64) -> NoteId {
    let minted = wallet
        .mint(account, token, amount, NoteType::Public, |_| {})
        .await
        .expect("the faucet mints");
    wallet.sync().await.expect("the wallet syncs");
    minted.note
}
