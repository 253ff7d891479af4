//! Wallets on embedded chains in temporary folders.

pub mod signer;

use std::path::Path;

use miden_swift_wallet::embedded::{ChainOptions, EmbeddedChain, Proofs};
use miden_swift_wallet::{
    AccountId, FungibleAmount, KeySource, Network, NewWallet, NoteId, NoteScriptBudget, NoteType,
    Payment, Token, Wallet, WalletConfiguration,
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

    /// Makes blocks without transactions, and has wallets catch up with them.
    pub async fn advance(&self, blocks: u32, wallets: &[&Wallet]) {
        let proofs = if self.dummy_proofs { Proofs::Dummy } else { Proofs::Real };
        let options = ChainOptions {
            proofs,
            verification_base_fee: self.base_fee,
            ..ChainOptions::default()
        };
        let chain = EmbeddedChain::open(&self.folder.path().join("chain"), &options);
        chain.expect("the chain").advance(blocks).expect("blocks");
        for wallet in wallets {
            wallet.sync().await.expect("a sync");
        }
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
        keys: KeySource::key_file(folder.join("keystore.key")),
        node_call_timeout: WalletConfiguration::NODE_CALL_TIMEOUT,
        note_scripts: NoteScriptBudget::default(),
        prover_threads: 0,
        concurrent_proofs: std::num::NonZeroUsize::MIN,
        proof_memory: miden_swift_wallet::ProofMemory::default(),
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

/// An account that holds amounts of MIDEN and TOK.
pub async fn funded(wallet: &Wallet, miden: u64, tok: u64) -> AccountId {
    let account = new_account(wallet).await;
    let mut notes = Vec::new();
    for (token, amount) in [(Token::Miden, miden), (Token::Tok, tok)] {
        if amount > 0 {
            notes.push(paid(wallet, account, token, amount).await);
        }
    }
    wallet.consume(account, &notes, None, |_| {}).await.expect("it is consumed");
    wallet.sync().await.expect("a sync");
    account
}

/// How much an account holds of a token, by its symbol.
pub async fn held(wallet: &Wallet, account: AccountId, symbol: &str) -> u64 {
    asset(wallet, account, symbol).await.map_or(0, |asset| asset.amount)
}

/// The faucet of a token that an account holds.
pub async fn faucet(wallet: &Wallet, account: AccountId, symbol: &str) -> AccountId {
    asset(wallet, account, symbol).await.expect("the account holds it").faucet
}

async fn asset(wallet: &Wallet, account: AccountId, symbol: &str) -> Option<FungibleAmount> {
    let fungible = wallet.balance(account).await.expect("a balance").fungible;
    fungible
        .into_iter()
        .find(|asset| asset.token.as_ref().is_some_and(|token| token.symbol == symbol))
}

/// Pays an amount, in a note of a type.
pub async fn pay(
    wallet: &Wallet,
    from: AccountId,
    to: AccountId,
    faucet: AccountId,
    amount: u64,
    note_type: NoteType,
) -> NoteId {
    let payment = Payment { note_type, ..Payment::new(to, faucet, amount) };
    let (_, notes) =
        wallet.send(from, vec![payment], None, |_| {}).await.expect("the payment is made");
    notes[0]
}
