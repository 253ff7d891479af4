//! The same seed gives the same account and key, in every process and for ever.

use miden_client::account::AccountType;
use miden_swift_wallet::{AccountSecret, SignatureScheme};

/// Scheme, visibility, account id and public key commitment of the seed 00 01 … 1f.
const VECTORS: &[(SignatureScheme, AccountType, &str, &str)] = &[
    (
        SignatureScheme::EcdsaK256Keccak,
        AccountType::Public,
        "0x5401ef36815e47d14b651e8e968153",
        "0xa922f1d5addca7d3538359231270ed8e69ae39a0193e620cc97d1d3fe2f1f3fd",
    ),
    (
        SignatureScheme::EcdsaK256Keccak,
        AccountType::Private,
        "0x5e903836a825d6c135c26611fe6786",
        "0xa922f1d5addca7d3538359231270ed8e69ae39a0193e620cc97d1d3fe2f1f3fd",
    ),
    (
        SignatureScheme::Falcon512Poseidon2,
        AccountType::Public,
        "0x550559ffb22381117072d0749fccd2",
        "0xd3b54197a6e3bcf06932fe313c1c8a9a69d0e5bf51437f36e2ba783284cf0a8a",
    ),
    (
        SignatureScheme::Falcon512Poseidon2,
        AccountType::Private,
        "0xd7a40f46ad7e54414952169d1c3661",
        "0xd3b54197a6e3bcf06932fe313c1c8a9a69d0e5bf51437f36e2ba783284cf0a8a",
    ),
];

#[test]
fn a_seed_always_gives_the_same_account_and_key() {
    let seed: [u8; 32] = std::array::from_fn(|index| u8::try_from(index).expect("below 32"));
    let mut derived = Vec::new();
    for scheme in [SignatureScheme::EcdsaK256Keccak, SignatureScheme::Falcon512Poseidon2] {
        for visibility in [AccountType::Public, AccountType::Private] {
            let secret = AccountSecret::derive(&seed, scheme, visibility).expect("it is derived");
            let key = miden_client::Word::from(secret.key.public_key().to_commitment()).to_hex();
            derived.push((scheme, visibility, secret.account.id().to_hex(), key));
        }
    }
    let expected: Vec<_> = VECTORS
        .iter()
        .map(|(scheme, visibility, account, key)| {
            (*scheme, *visibility, (*account).to_owned(), (*key).to_owned())
        })
        .collect();
    assert_eq!(derived, expected);
}
