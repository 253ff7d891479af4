//! Wallets on an embedded chain with dummy proofs, for the tests of this crate.

use std::path::Path;

use miden_client::Word;
use miden_client::account::AccountType;
use miden_client::asset::Asset;
use miden_client::note::{Note, NoteFile, P2idNote};
use miden_client::store::NoteFilter;
use miden_client::transaction::{ProvenTransaction, TransactionRequestBuilder, TransactionResult};

use crate::chain::embedded::{ChainOptions, EmbeddedChain, Proofs};
use crate::configuration::{Network, WalletConfiguration};
use crate::keys::keystore::KeySource;
use crate::transactions::Token;
use crate::wallet::Wallet;
use crate::{
    AccountId, AccountSecret, NewWallet, NoteId, NoteScriptBudget, NoteType, SignatureScheme,
};

/// The wallet of a folder.
pub(crate) async fn open(folder: &Path) -> Wallet {
    open_on(&folder.join("chain"), folder).await
}

/// The wallet of a folder on the chain of another.
pub(crate) async fn open_on(chain: &Path, folder: &Path) -> Wallet {
    Wallet::open(configuration_on(chain, folder)).await.expect("it opens")
}

/// What the wallet of a folder is opened on.
pub(crate) fn configuration_on(chain: &Path, folder: &Path) -> WalletConfiguration {
    WalletConfiguration {
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
        keys: KeySource::key_file(folder.join("keystore.key")),
        node_call_timeout: WalletConfiguration::NODE_CALL_TIMEOUT,
        note_scripts: NoteScriptBudget::default(),
        prover_threads: 0,
        concurrent_proofs: std::num::NonZeroUsize::MIN,
        proof_memory: crate::ProofMemory::default(),
        prover: crate::ProverChoice::Local,
        note_transport: crate::NoteTransport::OfNetwork,
        on_prover_thread_start: || {},
    }
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

/// Executes and proves the consumption of a note, and does no more.
pub(crate) async fn proven_consumption(
    wallet: &Wallet,
    account: AccountId,
    note: NoteId,
) -> (TransactionResult, ProvenTransaction) {
    let records = wallet.note_records(NoteFilter::List(vec![note])).await.expect("notes");
    let notes = records.into_iter().map(|note| note.try_into().expect("a note")).collect();
    let request = TransactionRequestBuilder::new()
        .expiration_delta(crate::chain::expiration::EXPIRATION_BLOCKS)
        .build_consume_notes(notes)
        .expect("a request");
    let client = wallet.client.lock().await;
    let executed = client.execute_transaction(account, request).await.expect("it is executed");
    let (proven, _) = wallet.prover.prove(&executed).await.expect("it is proven");
    (executed, proven)
}

/// A wallet with an account that finds notes on its chain which no faucet would make.
pub(crate) async fn given(
    folder: &Path,
    notes: impl FnOnce(AccountId) -> Vec<Note>,
) -> (Wallet, AccountId, Vec<NoteId>) {
    given_with_fee(folder, 0, notes).await
}

/// The same on a chain that charges fees.
pub(crate) async fn given_with_fee(
    folder: &Path,
    verification_base_fee: u32,
    notes: impl FnOnce(AccountId) -> Vec<Note>,
) -> (Wallet, AccountId, Vec<NoteId>) {
    let scheme = SignatureScheme::EcdsaK256Keccak;
    given_configured(folder, scheme, verification_base_fee, |_| (), notes).await
}

/// The same for an account of a signature scheme, in a wallet with other settings.
pub(crate) async fn given_configured(
    folder: &Path,
    scheme: SignatureScheme,
    verification_base_fee: u32,
    configure: impl FnOnce(&mut WalletConfiguration),
    notes: impl FnOnce(AccountId) -> Vec<Note>,
) -> (Wallet, AccountId, Vec<NoteId>) {
    let seed = [9; 32];
    let secret = AccountSecret::derive(&seed, scheme, AccountType::Public).expect("an account");
    let notes = notes(secret.account.id());
    let ids: Vec<NoteId> = notes.iter().map(Note::id).collect();
    let options =
        ChainOptions { proofs: Proofs::Dummy, verification_base_fee, genesis_notes: notes };
    let _chain = EmbeddedChain::open(&folder.join("chain"), &options).expect("a chain");
    let mut configuration = configuration_on(&folder.join("chain"), folder);
    if let Network::Embedded { verification_base_fee: fee, .. } = &mut configuration.network {
        *fee = verification_base_fee;
    }
    configure(&mut configuration);
    let wallet = Wallet::open(configuration).await.expect("it opens");
    let new = NewWallet { seed: Some(seed.to_vec().into()), scheme, ..NewWallet::default() };
    let account = wallet.create_wallet(new).await.expect("an account");
    wallet.sync().await.expect("a sync");
    // A sync begins behind the genesis block.
    let files: Vec<NoteFile> = ids.iter().copied().map(NoteFile::NoteId).collect();
    wallet.client.lock().await.import_notes(&files).await.expect("they are imported");
    wallet.sync().await.expect("a sync");
    (wallet, account, ids)
}

/// A note that pays an account, whose number makes it another one than the next.
pub(crate) fn payment_note(to: AccountId, asset: impl Into<Asset>, number: u32) -> Note {
    payment_note_of(to, vec![asset.into()], number)
}

/// The same with several assets.
pub(crate) fn payment_note_of(to: AccountId, assets: Vec<Asset>, number: u32) -> Note {
    P2idNote::builder()
        .sender(to)
        .target(to)
        .assets(assets)
        .note_type(NoteType::Public)
        .serial_number(Word::from([number, 0, 0, 0]))
        .build()
        .expect("a note")
        .into()
}
