//! `proof_memory ecdsa|falcon NOTES ASSETS` proves one transaction that consumes so many payments of so many tokens each, and
//! prints its cycles, its padded cycles and the peak memory of the process: one row of the table of
//! `docs/decisions/proof-memory.md`. The peak is that of the whole process, so each figure needs a process of its own.

use std::error::Error;
use std::sync::Arc;

use miden_client::Word;
use miden_client::account::AccountType;
use miden_client::asset::{Asset, FungibleAsset};
use miden_client::builder::ClientBuilder;
use miden_client::keystore::{FilesystemKeyStore, Keystore};
use miden_client::note::{Note, NoteFile, NoteType, P2idNote};
use miden_client::store::Store;
use miden_client::transaction::TransactionRequestBuilder;
use miden_client_sqlite_store::SqliteStore;
use miden_swift_wallet::embedded::{ChainOptions, EmbeddedChain, NodeTraits, Proofs};
use miden_swift_wallet::{AccountId, AccountSecret, SignatureScheme, parse_account_id};

type Outcome<T> = Result<T, Box<dyn Error>>;

const USAGE: &str = "usage: proof_memory ecdsa|falcon NOTES ASSETS, with 1 to 16 assets";

fn payment(to: AccountId, assets: u8, number: u32) -> Outcome<Note> {
    let one = |number| -> Outcome<Asset> {
        let faucet = format!("0x550559ffb2238111{:02x}72d0749fccd2", 0x10 + number);
        Ok(FungibleAsset::new(parse_account_id(&faucet)?, 1)?.into())
    };
    let assets = (0..assets).map(one).collect::<Outcome<Vec<_>>>()?;
    let note = P2idNote::builder()
        .sender(to)
        .target(to)
        .assets(assets)
        .note_type(NoteType::Public)
        .serial_number(Word::from([number, 0, 0, 0]))
        .build()?;
    Ok(note.into())
}

/// The peak memory of this process in MiB, from the kernel.
fn peak_mebibytes() -> Outcome<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().next()).ok_or("no VmHWM")?;
    Ok(kibibytes.parse::<u64>()? >> 10)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [scheme, notes, assets] = arguments.as_slice() else { return Err(USAGE.into()) };
    let signs_with = match scheme.as_str() {
        "ecdsa" => SignatureScheme::EcdsaK256Keccak,
        "falcon" => SignatureScheme::Falcon512Poseidon2,
        _ => return Err(USAGE.into()),
    };
    let (count, each): (u32, u8) = (notes.parse()?, assets.parse()?);
    if count == 0 || !(1..=16).contains(&each) {
        return Err(USAGE.into());
    }
    let AccountSecret { account, key } =
        AccountSecret::derive(&[7; 32], signs_with, AccountType::Public)?;
    let payments = (1..=count)
        .map(|number| payment(account.id(), each, number))
        .collect::<Outcome<Vec<_>>>()?;

    let folder = tempfile::tempdir()?;
    // The transaction is proven here and not submitted, so the chain needs no proofs.
    let options = ChainOptions {
        proofs: Proofs::Dummy,
        genesis_notes: payments.clone(),
        ..ChainOptions::default()
    };
    let chain = EmbeddedChain::open(&folder.path().join("chain"), &options)?;
    let store: Arc<dyn Store> =
        Arc::new(SqliteStore::new(folder.path().join("store.sqlite3")).await?);
    let keystore = Arc::new(FilesystemKeyStore::new(folder.path().join("keystore"))?);
    let mut client = ClientBuilder::new()
        .rpc(chain.node(NodeTraits::default()))
        .store(store)
        .authenticator(keystore.clone())
        .build()
        .await?;
    keystore.add_key(&key, account.id()).await?;
    client.add_account(&account, false).await?;
    client.sync_state().await?;
    // A sync begins behind the genesis block.
    let files: Vec<NoteFile> = payments.iter().map(|note| NoteFile::NoteId(note.id())).collect();
    client.import_notes(&files).await?;
    client.sync_state().await?;

    let request = TransactionRequestBuilder::new().build_consume_notes(payments)?;
    let executed = client.execute_transaction(account.id(), request).await?;
    let cycles = executed.executed_transaction().measurements().total_cycles();
    let before = peak_mebibytes()?;
    client.prove_transaction(&executed).await?;
    let padded = cycles.next_power_of_two();
    let peak = peak_mebibytes()?;
    println!(
        "{scheme}, {count} notes of {each} assets: {cycles} cycles, 2^{}, {peak} MiB ({before} before the proof)",
        padded.trailing_zeros()
    );
    Ok(())
}
