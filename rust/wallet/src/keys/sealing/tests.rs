use std::path::PathBuf;

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use miden_client::Word;
use miden_client::auth::{AuthSchemeId, AuthSecretKey};
use miden_client::utils::{Deserializable, Serializable};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use serde_json::Value;
use sha2::{Digest, Sha256};
use x25519_dalek::{X25519_BASEPOINT_BYTES, x25519};

use super::hkdf_sha256::{expanded, extracted};
use super::sealed_receipt::{open, seal};
use super::sealed_request::{decrypted, encrypted};
use super::*;
use crate::keys::signing::{PayloadKind, SigningPayload, verify_payload};

const SECRET: [u8; 32] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
    26, 27, 28, 29, 30, 31,
];
const SEED: [u8; 32] = [0x22; 32];

/// Public keys of a small order: 0, 1, two of order 8, p - 1, p and p + 1.
const SMALL_ORDER: [&str; 7] = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
];

fn bytes(hex: &str) -> Vec<u8> {
    let mut bytes = vec![0; hex.len() / 2];
    hex::decode_to_slice(hex, &mut bytes).expect("hexadecimal digits");
    bytes
}

fn array<const LENGTH: usize>(hex: &str) -> [u8; LENGTH] {
    bytes(hex).try_into().expect("its length")
}

/// The vectors of `docs/requests.md`, which the tests of Swift read as well. Another implementation made them.
struct Vectors(Value);

impl Vectors {
    fn read() -> Self {
        let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs the tests");
        let file = PathBuf::from(package).join("../../Tests/RequestVectors/vectors.json");
        let text = std::fs::read_to_string(file).expect("the vectors are there");
        Self(serde_json::from_str(&text).expect("they are JSON"))
    }

    fn text(&self, name: &str) -> &str {
        self.0[name].as_str().expect("a text")
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        bytes(self.text(name))
    }

    fn key(&self, name: &str) -> [u8; 32] {
        array(self.text(name))
    }

    /// The request with its signature.
    fn signed_request(&self) -> Vec<u8> {
        [self.bytes("request_signature"), self.text("request_text").into()].concat()
    }

    /// The receipt, which is not signed.
    fn signed_receipt(&self) -> Vec<u8> {
        use base64::Engine;
        let text = base64::engine::general_purpose::STANDARD.encode(self.text("receipt_text"));
        format!(r#"{{"receipt":"{text}"}}"#).into_bytes()
    }

    fn info(&self) -> Vec<u8> {
        [&b"miden-swift receipt v1\n"[..], &self.bytes("request_digest")].concat()
    }
}

#[test]
fn the_keys_of_the_vectors_derive_from_their_secret() {
    let vectors = Vectors::read();
    assert_eq!(vectors.key("secret"), SECRET);
    let keys = SecretKeys::of(&SECRET).expect("keys");
    assert_eq!(*keys.link_key, vectors.key("link_key"));
    assert_eq!(*keys.requester_token, vectors.key("requester_token"));
    assert_eq!(keys.receipt_key, vectors.key("receipt_key"));
    let keys = LinkKeys::of(&keys.link_key).expect("keys");
    assert_eq!(keys.id, array(vectors.text("id")));
    assert_eq!(*keys.request_key, vectors.key("request_key"));
    assert_eq!(*keys.wallet_token, vectors.key("wallet_token"));
}

#[test]
fn the_request_of_the_vectors_is_signed_and_verified() {
    let vectors = Vectors::read();
    let text = vectors.text("request_text").as_bytes();
    assert_eq!(request_public_key(&SEED), vectors.key("public_key"));
    let signature = sign_request(text, &SEED);
    assert_eq!(signature, array(vectors.text("request_signature")));
    assert!(verify_request_signature(&signature, text, &vectors.key("public_key")));
    let digest: [u8; 32] = Sha256::digest([b"miden-swift request v1\n", text].concat()).into();
    assert_eq!(digest, vectors.key("request_digest"));
}

#[test]
fn the_request_of_the_vectors_is_sealed_and_opened() {
    let vectors = Vectors::read();
    let (request, key) = (vectors.signed_request(), vectors.key("link_key"));
    let sealed = seal_request(&request, &key).expect("it is sealed");
    assert_eq!(sealed, vectors.bytes("sealed_request"));
    let digest: [u8; 32] = Sha256::digest(&sealed).into();
    let expected = "7c6d20cfd683c321f3d7e1a8af97a56b6c1ee51dbe756fa29d45c3bf580f9ad5";
    assert_eq!(digest, array(expected));
    assert_eq!(open_request(&sealed, &key).expect("a key"), Some(request));
}

#[test]
fn the_receipt_of_the_vectors_is_sealed_and_opened() {
    let vectors = Vectors::read();
    let (receipt, key) = (vectors.signed_receipt(), vectors.key("receipt_key"));
    let ephemeral = vectors.key("ephemeral_key");
    let sealed = seal(&ephemeral, &key, &vectors.info(), &[], &receipt).expect("it is sealed");
    assert_eq!(sealed, vectors.bytes("sealed_receipt"));
    let digest: [u8; 32] = Sha256::digest(&sealed).into();
    let expected = "6ce697aaec21f7328572e7fd61a6202d9fd3d66f750b720fb8151607a2c3225b";
    assert_eq!(digest, array(expected));
    let opened = open_receipt(&sealed, &SECRET, &vectors.key("request_digest")).expect("a key");
    assert_eq!(opened, Some(receipt));
}

/// The keys that sign the receipt of the vectors.
fn account_keys() -> [AuthSecretKey; 2] {
    let ecdsa = [&[1][..], &[0x11; 32]].concat();
    let mut generator = ChaCha20Rng::from_seed([0; 32]);
    [
        AuthSecretKey::read_from_bytes(&ecdsa).expect("a key"),
        AuthSecretKey::with_scheme_and_rng(AuthSchemeId::Falcon512Poseidon2, &mut generator)
            .expect("a key"),
    ]
}

#[test]
fn the_accounts_signatures_over_the_receipt_of_the_vectors_are_made_and_verified() {
    let vectors = Vectors::read();
    let text = vectors.text("receipt_text").as_bytes();
    let payload = SigningPayload::read(PayloadKind::Receipt, text).expect("a text");
    let web = SigningPayload::read(PayloadKind::WebMessage, text).expect("a text");
    let frozen = vectors.0["receipt_signatures"].as_array().expect("a list");
    let made = account_keys().map(|key| {
        let commitment = Word::from(key.public_key().to_commitment()).as_bytes();
        let signature = key.sign(payload.word()).to_bytes();
        assert!(verify_payload(&payload, &signature, &commitment).expect("a word"));
        assert!(!verify_payload(&web, &signature, &commitment).expect("a word"));
        serde_json::json!({
            "public_key": hex_text(&commitment), "signature": hex_text(&signature),
        })
    });
    assert_eq!(*frozen, made, "{}", serde_json::to_string_pretty(&made).expect("JSON"));
}

fn hex_text(bytes: &[u8]) -> String {
    use hex::ToHex;
    bytes.encode_hex()
}

#[test]
fn a_request_of_another_link_or_that_was_changed_does_not_open() {
    let vectors = Vectors::read();
    let (sealed, key) = (vectors.bytes("sealed_request"), vectors.key("link_key"));
    assert_eq!(open_request(&sealed, &SECRET).expect("a key"), None);
    for place in [0, 63, 64, sealed.len() - 17, sealed.len() - 1] {
        let mut changed = sealed.clone();
        changed[place] ^= 1;
        assert_eq!(open_request(&changed, &key).expect("a key"), None, "{place}");
    }
    for length in [0, 1, 15, 16, sealed.len() - 1] {
        assert_eq!(open_request(&sealed[..length], &key).expect("a key"), None, "{length}");
    }
    let longer = [&sealed[..], &[0]].concat();
    assert_eq!(open_request(&longer, &key).expect("a key"), None);
}

#[test]
fn a_receipt_of_another_request_or_that_was_changed_does_not_open() {
    let vectors = Vectors::read();
    let (key, digest) = (vectors.key("receipt_key"), vectors.key("request_digest"));
    let sealed = seal_receipt(b"a receipt", &key, &digest).expect("it is sealed");
    let opened = |sealed: &[u8], secret, digest| {
        open_receipt(sealed, secret, digest).expect("keys").is_some()
    };
    assert!(opened(&sealed, &SECRET, &digest));
    assert!(!opened(&sealed, &SEED, &digest));
    assert!(!opened(&sealed, &SECRET, &SEED));
    for place in 0..sealed.len() {
        let mut changed = sealed.clone();
        changed[place] ^= 1;
        assert!(!opened(&changed, &SECRET, &digest), "{place}");
    }
    for length in [0, 1, 31, 32, 33, 47, 48, sealed.len() - 1] {
        assert!(!opened(&sealed[..length], &SECRET, &digest), "{length}");
    }
    assert!(!opened(&[&sealed[..], &[0]].concat(), &SECRET, &digest));
}

#[test]
fn each_sealed_receipt_has_an_ephemeral_key_of_its_own() {
    let vectors = Vectors::read();
    let (key, digest) = (vectors.key("receipt_key"), vectors.key("request_digest"));
    let sealed = || seal_receipt(b"a receipt", &key, &digest).expect("it is sealed");
    assert_ne!(sealed()[..32], sealed()[..32]);
}

#[test]
fn nothing_is_sealed_to_a_key_of_a_small_order_and_nothing_with_one_opens() {
    for key in SMALL_ORDER {
        let error = seal_receipt(b"a receipt", &array(key), &SEED).expect_err("it is refused");
        assert_eq!(error.kind(), "invalid_public_key", "{key}");
        // What someone would make who knows that the shared point is zero.
        let sealed = [bytes(key), vec![0; 48]].concat();
        assert_eq!(open_receipt(&sealed, &SECRET, &SEED).expect("keys"), None, "{key}");
    }
}

#[test]
fn a_request_signature_that_was_changed_or_is_of_another_key_does_not_hold() {
    let key = request_public_key(&SEED);
    let signature = sign_request(b"a text", &SEED);
    assert!(verify_request_signature(&signature, b"a text", &key));
    assert!(!verify_request_signature(&signature, b"a texd", &key));
    assert!(!verify_request_signature(&signature, b"", &key));
    assert!(!verify_request_signature(&signature, b"a text", &request_public_key(&SECRET)));
    for place in 0..signature.len() {
        let mut changed = signature;
        changed[place] ^= 1;
        assert!(!verify_request_signature(&changed, b"a text", &key), "{place}");
    }
    // Without the tag it is a signature of something else.
    let untagged = SigningKey::from_bytes(&SEED).sign(b"a text").to_bytes();
    assert!(!verify_request_signature(&untagged, b"a text", &key));
}

#[test]
fn a_request_signature_with_a_second_form_of_s_does_not_hold() {
    // The order of the group, lowest byte first.
    let order: [u8; 32] = array("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
    let mut signature = sign_request(b"a text", &SEED);
    let mut carry = 0;
    for (byte, addend) in signature[32..].iter_mut().zip(order) {
        let sum = u16::from(*byte) + u16::from(addend) + carry;
        [*byte, _] = sum.to_le_bytes();
        carry = sum >> 8;
    }
    assert!(!verify_request_signature(&signature, b"a text", &request_public_key(&SEED)));
}

#[test]
fn a_request_signature_by_a_key_of_a_small_order_does_not_hold() {
    // The neutral element, as the key and as R: with s = 0 the equation holds for each text.
    let mut neutral = [0; 32];
    neutral[0] = 1;
    let mut signature = [0; 64];
    signature[0] = 1;
    assert!(!verify_request_signature(&signature, b"a text", &neutral));
    // No point at all.
    let mut no_point = [0; 32];
    no_point[0] = 2;
    assert!(VerifyingKey::from_bytes(&no_point).is_err());
    assert!(!verify_request_signature(&sign_request(b"a text", &SEED), b"a text", &no_point));
}

#[test]
fn hkdf_is_that_of_rfc_5869() {
    let long = bytes("000102030405060708090a0b0c");
    let information = bytes("f0f1f2f3f4f5f6f7f8f9");
    for (salt, information, pseudorandom, output) in [
        (
            &long[..],
            &information[..],
            "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
        ),
        (
            &[][..],
            &[][..],
            "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
        ),
    ] {
        // In two parts, which count as one.
        let (extracted, hkdf) = extracted(salt, &[&[0x0b; 20], &[0x0b; 2]]);
        assert_eq!(*extracted, array(pseudorandom));
        let (first, second) = information.split_at(information.len() / 2);
        let expanded = expanded::<42>(&hkdf, &[first, second]).expect("it is short");
        assert_eq!(*expanded, array(output));
    }
}

#[test]
fn x25519_is_that_of_rfc_7748() {
    let bob = array("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb");
    let alice = array("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a");
    assert_eq!(
        x25519(bob, X25519_BASEPOINT_BYTES),
        array("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
    );
    assert_eq!(
        x25519(bob, alice),
        array("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
    );
    let (mut scalar, mut point) = (X25519_BASEPOINT_BYTES, X25519_BASEPOINT_BYTES);
    for _ in 0..1_000 {
        (scalar, point) = (x25519(scalar, point), scalar);
    }
    assert_eq!(scalar, array("684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51"));
}

#[test]
fn ed25519_is_that_of_rfc_8032() {
    for (seed, key, text, signature) in [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            &[][..],
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e\
             39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            &[0x72][..],
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f\
             3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        ),
    ] {
        let signing = SigningKey::from_bytes(&array(seed));
        assert_eq!(signing.verifying_key().to_bytes(), array(key));
        assert_eq!(signing.sign(text).to_bytes(), array(signature));
        let signature = Signature::from_bytes(&array(signature));
        assert!(signing.verifying_key().verify_strict(text, &signature).is_ok());
    }
}

#[test]
fn chacha20_poly1305_is_that_of_rfc_8439() {
    let key = array("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f");
    let nonce = array("070000004041424344454647");
    let associated = bytes("50515253c0c1c2c3c4c5c6c7");
    let text =
        b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the \
                 future, sunscreen would be it.";
    let sealed = bytes(
        "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69\
         da92728b1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad67594\
         5585808b4831d7bc3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd0600691",
    );
    assert_eq!(encrypted(&key, &nonce, &associated, text).expect("it is sealed"), sealed);
    assert_eq!(decrypted(&key, &nonce, &associated, &sealed).as_deref(), Some(&text[..]));
    assert_eq!(decrypted(&key, &nonce, &[], &sealed), None);
}

#[test]
fn hpke_is_that_of_rfc_9180() {
    // Section A.2.1, the first message.
    let ephemeral = array("f4ec9b33b792c372c1d2c2063507b684ef925b8c75a42dbcbf57d63ccd381600");
    let recipient = array("4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a");
    let secret = array("8057991eef8f1f1af18f4a9491d16a1ce333f695d4db8e38da75975c4478e0fb");
    let info = bytes("4f6465206f6e2061204772656369616e2055726e");
    let text = bytes("4265617574792069732074727574682c20747275746820626561757479");
    let expected = bytes(
        "1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a1c5250d8034ec2b784ba2cfd\
         69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28",
    );
    let sealed = seal(&ephemeral, &recipient, &info, b"Count-0", &text).expect("it is sealed");
    assert_eq!(sealed, expected);
    assert_eq!(open(&secret, &info, b"Count-0", &sealed).expect("a key"), Some(text));
    assert_eq!(open(&secret, &info, b"Count-1", &sealed).expect("a key"), None);
}
