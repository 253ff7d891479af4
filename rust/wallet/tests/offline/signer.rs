//! Keys that the wallet does not have.

use crate::support::signer::{Desk, public_key, signature};
use crate::support::{self, World};
use miden_swift_wallet::{
    AccountId, ErrorCode, KeySource, NewWallet, NoteType, PayloadKind, Payment, SignatureScheme,
    SigningPayload, Token, Visibility, Wallet, WalletError, verify_message, verify_payload,
};

const SEED: [u8; 32] = [7; 32];
const ECDSA: SignatureScheme = SignatureScheme::EcdsaK256Keccak;

async fn account(wallet: &Wallet, seed: [u8; 32], scheme: SignatureScheme) -> AccountId {
    let public_key = Some(public_key(seed, scheme).await);
    let new = NewWallet { public_key, scheme, ..NewWallet::default() };
    wallet.create_wallet(new).await.expect("an account")
}

fn kind<T: std::fmt::Debug>(result: Result<T, WalletError>) -> &'static str {
    let error = result.expect_err("it is refused");
    assert_eq!(error.code(), ErrorCode::AccountOperation, "{error}");
    error.kind()
}

#[tokio::test]
async fn a_signer_is_told_what_it_signs() {
    let world = World::with(true, 500);
    let (mut desk, keys) = Desk::new();
    let wallet = world.wallet_with("alice", keys).await;
    let from = account(&wallet, SEED, ECDSA).await;
    let bob = world.wallet("bob").await;
    let to = support::new_account(&bob).await;
    let note = support::paid(&wallet, from, Token::Miden, 5_000_000).await;

    let notes = [note];
    let (sent, question) = tokio::join!(wallet.consume(from, &notes, None, |_| {}), async {
        desk.asked().await.sign(SEED).await
    });
    sent.expect("it is consumed");
    assert_eq!((question.account, question.scheme), (from, ECDSA));
    assert_eq!(question.public_key, public_key(SEED, ECDSA).await);
    assert!(question.digest.is_some());
    assert_eq!(question.payload, None);
    let summary = question.transaction.expect("it is a transaction");
    assert_eq!((summary.account, summary.consumed_notes.as_slice()), (from, notes.as_slice()));
    assert_eq!(summary.assets_in.fungible[0].amount, 5_000_000);
    assert!(summary.created_notes.is_empty() && summary.assets_out.fungible.is_empty());
    let fee = summary.fee.expect("there is a fee");
    let held = wallet.balance(from).await.expect("a balance").fungible[0].clone();
    assert_eq!(held.amount, 5_000_000 - fee.amount);
    assert_eq!(held.faucet, fee.faucet);

    let payment = |note_type| Payment { note_type, ..Payment::new(to, held.faucet, 400) };
    for note_type in [NoteType::Public, NoteType::Private] {
        let (sent, question) =
            tokio::join!(wallet.send(from, vec![payment(note_type)], None, |_| {}), async {
                desk.asked().await.sign(SEED).await
            });
        let (_, notes) = sent.expect("it is sent");
        let summary = question.transaction.expect("it is a transaction");
        let created = &summary.created_notes;
        assert_eq!(created.len(), 1, "{created:?}");
        assert_eq!((created[0].note, created[0].note_type), (notes[0], note_type));
        assert_eq!(created[0].recipient, Some(to));
        assert_eq!(created[0].assets.fungible[0].amount, 400);
        assert_eq!(summary.assets_out, created[0].assets);
        assert!(summary.assets_in.fungible.is_empty() && summary.consumed_notes.is_empty());
        assert!(summary.fee.is_some());
    }
    // Nothing was asked that was not answered.
    assert!(desk.is_empty());
}

#[tokio::test]
async fn real_proofs_hold_with_a_signers_signature() {
    let world = World::with(false, 0);
    let (mut desk, keys) = Desk::new();
    let wallet = world.wallet_with("alice", keys).await;
    let account = account(&wallet, SEED, ECDSA).await;
    let notes = [support::paid(&wallet, account, Token::Miden, 5).await];
    let (sent, _) = tokio::join!(wallet.consume(account, &notes, None, |_| {}), async {
        desk.asked().await.sign(SEED).await
    });
    sent.expect("it is consumed");
}

#[tokio::test]
async fn every_form_of_a_signature_is_taken() {
    let world = World::new();
    let (mut desk, keys) = Desk::new();
    let wallet = world.wallet_with("alice", keys).await;
    let from = account(&wallet, SEED, ECDSA).await;
    let full = |message: [u8; 32]| async move { signature(SEED, ECDSA, &message).await };
    // As it is, without the recovery id, with Ethereum's, with a wrong one, with the other s, as DER.
    for form in 0..6 {
        let notes = [support::paid(&wallet, from, Token::Tok, 1).await];
        let (sent, ()) = tokio::join!(wallet.consume(from, &notes, None, |_| {}), async {
            let asked = desk.asked().await;
            let whole = full(asked.question.message).await;
            let parsed = k256::ecdsa::Signature::from_slice(&whole[..64]).expect("r and s");
            let bytes = match form {
                0 => whole,
                1 => whole[..64].to_vec(),
                2 => [&whole[..64], &[whole[64] + 27]].concat(),
                3 => [&whole[..64], &[whole[64] ^ 1]].concat(),
                4 => {
                    let (r, s) = parsed.split_scalars();
                    let other = k256::ecdsa::Signature::from_scalars(*r, -*s).expect("a signature");
                    other.to_bytes().to_vec()
                }
                _ => parsed.to_der().as_bytes().to_vec(),
            };
            asked.answer(Ok(bytes));
        });
        sent.unwrap_or_else(|error| panic!("form {form}: {error}"));
    }
    let falcon = SignatureScheme::Falcon512Poseidon2;
    let account = account(&wallet, [8; 32], falcon).await;
    let notes = [support::paid(&wallet, account, Token::Tok, 1).await];
    let (sent, question) = tokio::join!(wallet.consume(account, &notes, None, |_| {}), async {
        desk.asked().await.sign([8; 32]).await
    });
    sent.expect("it is consumed");
    assert_eq!((question.scheme, question.digest), (falcon, None));
}

#[tokio::test]
async fn a_signer_that_does_not_sign_fails_that_transaction_alone() {
    let world = World::new();
    let (mut desk, keys) = Desk::new();
    let wallet = world.wallet_with("alice", keys).await;
    let account = account(&wallet, SEED, ECDSA).await;
    let notes = [support::paid(&wallet, account, Token::Miden, 5).await];
    let consume = || wallet.consume(account, &notes, None, |_| panic!("nothing is submitted"));

    let (sent, _) = tokio::join!(consume(), async {
        desk.asked().await.refuse("The device was not confirmed.")
    });
    let error = sent.expect_err("it is not signed");
    assert_eq!(error.kind(), "signer_failed");
    assert_eq!(error.causes(), ["The device was not confirmed."]);

    for wrong in [Vec::new(), vec![1; 64], vec![1; 65], vec![0x30; 70]] {
        let (sent, _) = tokio::join!(consume(), async { desk.asked().await.answer(Ok(wrong)) });
        assert_eq!(kind(sent), "invalid_signature");
    }
    // Another key's, and one over another message.
    let (sent, _) = tokio::join!(consume(), async { desk.asked().await.sign([8; 32]).await });
    assert_eq!(kind(sent), "invalid_signature");
    let other = signature(SEED, ECDSA, &[0; 32]).await;
    let (sent, _) = tokio::join!(consume(), async { desk.asked().await.answer(Ok(other)) });
    assert_eq!(kind(sent), "invalid_signature");

    // One that never answers, until the caller gives up.
    let asked = tokio::select! {
        sent = consume() => panic!("nobody answered: {sent:?}"),
        asked = desk.asked() => asked,
    };
    assert!(asked.is_withdrawn());

    let (sent, _) = tokio::join!(wallet.consume(account, &notes, None, |_| {}), async {
        desk.asked().await.sign(SEED).await
    });
    sent.expect("the next transaction works");
    assert_eq!(wallet.balance(account).await.expect("a balance").fungible[0].amount, 5);
}

#[tokio::test]
async fn others_go_on_while_a_signer_thinks() {
    let world = World::new();
    let (mut desk, keys) = Desk::new();
    let wallet = world.wallet_with("alice", keys).await;
    let slow = account(&wallet, SEED, ECDSA).await;
    let quick = account(&wallet, [8; 32], ECDSA).await;
    let slow_notes = [support::paid(&wallet, slow, Token::Miden, 5).await];
    let quick_notes = [support::paid(&wallet, quick, Token::Miden, 6).await];

    let (sent, ()) = tokio::join!(wallet.consume(slow, &slow_notes, None, |_| {}), async {
        let asked = desk.asked().await;
        wallet.sync().await.expect("a sync goes on");
        let (sent, _) = tokio::join!(wallet.consume(quick, &quick_notes, None, |_| {}), async {
            desk.asked().await.sign([8; 32]).await
        });
        sent.expect("a transaction of another account goes on");
        // Its block is in the store now, and the signature is for the block before.
        wallet.sync().await.expect("a sync goes on");
        assert!(!asked.is_withdrawn());
        asked.sign(SEED).await;
    });
    sent.expect("it is consumed in the end");
    assert!(desk.is_empty(), "it was asked once");
    wallet.sync().await.expect("a sync");
    let accounts = wallet.accounts().await.expect("accounts");
    assert!(accounts.iter().all(|account| account.nonce == 1 && !account.is_locked));
}

#[tokio::test]
async fn a_signer_that_takes_too_long_is_asked_again() {
    let world = World::new();
    let (mut desk, keys) = Desk::new();
    let wallet = world.wallet_with("alice", keys).await;
    let account = account(&wallet, SEED, ECDSA).await;
    let notes = [support::paid(&wallet, account, Token::Miden, 5).await];
    let chain = {
        use miden_swift_wallet::embedded::{ChainOptions, EmbeddedChain, Proofs};
        let options = ChainOptions { proofs: Proofs::Dummy, ..ChainOptions::default() };
        EmbeddedChain::open(&world.folder.path().join("chain"), &options).expect("the chain")
    };
    let (sent, messages) = tokio::join!(wallet.consume(account, &notes, None, |_| {}), async {
        let asked = desk.asked().await;
        chain.advance(200).expect("blocks");
        wallet.sync().await.expect("a sync");
        let first = asked.sign(SEED).await;
        (first.message, desk.asked().await.sign(SEED).await.message)
    });
    sent.expect("it is consumed in the end");
    assert_ne!(messages.0, messages.1);
}

#[tokio::test]
async fn accounts_of_a_signer_need_its_public_key() {
    let world = World::new();
    let (_desk, keys) = Desk::new();
    let wallet = world.wallet_with("alice", keys).await;
    let key = public_key(SEED, ECDSA).await;
    let new = |public_key: Option<Vec<u8>>| NewWallet { public_key, ..NewWallet::default() };
    let refused = [
        new(None),
        new(Some(Vec::new())),
        new(Some(vec![4; 33])),
        NewWallet { scheme: SignatureScheme::Falcon512Poseidon2, ..new(Some(key.clone())) },
        NewWallet { seed: Some(vec![7; 32].into()), ..new(Some(key.clone())) },
    ];
    for new in refused {
        assert_eq!(kind(wallet.create_wallet(new).await), "invalid_public_key");
    }
    assert!(wallet.accounts().await.expect("accounts").is_empty());
    let keeper = world.wallet("bob").await;
    assert_eq!(kind(keeper.create_wallet(new(Some(key.clone()))).await), "invalid_public_key");

    let private = NewWallet { visibility: Visibility::Private, ..new(Some(key.clone())) };
    wallet.create_wallet(private).await.expect("an account");
    wallet.create_wallet(new(Some(key))).await.expect("another of the same key");
}

#[tokio::test]
async fn without_its_signer_an_account_is_there_and_does_not_sign() {
    let world = World::new();
    let account = {
        let (_desk, keys) = Desk::new();
        let wallet = world.wallet_with("alice", keys).await;
        account(&wallet, SEED, ECDSA).await
    };
    let wallet = world.wallet("alice").await;
    let notes = [support::paid(&wallet, account, Token::Miden, 5).await];
    assert_eq!(kind(wallet.consume(account, &notes, None, |_| {}).await), "signer_unavailable");
    assert_eq!(kind(wallet.sign_message(account, b"hello").await), "signer_unavailable");
    drop(wallet);
    // It is as it was, and the signer signs again.
    let (mut desk, keys) = Desk::new();
    let wallet = world.wallet_with("alice", keys).await;
    let (sent, _) = tokio::join!(wallet.consume(account, &notes, None, |_| {}), async {
        desk.asked().await.sign(SEED).await
    });
    sent.expect("it is consumed");
}

#[tokio::test]
async fn messages_are_signed_with_every_kind_of_key() {
    let world = World::new();
    let (mut desk, keys) = Desk::new();
    let passphrase = KeySource::Passphrase("a passphrase".to_owned().into());
    let external = world.wallet_with("alice", keys).await;
    let keeper = world.wallet_with("bob", passphrase).await;
    for scheme in [ECDSA, SignatureScheme::Falcon512Poseidon2] {
        let new = NewWallet { seed: Some(SEED.to_vec().into()), scheme, ..NewWallet::default() };
        let kept = keeper.create_wallet(new).await.expect("an account");
        let own = keeper.sign_message(kept, b"hello").await.expect("a signature");
        let with_signer = account(&external, SEED, scheme).await;
        let (signed, question) =
            tokio::join!(external.sign_message(with_signer, b"hello"), async {
                desk.asked().await.sign(SEED).await
            });
        let signed = signed.expect("a signature");
        assert_eq!(question.transaction, None);
        assert_eq!(question.payload, Some(PayloadKind::Message));
        assert_eq!((signed.scheme, &signed.public_key), (scheme, &own.public_key));
        for mut signature in [own, signed] {
            assert!(verify_message(&signature, b"hello").expect("a public key"));
            assert!(!verify_message(&signature, b"hallo").expect("a public key"));
            signature.signature[40] ^= 1;
            assert!(!verify_message(&signature, b"hello").expect("a public key"));
            signature.signature.clear();
            assert!(!verify_message(&signature, b"hello").expect("a public key"));
            signature.public_key.clear();
            assert_eq!(kind(verify_message(&signature, b"hello")), "invalid_public_key");
        }
    }
    let nobody = miden_swift_wallet::parse_account_id("0x5401ef36815e47d14b651e8e968153");
    let error = keeper.sign_message(nobody.expect("an id"), b"hello").await;
    assert!(matches!(error, Err(WalletError::UnknownAccount { .. })), "{error:?}");
}

#[tokio::test]
async fn page_payloads_are_signed_with_every_kind_of_key_and_the_signer_is_told_what_they_are() {
    let world = World::new();
    let (mut desk, keys) = Desk::new();
    let passphrase = KeySource::Passphrase("a passphrase".to_owned().into());
    let external = world.wallet_with("alice", keys).await;
    let keeper = world.wallet_with("bob", passphrase).await;
    let chosen = [7; 32];
    let inputs = [&[1, 3][..], &[9, 0, 0, 0, 0, 0, 0, 0]].concat();
    for (scheme, tag) in [(ECDSA, 1), (SignatureScheme::Falcon512Poseidon2, 2)] {
        let new = NewWallet { seed: Some(SEED.to_vec().into()), scheme, ..NewWallet::default() };
        let kept = keeper.create_wallet(new).await.expect("an account");
        let with_signer = account(&external, SEED, scheme).await;
        for (kind, bytes) in [
            (PayloadKind::WebMessage, &b"a body"[..]),
            (PayloadKind::Receipt, &b"a receipt"[..]),
            (PayloadKind::Word, &chosen[..]),
            (PayloadKind::SigningInputs, &inputs[..]),
        ] {
            let own = keeper.sign(kept, kind, bytes).await.expect("a signature");
            let (signed, question) = tokio::join!(external.sign(with_signer, kind, bytes), async {
                desk.asked().await.sign(SEED).await
            });
            assert_eq!((question.payload, &question.transaction), (Some(kind), &None));
            assert_eq!(signed.expect("a signature"), own, "{kind:?}");
            let payload = SigningPayload::read(kind, bytes).expect("a payload");
            let commitment = own.key_commitment().expect("a key").as_bytes();
            let tagged = [&[tag][..], &own.signature[..]].concat();
            assert!(verify_payload(&payload, &tagged, &commitment).expect("a word"), "{kind:?}");
            // It is not a signature of a message.
            assert!(!verify_message(&own, bytes).expect("a public key"), "{kind:?}");
        }
        for (kind, bytes) in
            [(PayloadKind::Word, &[0xff; 32][..]), (PayloadKind::SigningInputs, &[1, 1, 0][..])]
        {
            let error = external.sign(with_signer, kind, bytes).await.expect_err("it is refused");
            assert_eq!(error.code(), ErrorCode::InvalidParameter, "{error}");
            assert_eq!(error.kind(), "invalid_signing_payload", "{kind:?}");
        }
        assert!(desk.is_empty());
    }
}
