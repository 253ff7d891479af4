//! `private_notes COUNT ROUNDS` compares syncs: one whose note transport has so many honest private notes for the account,
//! and one with as many that the wallet refuses. Prints the milliseconds of each round and the medians.

use std::error::Error;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{Duration, Instant};

use miden_client::asset::FungibleAsset;
use miden_client::block::BlockNumber;
use miden_client::note::{Note, NoteType, P2idNote};
use miden_client::note_transport::TransportNote;
use miden_client::note_transport::generated::note_transport::FetchedNote;
use miden_objects::prost::Message;
use miden_swift_wallet::embedded::{ChainOptions, EmbeddedChain, Proofs};
use miden_swift_wallet::{
    AccountId, KeySource, Network, NewWallet, NoteScriptBudget, NoteTransport, ProofMemory,
    ProverChoice, Wallet, WalletConfiguration, Word, parse_account_id,
};

type Outcome<T> = Result<T, Box<dyn Error>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, rounds] = arguments.as_slice() else {
        return Err("usage: private_notes COUNT ROUNDS".into());
    };
    let (count, rounds): (u32, u32) = (count.parse()?, rounds.parse()?);
    let (mut honest, mut refused) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        honest.push(sync_of(count, true).await?);
        refused.push(sync_of(count, false).await?);
    }
    for (name, mut times) in [("honest", honest), ("refused", refused)] {
        println!("{count} {name} notes: {times:?} ms");
        times.sort_unstable();
        println!("{count} {name} notes: median {} ms", times[times.len() / 2]);
    }
    Ok(())
}

/// The milliseconds of a sync that fetches so many notes.
async fn sync_of(count: u32, are_honest: bool) -> Outcome<u128> {
    let folder = tempfile::tempdir()?;
    let wallet = Wallet::open(configuration(folder.path())).await?;
    let account = wallet.create_wallet(NewWallet::default()).await?;
    wallet.sync().await?;
    let options = ChainOptions { proofs: Proofs::Dummy, ..ChainOptions::default() };
    let chain = EmbeddedChain::open(&folder.path().join("chain"), &options)?;
    let tag = payment(account, 0)?.metadata().tag();
    let mut entries = Vec::new();
    for number in 0..count {
        let mut entry = entry(payment(account, number)?);
        if !are_honest {
            // A field that nobody knows, with the beginning of code that does not continue: the guard refuses it.
            entry.extend([15 << 3 | 2, 8]);
            entry.extend(b"MAST\0\0\0\x04");
        }
        entries.push(entry);
    }
    chain.carry_entries(tag, entries)?;
    let begun = Instant::now();
    let report = wallet.sync().await?;
    let took = begun.elapsed();
    let refused = u32::try_from(report.refused_private_note_count)?;
    if refused != if are_honest { 0 } else { count } {
        return Err(format!("{refused} of {count} notes were refused").into());
    }
    Ok(took.as_millis())
}

fn payment(to: AccountId, number: u32) -> Outcome<Note> {
    let faucet = parse_account_id("0x550559ffb22381117072d0749fccd2")?;
    let note = P2idNote::builder()
        .sender(faucet)
        .target(to)
        .asset(FungibleAsset::new(faucet, 1)?)
        .note_type(NoteType::Private)
        .serial_number(Word::from([number, 0, 0, 0]))
        .build()?;
    Ok(note.into())
}

fn entry(note: Note) -> Vec<u8> {
    let (header, details) = TransportNote::from(note).into_parts();
    let entry = FetchedNote {
        header: Some(header.into()),
        details: Some(details.into()),
        committed_in_block: Some(BlockNumber::GENESIS.into()),
    };
    entry.encode_to_vec()
}

fn configuration(folder: &Path) -> WalletConfiguration {
    WalletConfiguration {
        network: Network::Embedded {
            chain_directory: folder.join("chain"),
            dummy_proofs: true,
            verification_base_fee: 0,
            node_version: None,
            submission_delay: Duration::ZERO,
            sync_delay: Duration::ZERO,
            note_transport_is_down: false,
        },
        store_path: folder.join("store.sqlite3"),
        keystore_path: folder.join("keystore"),
        keys: KeySource::key_file(folder.join("keystore.key")),
        node_call_timeout: WalletConfiguration::NODE_CALL_TIMEOUT,
        note_scripts: NoteScriptBudget::default(),
        prover_threads: 0,
        concurrent_proofs: NonZeroUsize::MIN,
        proof_memory: ProofMemory::default(),
        prover: ProverChoice::Local,
        note_transport: NoteTransport::OfNetwork,
        on_prover_thread_start: || {},
    }
}
