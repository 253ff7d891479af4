//! The memory that reading bytes of others takes, with the largest honest bytes of each way in, beside the limits that
//! `docs/security.md` states. In a program of its own, because its allocator counts what all tests allocate.
#![cfg(feature = "embedded-chain")]
#![allow(clippy::large_futures, reason = "a test's thread has the room")]

#[allow(dead_code, reason = "this program needs a part of it")]
#[path = "offline/support/mod.rs"]
mod support;

use dhat::{HeapStats, Profiler};
use miden_client::account::AccountCode;
use miden_client::assembly::CodeBuilder;
use miden_client::asset::FungibleAsset;
use miden_client::auth::SigningInputs;
use miden_client::note::{
    Note, NoteAssets, NoteDetails, NoteFile, NoteRecipient, NoteStorage, NoteSyncHint, NoteTag,
    NoteType, PartialNoteMetadata,
};
use miden_client::transaction::TransactionRequestBuilder;
use miden_client::{Felt, Serializable};
use miden_objects::prost::Message;
use miden_objects::{DecodeMessageExt, proto};
use miden_protocol::CoreLibrary;
use miden_protocol::account::{
    AccountCodePatch, AccountDelta, AccountProcedureRoot, AccountStoragePatch, AccountVaultDelta,
};
use miden_protocol::transaction::{
    InputNotes, RawOutputNote, RawOutputNotes, TransactionSummary, TransactionSummaryUserParams,
};
use miden_standards::StandardsLib;
use miden_swift_wallet::{
    AccountId, NoteFileDescription, Package, PayloadKind, SerializedRequest, SigningPayload, Word,
    parse_account_id,
};

use support::World;

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

const SECURITY: &str = include_str!("../../../docs/security.md");

/// The limits in bytes of a way in, as the table says: of its bytes, and of the memory of its code.
fn limits(way: &str) -> (u64, u64) {
    let row = SECURITY.lines().find(|line| line.trim_start().starts_with(&format!("| {way} |")));
    let row = row.unwrap_or_else(|| panic!("docs/security.md has no row for {way}"));
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    let [_, _, bytes, memory, _] = cells.as_slice() else { panic!("{row}") };
    (size(bytes), size(memory))
}

/// The bytes of the last size in a text, such as "an answer of 4.6 MiB".
fn size(text: &str) -> u64 {
    let words: Vec<&str> = text.split([' ', ',']).collect();
    let [.., number, unit] = words.as_slice() else { panic!("{text} is no size") };
    let unit = match *unit {
        "MiB" => 1_048_576.0,
        "KiB" => 1_024.0,
        _ => panic!("{text} is no size"),
    };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is small")]
    let bytes = (number.parse::<f64>().expect("a number") * unit) as u64;
    bytes
}

/// Reads bytes, and compares them and the peak of the memory with the limits of their way in.
fn within_limits<T>(way: &str, bytes: &[u8], read: impl FnOnce(&[u8]) -> T) {
    let (most_bytes, most_memory) = limits(way);
    let length = u64::try_from(bytes.len()).expect("a length");
    assert!(length <= most_bytes, "{way}: {length} bytes");
    let profiler = Profiler::builder().testing().build();
    let value = read(bytes);
    let peak = u64::try_from(HeapStats::get().max_bytes).expect("a size");
    drop(value);
    drop(profiler);
    println!("{way}: {length} bytes, peak {} KiB", peak >> 10);
    // The limit is of the code. What is beside it takes a few times the bytes.
    assert!(peak <= most_memory + 8 * length, "{way}: {peak} bytes of memory");
}

fn account() -> AccountId {
    parse_account_id("0x5401ef36815e47d14b651e8e968153").expect("an account")
}

/// A note with a long script. Those that Miden ships are short: their code is in a library.
fn note() -> Note {
    let faucet = parse_account_id("0x550559ffb22381117072d0749fccd2").expect("a faucet");
    let asset = FungibleAsset::new(faucet, 7).expect("an asset");
    let storage = NoteStorage::new(Vec::new()).expect("no items");
    let code = format!("@note_script\npub proc main\n{}end\n", "    push.1 drop\n".repeat(4_000));
    let script = CodeBuilder::new().compile_note_script(code).expect("it is compiled");
    let recipient = NoteRecipient::new(Word::from([9_u32, 0, 0, 0]), script, storage);
    let metadata = PartialNoteMetadata::new(account(), NoteType::Public);
    Note::new(NoteAssets::new(vec![asset.into()]).expect("assets"), metadata, recipient)
}

/// The summary of a transaction that makes a note.
fn summary_with(note: Note) -> TransactionSummary {
    let change = AccountDelta::new(
        account(),
        AccountStoragePatch::default(),
        AccountVaultDelta::default(),
        AccountCodePatch::default(),
        Felt::ONE,
    );
    let notes = RawOutputNotes::new(vec![RawOutputNote::Full(note)]).expect("notes");
    TransactionSummary::new(
        change.expect("a change"),
        InputNotes::new_unchecked(Vec::new()),
        notes,
        1_u32.into(),
        Word::default(),
        0,
        TransactionSummaryUserParams::default(),
    )
}

/// An account with two procedures of the core library, and all of its code.
fn account_code() -> AccountCode {
    let library = CoreLibrary::default().package();
    let forest = library.mast_forest().clone();
    let procedures = forest.procedure_digests().take(2).map(AccountProcedureRoot::from_raw);
    let procedures = procedures.collect();
    AccountCode::from_parts(forest, procedures).expect("code")
}

/// One test: the allocator has one profiler at a time.
#[test]
fn the_largest_honest_bytes_of_each_way_in_take_no_more_memory_than_the_limits() {
    // The core library has more code, and more bytes than a package may have.
    let package = StandardsLib::default().package().to_bytes();
    within_limits("package", &package, |bytes| Package::parse(bytes).expect("a package"));

    let details = NoteDetails::from(note());
    let sync_hint = NoteSyncHint::new(0.into(), NoteTag::default());
    let file = NoteFile::ExpectedNote { details, sync_hint };
    let file = file.to_bytes();
    // What Miden ships is decoded once, with the first note.
    NoteFileDescription::of(&file).expect("a note");
    let of_file = "note file, also one that a page has";
    within_limits(of_file, &file, |bytes| NoteFileDescription::of(bytes).expect("a note"));
    // The same bound guards notes on their other ways in.
    for way in ["private note from the note transport", "public note or note script from a node"] {
        assert_eq!(limits(way).1, limits(of_file).1, "{way}");
    }

    let request = TransactionRequestBuilder::new().own_output_notes([note()]).build();
    let request = request.expect("a request").to_bytes();
    within_limits("transaction request of a page", &request, |bytes| {
        SerializedRequest::read(bytes.to_vec()).expect("a request")
    });

    let inputs = SigningInputs::TransactionSummary(Box::new(summary_with(note()))).to_bytes();
    within_limits("signing inputs of a page", &inputs, |bytes| {
        SigningPayload::read(PayloadKind::SigningInputs, bytes).expect("signing inputs")
    });

    let code = proto::account::AccountCode::from(account_code()).encode_to_vec();
    // As the reads of a node decode it. The guard before that takes no memory.
    within_limits("code of an account from a node", &code, |bytes| -> AccountCode {
        let code = proto::account::AccountCode::decode(bytes).expect("a message");
        code.decode_and_verify().expect("code")
    });

    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let world = World::new();
    let (file, wallet) = runtime.block_on(async {
        let alice = world.wallet("alice").await;
        let account = support::funded(&alice, 1_000, 1_000).await;
        (alice.export_account(account).await.expect("a file"), world.wallet("bob").await)
    });
    within_limits("account file", &file, |bytes| {
        runtime.block_on(wallet.import_account(bytes)).expect("it is taken in")
    });
    // Its connections close in a runtime.
    runtime.block_on(async { drop(wallet) });
}
