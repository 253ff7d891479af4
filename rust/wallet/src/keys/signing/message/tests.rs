use k256::ecdsa;
use miden_client::account::AccountType;
use miden_client::auth::Signature;
use miden_client::crypto::ecdsa_k256_keccak;

use super::*;
use crate::AccountSecret;

const ECDSA: SignatureScheme = SignatureScheme::EcdsaK256Keccak;

#[test]
fn a_high_s_is_refused_here_and_by_midens_verifier() {
    let secret = AccountSecret::derive(&[7; 32], ECDSA, AccountType::Public).expect("a key").key;
    let key = secret.public_key();
    let word = SigningPayload::read(PayloadKind::Message, b"hello").expect("a message").word();
    let low = signature_bytes(&secret.sign(word));
    let parsed = ecdsa::Signature::from_slice(&low[..64]).expect("r and s");
    let (r, s) = parsed.split_scalars();
    let high = ecdsa::Signature::from_scalars(*r, -*s).expect("a signature");

    let verified = |bytes: &[u8]| {
        let public_key = SignatureScheme::public_key_bytes(&key);
        let signature = MessageSignature { scheme: ECDSA, public_key, signature: bytes.to_vec() };
        verify_message(&signature, b"hello").map_err(|error| error.kind())
    };
    let verified_by_miden = |parsed: ecdsa::Signature, recovery: u8| {
        let bytes = parsed.to_bytes().into();
        let signature =
            ecdsa_k256_keccak::Signature::from_sec1_bytes_and_recovery_id(bytes, recovery);
        key.verify(word, Signature::EcdsaK256Keccak(signature.expect("a signature")))
    };
    assert_eq!(verified(&low), Ok(true));
    assert!(verified_by_miden(parsed, low[64]));
    for recovery in 0..=3 {
        assert_eq!(
            verified(&[high.to_bytes().as_slice(), &[recovery]].concat()),
            Err("signature_with_high_s")
        );
        assert!(!verified_by_miden(high, recovery));
    }
    assert_eq!(verified(high.to_bytes().as_slice()), Err("signature_with_high_s"));
    assert_eq!(verified(high.to_der().as_bytes()), Err("signature_with_high_s"));
}
