//! The frozen vectors of the official wallet, and what is no mnemonic.

use super::*;
use crate::accounts::visibility::Visibility;
use crate::errors::{ErrorCode, WalletError};
use crate::keys::account_secret::SignatureScheme;

const PHRASE: &str = "abandon abandon abandon abandon abandon abandon abandon abandon abandon \
                      abandon abandon about";

/// Derivation, visibility, scheme, and the account seeds of the indexes 0 and 1. Never to be changed:
/// other wallets derive the same.
const VECTORS: &[(Derivation, Visibility, Option<SignatureScheme>, [&str; 2])] = &[
    (
        Derivation::V1,
        Visibility::Public,
        Some(SignatureScheme::Falcon512Poseidon2),
        [
            "1239acb7ed4df4a96dfc775b2ee92e62563306630f442525fd41d573d765ee1f",
            "b1161c79d867c24078c3d030b954c19f4fbf4783cdb5d771e183dbdafd13b2ef",
        ],
    ),
    (
        Derivation::V1,
        Visibility::Public,
        Some(SignatureScheme::EcdsaK256Keccak),
        [
            "694ff992013be7c9f1c8ac4ed266f549df45acc0d9c0abe803a6ef0f22f78464",
            "5f1f786df8890fe402c774a0664548cb4ae165c4349f8bb8752f0b9347d090f2",
        ],
    ),
    (
        Derivation::V1,
        Visibility::Private,
        Some(SignatureScheme::Falcon512Poseidon2),
        [
            "8f054bbfa485f9a3dc0ec67c519ddc32b821307d002cbb98c8d1d641cd369bad",
            "e720d1c819ff9aef0c55223bc1abb933e8e11d53efaad4951fd43c3805a05571",
        ],
    ),
    (
        Derivation::V1,
        Visibility::Private,
        Some(SignatureScheme::EcdsaK256Keccak),
        [
            "993e527f5d6ce32d946044453acf5ce41d237eb04b240dd67c9798cd46a92b16",
            "830dfd9d27bdd02e3ef226ce7888704a2835eddf4a0426961666cfad71ece201",
        ],
    ),
    (
        Derivation::Legacy,
        Visibility::Public,
        None,
        [
            "7303bce3fd710072aec3c0b0564f061d3771c3c10a2e023cacdedcf5d2ce6b72",
            "7932bbdd42852773ef2642e5cc65e0e19e577e433be7e9247b8ee881dfb24190",
        ],
    ),
    (
        Derivation::Legacy,
        Visibility::Private,
        None,
        [
            "835fe3da130bac3825f5d0c9526ac400c54f9a5df8f7e9c38219b02cefc1a162",
            "d8f603ff4fdaedc4ab26fb9ce5b9012a232d7a546f90ab7d956ba3ba5d3c20eb",
        ],
    ),
];

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

#[test]
fn accounts_are_derived_as_the_official_wallet_derives_them() {
    let seed = Mnemonic::parse(PHRASE).expect("a mnemonic").seed().expect("its seed");
    let all = [SignatureScheme::EcdsaK256Keccak, SignatureScheme::Falcon512Poseidon2];
    for (derivation, visibility, scheme, expected) in VECTORS {
        // The earlier derivation knows nothing of schemes.
        for scheme in scheme.map_or(all.to_vec(), |scheme| vec![scheme]) {
            for (index, expected) in (0..).zip(expected) {
                let path =
                    AccountPath { derivation: *derivation, scheme, visibility: *visibility, index };
                let derived = seed.account_seed(&path).expect("an account seed");
                assert_eq!(hex(derived.as_slice()), *expected, "{path:?}");
            }
        }
    }
}

#[test]
fn an_index_ends_where_hardened_numbers_begin() {
    let seed = Mnemonic::parse(PHRASE).expect("a mnemonic").seed().expect("its seed");
    let path = |index| AccountPath {
        derivation: Derivation::V1,
        scheme: SignatureScheme::EcdsaK256Keccak,
        visibility: Visibility::Public,
        index,
    };
    seed.account_seed(&path((1 << 31) - 1)).expect("the last one");
    let error = seed.account_seed(&path(1 << 31)).expect_err("one too far");
    assert_eq!(
        error.to_string(),
        "2147483648 is not the index of an account: indexes go from 0 to 2147483647."
    );
    assert_eq!(
        (error.code(), error.kind()),
        (ErrorCode::InvalidParameter, "invalid_account_index")
    );
}

#[test]
fn the_seed_is_that_of_bip_39() {
    let seed = |text: &str| {
        hex(Mnemonic::parse(text).expect("a mnemonic").seed().expect("its seed").0.as_slice())
    };
    assert_eq!(
        seed(PHRASE),
        "5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1\
         9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4"
    );
    assert_eq!(
        seed(&("abandon ".repeat(23) + "art")),
        "408b285c123836004f4b8842c89324c1f01382450c0d439af345ba7fc49acf70\
         5489c6fc77dbd4e3dc1dd8cc6bc9f043db8ada1e243c4a0eafb290d399480840"
    );
}

#[test]
fn generated_mnemonics_are_mnemonics_and_differ() {
    for (count, number) in [(WordCount::Twelve, 12), (WordCount::TwentyFour, 24)] {
        let one = Mnemonic::generate(count).expect("one");
        let other = Mnemonic::generate(count).expect("another");
        assert_eq!(one.phrase().split(' ').count(), number);
        assert_ne!(one.phrase(), other.phrase());
        let read = Mnemonic::parse(one.phrase()).expect("it can be read");
        assert_eq!(read.phrase(), one.phrase());
    }
}

#[test]
fn case_and_white_space_are_forgiven() {
    let written = format!("\n  {}\t\r\n", PHRASE.to_uppercase().replace(' ', " \u{a0}\n "));
    assert_eq!(Mnemonic::parse(&written).expect("a mnemonic").phrase(), PHRASE);
}

fn refused(text: &str) -> String {
    let error: WalletError = Mnemonic::parse(text).expect_err("it is no mnemonic");
    assert_eq!((error.code(), error.kind()), (ErrorCode::InvalidParameter, "invalid_mnemonic"));
    assert!(error.causes().is_empty());
    error.to_string()
}

#[test]
fn what_is_no_mnemonic_is_told_why() {
    let count = |found: &str| {
        format!("This is not a mnemonic: it has {found}, and a mnemonic has 12 or 24.")
    };
    assert_eq!(refused(""), count("no words"));
    assert_eq!(refused(" \n"), count("no words"));
    assert_eq!(refused("abandon"), count("1 word"));
    // What other wallets may have.
    assert_eq!(refused(&"abandon ".repeat(15)), count("15 words"));
    assert_eq!(refused(&"abandon ".repeat(100)), count("100 words"));
    assert_eq!(
        refused(&"abandon ".repeat(12)),
        "This is not a mnemonic: all its words are in the list, but its checksum is wrong. A word is \
         another than it was, or words have changed places."
    );
    assert_eq!(
        refused(&PHRASE.replacen("abandon", "abandn", 1)),
        "This is not a mnemonic: word 1, “abandn”, is not in the list of English words (the nearest \
         is “abandon”)."
    );
    assert_eq!(
        refused(&PHRASE.replacen("abandon", "qqqqqq", 1).replacen("about", "cet", 1)),
        "This is not a mnemonic: word 1 is not in the list of English words, word 12, “cet”, is not in \
         the list of English words (the nearest are “cat”, “net” and “pet”)."
    );
}

#[test]
fn no_error_and_nothing_that_is_shown_has_what_was_written() {
    // A mnemonic of another language: many of its words are near to an English one.
    let spanish =
        "abierto abismo abogado abono aborto abrazo abrir abuelo abuso acabar acceso accion";
    let error = Mnemonic::parse(spanish).expect_err("it is no mnemonic").to_string();
    assert!(spanish.split(' ').all(|word| !error.contains(&format!("“{word}”,"))), "{error}");
    let text = PHRASE.replacen("abandon", "correcthorse", 1);
    let error = Mnemonic::parse(&text).expect_err("it is no mnemonic");
    for shown in [error.to_string(), format!("{error:?}")] {
        assert!(!shown.contains("horse") && !shown.contains("abandon"), "{shown}");
    }
    let mnemonic = Mnemonic::parse(PHRASE).expect("a mnemonic");
    let account = MnemonicAccount { mnemonic, index: 0, derivation: Derivation::V1 };
    assert!(!format!("{account:?}").contains("abandon"));
}
