use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use k256::ecdsa;
use miden_client::auth::{AuthSchemeId, AuthSecretKey};
use miden_client::{Felt, Serializable};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use serde_json::Value;

use super::*;
use crate::keys::signing::PayloadKind;

/// A signature of `js/examples/signatures.json`, which the tests of Swift read as well.
struct Example {
    name: String,
    payload: SigningPayload,
    commitment: Vec<u8>,
    signature: Vec<u8>,
}

fn examples() -> Vec<Example> {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs the tests");
    let file = PathBuf::from(package).join("../../js/examples/signatures.json");
    let text = std::fs::read_to_string(file).expect("the examples are there");
    let examples: Value = serde_json::from_str(&text).expect("they are JSON");
    let bytes = |text: &Value| STANDARD.decode(text.as_str().expect("a text")).expect("base64");
    let read = |example: &Value| {
        let kind = match example["kind"].as_str() {
            Some("word") => PayloadKind::Word,
            Some("signingInputs") => PayloadKind::SigningInputs,
            other => panic!("there is no kind {other:?}"),
        };
        Example {
            name: example["name"].to_string(),
            payload: SigningPayload::read(kind, &bytes(&example["payload"])).expect("a payload"),
            commitment: bytes(&example["publicKey"]),
            signature: bytes(&example["signature"]),
        }
    };
    let examples = examples["signatures"].as_array().expect("a list");
    assert!(!examples.is_empty());
    examples.iter().map(read).collect()
}

fn keys() -> [AuthSecretKey; 2] {
    let ecdsa = [&[1][..], &[0x11; 32]].concat();
    let mut generator = ChaCha20Rng::from_seed([0; 32]);
    [
        AuthSecretKey::read_from_bytes(&ecdsa).expect("a key"),
        AuthSecretKey::with_scheme_and_rng(AuthSchemeId::Falcon512Poseidon2, &mut generator)
            .expect("a key"),
    ]
}

fn commitment(key: &AuthSecretKey) -> Vec<u8> {
    Word::from(key.public_key().to_commitment()).as_bytes().to_vec()
}

fn is_valid(payload: &SigningPayload, signature: &[u8], commitment: &[u8]) -> bool {
    verify_payload(payload, signature, commitment).expect("the commitment is a word")
}

#[test]
fn the_vectors_are_signed_and_verified() {
    let keys = keys();
    for Example { name, payload, commitment: expected, signature } in examples() {
        let key = keys.iter().find(|key| commitment(key) == expected).expect("a known key");
        assert_eq!(key.sign(payload.word()).to_bytes(), signature, "{name}");
        assert!(is_valid(&payload, &signature, &expected), "{name}");
    }
}

#[test]
fn bytes_after_a_signature_are_ignored_and_missing_ones_are_not() {
    for Example { name, payload, commitment, signature } in examples() {
        let longer = [&signature[..], &[0, 7]].concat();
        assert!(is_valid(&payload, &longer, &commitment), "{name}");
        for length in [0, 1, 2, signature.len() - 1] {
            assert!(!is_valid(&payload, &signature[..length], &commitment), "{name}: {length}");
        }
    }
}

#[test]
fn a_signature_of_another_key_word_or_scheme_does_not_hold() {
    let examples = examples();
    for Example { name, payload, commitment, signature } in &examples {
        for other in &examples {
            let is_same_key = *commitment == other.commitment;
            assert_eq!(is_valid(payload, signature, &other.commitment), is_same_key, "{name}");
            let is_same_word = payload.word() == other.payload.word();
            assert_eq!(is_valid(&other.payload, signature, commitment), is_same_word, "{name}");
        }
        for tag in [0, 1, 2, 3, 255].into_iter().filter(|tag| *tag != signature[0]) {
            let mut tagged = signature.clone();
            tagged[0] = tag;
            assert!(!is_valid(payload, &tagged, commitment), "{name}: {tag}");
        }
        for position in 1..66 {
            let mut changed = signature.clone();
            changed[position] ^= 1;
            assert!(!is_valid(payload, &changed, commitment), "{name}: {position}");
        }
    }
}

#[test]
fn a_high_s_does_not_hold() {
    let Example { payload, commitment, signature, .. } = examples().remove(0);
    let (r, s) = ecdsa::Signature::from_slice(&signature[1..65]).expect("r and s").split_scalars();
    let high = ecdsa::Signature::from_scalars(*r, -*s).expect("a signature");
    for recovery in 0..=3 {
        let bytes = [&[1][..], high.to_bytes().as_slice(), &[recovery]].concat();
        assert!(!is_valid(&payload, &bytes, &commitment));
    }
}

#[test]
fn a_commitment_that_is_not_a_word_is_an_error() {
    let Example { payload, signature, commitment, .. } = examples().remove(0);
    for wrong in [&commitment[1..], &[0xff; 32], &[]] {
        let error = verify_payload(&payload, &signature, wrong).expect_err("it is refused");
        assert_eq!(error.kind(), "invalid_public_key");
    }
}

#[test]
fn a_signature_of_one_kind_is_not_one_of_another() {
    // A body that is a word and one that is signing inputs: each kind can read one of them at least.
    let word = [7; 32];
    let inputs = [&[2][..], &word].concat();
    let kinds = [
        (PayloadKind::Message, &word[..]),
        (PayloadKind::WebMessage, &word[..]),
        (PayloadKind::Message, &inputs[..]),
        (PayloadKind::WebMessage, &inputs[..]),
        (PayloadKind::Receipt, &word[..]),
        (PayloadKind::Receipt, &inputs[..]),
        (PayloadKind::Word, &word[..]),
    ];
    let payloads = kinds.map(|(kind, bytes)| SigningPayload::read(kind, bytes).expect("a payload"));
    for key in keys() {
        let commitment = commitment(&key);
        for (place, payload) in payloads.iter().enumerate() {
            let signature = key.sign(payload.word()).to_bytes();
            for (other_place, other) in payloads.iter().enumerate() {
                assert_eq!(is_valid(other, &signature, &commitment), place == other_place);
            }
        }
        // Blind inputs are their word, which is why neither kind is protected.
        let blind = SigningPayload::read(PayloadKind::SigningInputs, &inputs).expect("inputs");
        assert_eq!(blind.word(), payloads[6].word());
    }
}

#[test]
fn the_bytes_of_a_page_are_a_word_or_inputs_or_neither() {
    let kind = |bytes: &[u8]| SigningPayload::of_page(bytes).map(|payload| payload.kind());
    let largest = (Felt::ORDER - 1).to_le_bytes().repeat(4);
    assert_eq!(kind(&largest), Some(PayloadKind::Word));
    for limb in 0..4 {
        let mut above = largest.clone();
        above[8 * limb..8 * (limb + 1)].copy_from_slice(&Felt::ORDER.to_le_bytes());
        assert_eq!(kind(&above), None, "limb {limb}");
        let blind = [&[2][..], &above[..]].concat();
        assert_eq!(kind(&blind), None, "limb {limb} of blind inputs");
    }
    let inputs = [
        [&[2][..], &largest[..]].concat(),
        // Elements: none, one, and 128 with a length of two bytes.
        vec![1, 1],
        [&[1, 3][..], &[9, 0, 0, 0, 0, 0, 0, 0]].concat(),
        [&[1, 2, 2][..], &[0; 8 * 128]].concat(),
    ];
    for inputs in inputs {
        assert_eq!(kind(&inputs), Some(PayloadKind::SigningInputs), "{inputs:?}");
        assert_eq!(kind(&[&inputs[..], &[0]].concat()), None, "a byte after {inputs:?}");
        // Blind inputs without their last byte may be a word.
        let cut = kind(&inputs[..inputs.len() - 1]);
        assert_ne!(cut, Some(PayloadKind::SigningInputs), "{inputs:?} cut off");
    }
    // A length that there are no elements for.
    let long = [&[1, 0][..], &(1_u64 << 40).to_le_bytes()].concat();
    for neither in [&[][..], &[0], &[0; 31], &[3; 33], &long[..]] {
        assert_eq!(kind(neither), None, "{neither:?}");
    }
}

#[test]
fn bytes_that_are_not_of_their_kind_are_an_error() {
    for (kind, bytes) in [
        (PayloadKind::Word, &[0; 31][..]),
        (PayloadKind::Word, &[0xff; 32][..]),
        (PayloadKind::SigningInputs, &[1, 1, 0][..]),
        (PayloadKind::SigningInputs, &[0; 32][..]),
    ] {
        let error = SigningPayload::read(kind, bytes).expect_err("it is refused");
        assert_eq!(error.kind(), "invalid_signing_payload", "{kind:?}");
    }
}
