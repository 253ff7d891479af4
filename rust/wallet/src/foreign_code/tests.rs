use miden_client::note::P2idNote;
use miden_client::utils::Serializable;
use miden_core::mast::{MastForest, MastNode, MastNodeEntry, OpBatch};
use miden_core::operations::Operation;
use miden_objects::prost::Message;
use miden_objects::proto;
use miden_protocol::CoreLibrary;
use miden_protocol::utils::serde::{ByteReader, Deserializable};

use super::bounds::{Bounds, Measure, measured, require_bounded};
use super::cursor::Cursor;
use super::error::ForeignCodeError;
use super::reading::{MAX_ACCOUNT_FILE_BYTES, MAX_NOTE_FILE_BYTES};
use super::{read_account_file, read_note_file, read_package};
use crate::contracts::SerializedRequest;
use crate::errors::WalletError;
use crate::keys::signing::{PayloadKind, SigningPayload};

/// What the bytes of a forest begin with.
const HEADER: &[u8] = b"MAST\0\0\0\x04";

fn small() -> Vec<u8> {
    P2idNote::script().mast().to_bytes()
}

fn measure(bytes: &[u8]) -> Measure {
    measured(bytes, Bounds::LARGEST).expect("honest code")
}

fn is_malformed(bytes: &[u8]) -> bool {
    matches!(require_bounded(bytes, Bounds::LARGEST), Err(ForeignCodeError::Malformed { .. }))
}

fn limit(bytes: &[u8], bounds: Bounds) -> String {
    match require_bounded(bytes, bounds) {
        Err(ForeignCodeError::TooLarge { limit }) => limit,
        other => panic!("{other:?}"),
    }
}

/// Where the entries of the nodes are in the bytes of a forest, and which of them are basic blocks.
fn blocks(forest: &[u8]) -> Vec<usize> {
    let mut source = Cursor::new(forest);
    source.read_array::<8>().expect("a header");
    let nodes = source.read_usize().expect("inner") + source.read_usize().expect("external");
    let roots = source.read_usize().expect("roots");
    source.section(roots, 4).expect("roots");
    let length = source.read_usize().expect("a length");
    source.section(length, 1).expect("blocks");
    let first = source.place();
    let places = (0..nodes).map(|node| first + node * MastNodeEntry::SERIALIZED_SIZE);
    let is_block = |place: &usize| {
        let entry = MastNodeEntry::read_from(&mut Cursor::new(&forest[*place..]));
        matches!(entry, Ok(MastNodeEntry::Block { .. }))
    };
    places.filter(is_block).collect()
}

fn with_entry(forest: &[u8], place: usize, entry: MastNodeEntry) -> Vec<u8> {
    let mut bytes = forest.to_vec();
    bytes[place..place + MastNodeEntry::SERIALIZED_SIZE].copy_from_slice(&entry.to_bytes());
    bytes
}

fn entry_at(forest: &[u8], place: usize) -> MastNodeEntry {
    MastNodeEntry::read_from(&mut Cursor::new(&forest[place..])).expect("an entry")
}

#[test]
fn code_is_found_at_any_byte_of_any_format() {
    let forest = small();
    assert!(forest.starts_with(HEADER), "the guard knows another form than the shipped one");
    let alone = measure(&forest);
    assert_eq!(alone.forests, 1);
    for before in 0..9 {
        let bytes = [vec![7; before].as_slice(), &forest, &[7; 5]].concat();
        assert_eq!(measure(&bytes), alone);
    }
    let mut hashless = Vec::new();
    P2idNote::script().mast().write_hashless(&mut hashless);
    assert_eq!(measure(&hashless).forests, 1);
    assert_eq!(measure(&P2idNote::script().to_bytes()).forests, 1);
    let none = measure(b"no code, and the letters MAST");
    assert_eq!(none, Measure { memory: 0, forests: 0 });
}

#[test]
fn blocks_that_do_not_follow_each_other_are_refused() {
    let forest = CoreLibrary::default().mast_forest().to_bytes();
    let blocks = blocks(&forest);
    let [first, second, .., last] = blocks.as_slice() else { panic!("{} blocks", blocks.len()) };
    let begins = |place: usize, offset: u32| {
        with_entry(&forest, place, MastNodeEntry::Block { ops_offset: offset })
    };
    let (of_first, of_second) = (entry_at(&forest, *first), entry_at(&forest, *second));
    let cases = [
        ("the first begins later", begins(*first, 1)),
        ("the second begins where the first does", begins(*second, 0)),
        ("the last begins where the first does", begins(*last, 0)),
        ("the last begins after the blocks", begins(*last, u32::MAX)),
        ("two are exchanged", {
            with_entry(&with_entry(&forest, *first, of_second), *second, of_first)
        }),
        ("the last is of no node", with_entry(&forest, *last, MastNodeEntry::Dyn)),
    ];
    for (case, bytes) in cases {
        assert!(is_malformed(&bytes), "{case}");
    }
    require_bounded(&forest, Bounds::LARGEST).expect("it is honest");
}

#[test]
fn a_forest_that_ends_early_is_refused() {
    let forest = small();
    for end in HEADER.len()..forest.len() {
        assert!(is_malformed(&forest[..end]), "{end} of {} bytes", forest.len());
    }
    require_bounded(&forest, Bounds::LARGEST).expect("it is whole");
}

#[test]
fn counts_that_the_bytes_do_not_have_are_refused() {
    let count = |number: usize| number.to_bytes();
    let (none, many) = (count(0), count(usize::MAX));
    let cases = [
        ("inner nodes", vec![&many, &none, &none, &none]),
        ("external nodes", vec![&none, &many, &none, &none]),
        ("both", vec![&many, &many, &none, &none]),
        ("roots", vec![&none, &none, &many, &none]),
        ("bytes of blocks", vec![&none, &none, &none, &many]),
        ("entries of advice", vec![&none, &none, &none, &none, &many]),
    ];
    for (case, counts) in cases {
        let counts: Vec<u8> = counts.into_iter().flatten().copied().collect();
        assert!(is_malformed(&[HEADER, &counts].concat()), "{case}");
    }
    let empty = [HEADER, &count(0).repeat(5)].concat();
    require_bounded(&empty, Bounds::LARGEST).expect("a forest of nothing");
}

#[test]
fn a_beginning_of_a_forest_within_other_data_counts_as_one() {
    assert!(is_malformed(HEADER));
    assert!(is_malformed(&[small().as_slice(), HEADER].concat()));
    assert!(!is_malformed(b"MAST\x01\0\0\x04"), "the decoder refuses these flags at once");
    assert!(!is_malformed(b"MAST\0\0\0\x03"), "the decoder refuses this version at once");
}

#[test]
fn code_within_the_memory_is_accepted_and_code_beyond_it_refused() {
    let forest = small();
    let memory = measure(&forest).memory;
    let bounds = |memory| Bounds { memory, ..Bounds::LARGEST };
    require_bounded(&forest, bounds(memory)).expect("it is as large as it may be");
    let least = memory - 1;
    assert_eq!(limit(&forest, bounds(least)), format!("{least} bytes of memory"));
    assert_eq!(limit(&forest.repeat(3), bounds(memory)), format!("{memory} bytes of memory"));
    let core = CoreLibrary::default().mast_forest().to_bytes();
    assert_eq!(limit(&core, bounds(1 << 20)), "1 MiB of memory");
}

#[test]
fn more_forests_than_64_are_refused() {
    let forest = small();
    assert_eq!(measure(&forest.repeat(64)).forests, 64);
    assert_eq!(limit(&forest.repeat(65), Bounds::LARGEST), "64 forests");
}

#[test]
fn the_memory_is_more_than_what_the_decoded_code_keeps() {
    let code = CoreLibrary::default();
    let forest: &MastForest = code.mast_forest();
    let kept: usize = forest.nodes().iter().map(size_of_node).sum();
    let measure = measure(&forest.to_bytes());
    assert!(measure.memory > u64::try_from(kept).expect("a size"), "{measure:?}, {kept}");
}

fn size_of_node(node: &MastNode) -> usize {
    let MastNode::Block(block) = node else { return size_of::<MastNode>() };
    let batches = block.op_batches().iter();
    let of_batch = |batch: &OpBatch| size_of::<OpBatch>() + size_of_val::<[Operation]>(batch.ops());
    size_of::<MastNode>() + batches.map(of_batch).sum::<usize>()
}

#[test]
fn each_way_in_refuses_code_before_it_is_decoded() {
    let bytes = [b"MASP\0\x07\0\0".as_slice(), HEADER].concat();
    let ways: [(&str, Result<(), WalletError>); 5] = [
        ("transaction request", SerializedRequest::read(bytes.clone()).map(drop)),
        ("signing inputs", SigningPayload::read(PayloadKind::SigningInputs, &bytes).map(drop)),
        ("note file", read_note_file(&bytes).map(drop)),
        ("account file", read_account_file(&account_file(HEADER, &[])).map(drop)),
        (
            "package",
            read_package(&bytes).map(drop).map_err(|error| error.into_error(WalletError::internal)),
        ),
    ];
    for (way, result) in ways {
        let error = result.expect_err(way);
        let text = format!("{error} {}", error.causes().join(" "));
        assert!(text.contains("in a form that no compiler or wallet writes"), "{way}: {text}");
    }
}

/// An account file with some code, and with some bytes as its key.
fn account_file(code: &[u8], key: &[u8]) -> Vec<u8> {
    use proto::account_file::auth_secret_key::Key;
    use proto::account_file::{AccountFile, AccountFileV1, AuthSecretKey, account_file::Version};
    let mast = Some(proto::primitives::MastForest { encoded: code.to_vec() });
    let code = proto::account::AccountCode { mast, ..Default::default() };
    let account = proto::account::Account { code: Some(code), ..Default::default() };
    let key = AuthSecretKey { key: Some(Key::EcdsaK256Keccak(key.to_vec())) };
    let file = AccountFileV1 { account: Some(account), auth_secret_keys: vec![key] };
    AccountFile { version: Some(Version::V1(file)) }.encode_to_vec()
}

/// Senders choose amounts of assets, which are numbers in an account file.
#[test]
fn in_an_account_file_only_its_code_counts_as_code() {
    let error = read_account_file(&account_file(&[], HEADER)).expect_err("it is no account");
    let text = format!("{error} {}", error.causes().join(" "));
    assert!(!text.contains("in a form that no compiler or wallet writes"), "{text}");
}

#[test]
fn files_that_are_too_large_are_refused_before_they_are_decoded() {
    let note = read_note_file(&vec![0; MAX_NOTE_FILE_BYTES + 1]).expect_err("too large");
    assert_eq!(note.kind(), "invalid_note_file");
    assert!(note.causes().join(" ").contains("at most 4194304 are read"), "{:?}", note.causes());
    let account = read_account_file(&vec![0; MAX_ACCOUNT_FILE_BYTES + 1]).expect_err("too large");
    assert_eq!(account.kind(), "invalid_account_file");
}
