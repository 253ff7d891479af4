//! Bad notes among good ones.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::Path;
use std::time::Duration;

use miden_client::Word;
use miden_client::account::{AccountId, AccountType};
use miden_client::assembly::CodeBuilder;
use miden_client::asset::{Asset, FungibleAsset};
use miden_client::note::{
    Note, NoteAssets, NoteAttachment, NoteAttachmentScheme, NoteId, NoteRecipient, NoteStorage,
    NoteTag, NoteType, P2idNote, PartialNoteMetadata,
};

use super::NotesToConsume;
use crate::errors::{TransferError, WalletError};
use crate::ids::parse_account_id;
use crate::test_wallet::{
    given, given_configured, given_with_fee, paid, payment_note, payment_note_of,
};
use crate::wallet::Wallet;
use crate::{
    AccountSecret, ProofMemory, ProverChoice, SignatureScheme, Token, TransactionOptions,
    WalletConfiguration,
};

#[tokio::test]
async fn a_note_that_fails_does_not_hold_back_the_others() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let faucet = parse_account_id("0x550559ffb22381117072d0749fccd2").expect("a faucet");
    // As much as there can be, and so one of them is all that an account can hold.
    let most = FungibleAsset::new(faucet, FungibleAsset::MAX_AMOUNT.as_u64()).expect("an amount");
    let (wallet, account, huge) = given(folder.path(), |account| {
        vec![payment_note(account, most, 1), payment_note(account, most, 2)]
    })
    .await;
    let mut good = Vec::new();
    for units in 1..=5 {
        good.push(paid(&wallet, account, Token::Miden, units).await);
    }

    let first = wallet.consume_all(account, &[], None, |_| {}).await.expect("they are consumed");
    assert_eq!((first.consumed.len(), first.failures.len()), (6, 0), "{first:?}");
    assert!(good.iter().all(|note| first.consumed.contains(note)));
    // It would have fitted in a transaction of its own, for all that was known.
    assert_eq!(first.remaining.len(), 1);
    let bad = first.remaining[0];
    assert!(huge.contains(&bad));

    let more = paid(&wallet, account, Token::Tok, 9).await;
    let second = wallet.consume_all(account, &[], None, |_| {}).await.expect("they are consumed");
    assert_eq!((second.consumed.as_slice(), second.remaining.len()), (&[more][..], 0));
    let failed: Vec<_> =
        second.failures.iter().map(|(note, error)| (*note, error.kind())).collect();
    assert_eq!(failed, [(bad, "execution")]);
    wallet.sync().await.expect("a sync");

    let third = wallet.consume_all(account, &[bad], None, |_| panic!("it is submitted")).await;
    let third = third.expect("nothing is no error");
    assert!(third.sent.is_none() && third.failures.is_empty());
    let notes = wallet.input_notes(Some(account)).await.expect("notes");
    assert_eq!(notes.iter().map(|note| note.note).collect::<Vec<_>>(), [bad]);
}

#[tokio::test]
async fn notes_that_are_too_large_together_are_consumed_by_halves() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let faucet = parse_account_id("0x550559ffb22381117072d0749fccd2").expect("a faucet");
    let asset = FungibleAsset::new(faucet, 1).expect("an amount");
    // 16 KiB each, which is the most there can be. A request has room for about 100.
    let (wallet, account, _) = given(folder.path(), |account| {
        (1..=120).map(|number| large_payment(account, asset, number)).collect()
    })
    .await;
    let notes = NotesToConsume { except: &[], at_most: NonZeroUsize::MAX };
    let first = wallet.consume_all(account, notes, None, |_| {}).await.expect("half of them");
    assert_eq!((first.consumed.len(), first.remaining.len()), (60, 60));
    wallet.sync().await.expect("a sync");
    let second = wallet.consume_all(account, notes, None, |_| {}).await.expect("the others");
    assert_eq!((second.consumed.len(), second.remaining.len()), (60, 0));
}

/// A payment with the largest attachments.
fn large_payment(to: AccountId, asset: FungibleAsset, number: u32) -> Note {
    let words = vec![Word::from([number, 1, 2, 3]); usize::from(NoteAttachment::MAX_NUM_WORDS)];
    let attachment = |scheme| {
        let scheme = NoteAttachmentScheme::new(scheme).expect("a scheme");
        NoteAttachment::with_words(scheme, words.clone()).expect("an attachment")
    };
    P2idNote::builder()
        .sender(to)
        .target(to)
        .asset(asset)
        .note_type(NoteType::Public)
        .serial_number(Word::from([number, 0, 0, 0]))
        .attachment(attachment(1))
        .attachment(attachment(2))
        .build()
        .expect("a note")
        .into()
}

#[tokio::test]
async fn what_pays_the_fee_only_together_is_found_among_what_cannot_be_consumed() {
    const FEE: u32 = 500;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let faucet = parse_account_id("0x550559ffb22381117072d0749fccd2").expect("a faucet");
    let most = FungibleAsset::new(faucet, FungibleAsset::MAX_AMOUNT.as_u64()).expect("an amount");
    let (wallet, account, huge) = given_with_fee(folder.path(), FEE, |account| {
        vec![payment_note(account, most, 1), payment_note(account, most, 2)]
    })
    .await;
    let mut small = Vec::new();
    for _ in 0..5 {
        small.push(paid(&wallet, account, Token::Miden, 2_500).await);
    }
    let alone = wallet.consume(account, &small[..1], None, |_| {}).await;
    assert_eq!(alone.expect_err("it pays too little").kind(), "insufficient_fee");

    let first = wallet.consume_all(account, &[], None, |_| {}).await.expect("they are consumed");
    assert!(first.failures.is_empty(), "{first:?}");
    assert!(small.iter().all(|note| first.consumed.contains(note)), "{first:?}");
    // The other one is all that the account can hold.
    assert_eq!((first.consumed.len(), first.remaining.len()), (6, 1), "{first:?}");
    assert!(huge.contains(&first.remaining[0]));
}

/// A note whose script reads another account.
fn reading_note(to: AccountId, other: AccountId) -> Note {
    let (prefix, suffix) = (other.prefix().as_felt(), other.suffix());
    let code = format!(
        "use miden::core::sys\nuse miden::protocol::tx\n\n@note_script\npub proc main\n    \
         padw padw padw padw push.1.2.3.4 push.{} push.{}\n    \
         exec.tx::execute_foreign_procedure exec.sys::truncate_stack\nend\n",
        prefix.as_canonical_u64(),
        suffix.as_canonical_u64(),
    );
    let script = CodeBuilder::new().compile_note_script(code).expect("it is compiled");
    let storage = NoteStorage::new(vec![]).expect("no storage");
    let recipient = NoteRecipient::new(Word::from([7_u32; 4]), script, storage);
    let tag = NoteTag::with_account_target(to);
    let metadata = PartialNoteMetadata::new(to, NoteType::Public).with_tag(tag);
    Note::new(NoteAssets::new(vec![]).expect("no assets"), metadata, recipient)
}

#[tokio::test]
async fn a_note_whose_script_reads_an_account_that_cannot_be_read_does_not_hold_back_the_others() {
    let nowhere = parse_account_id("0x5401ef36815e47d14b651e8e968153").expect("an account");
    let private =
        AccountSecret::derive(&[3; 32], SignatureScheme::EcdsaK256Keccak, AccountType::Private);
    let private = private.expect("an account").account.id();
    let faucet = parse_account_id("0x550559ffb22381117072d0749fccd2").expect("a faucet");
    let asset = FungibleAsset::new(faucet, 1).expect("an amount");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut notes, mut payment) = (Vec::new(), None);
    let (wallet, account, _) = given(folder.path(), |account| {
        let paid = payment_note(account, asset, 1);
        payment = Some(paid.id());
        notes = vec![reading_note(account, nowhere), paid, reading_note(account, private)];
        notes.clone()
    })
    .await;
    let hostile = [notes[0].id(), notes[2].id()];
    let sorted = wallet.sort(account, notes).await.expect("they are sorted");
    assert_eq!(sorted.chosen.iter().map(Note::id).collect::<Vec<_>>(), payment.as_slice());
    let mut failed: Vec<_> =
        sorted.failures.iter().map(|(note, error)| (*note, error.kind())).collect();
    failed.sort_unstable_by_key(|(note, _)| hostile.iter().position(|known| known == note));
    assert_eq!(failed, [(hostile[0], "account_not_on_chain"), (hostile[1], "account_not_public")]);
}

/// The most assets that a note can carry.
const MOST_ASSETS: u8 = 16;

/// A payment of one unit of so many tokens.
fn payment_of(to: AccountId, assets: u8, number: u32) -> Note {
    let one = |number| {
        let faucet = format!("0x550559ffb2238111{:02x}72d0749fccd2", 0x10 + number);
        let faucet = parse_account_id(&faucet).expect("a faucet");
        Asset::from(FungibleAsset::new(faucet, 1).expect("an amount"))
    };
    payment_note_of(to, (0..assets).map(one).collect(), number)
}

/// A wallet whose proofs may take so much memory, and an account with payments of so many tokens each.
async fn with_proof_memory(
    folder: &Path,
    scheme: SignatureScheme,
    mebibytes: u64,
    payments: &[u8],
) -> (Wallet, AccountId, Vec<NoteId>) {
    let limit = |configuration: &mut WalletConfiguration| {
        let bytes = NonZeroU64::new(mebibytes << 20).expect("some");
        configuration.proof_memory = ProofMemory::AtMost(bytes);
    };
    let notes = |account| {
        (1..).zip(payments).map(|(number, assets)| payment_of(account, *assets, number)).collect()
    };
    given_configured(folder, scheme, 0, limit, notes).await
}

#[tokio::test]
async fn notes_whose_proof_takes_too_much_memory_together_are_consumed_by_halves() {
    use SignatureScheme::{EcdsaK256Keccak, Falcon512Poseidon2};
    let cases: &[(SignatureScheme, u64, &[u8], &[usize])] = &[
        // Proven as 2^15 at most.
        (EcdsaK256Keccak, 500, &[1; 8], &[4, 4]),
        // As 2^17, and all of them as 2^18.
        (EcdsaK256Keccak, 1_500, &[MOST_ASSETS; 4], &[2, 2]),
        (Falcon512Poseidon2, 1_500, &[1; 16], &[8, 8]),
        (Falcon512Poseidon2, 1_500, &[MOST_ASSETS; 2], &[1, 1]),
    ];
    for (scheme, mebibytes, payments, groups) in cases {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (wallet, account, notes) =
            with_proof_memory(folder.path(), *scheme, *mebibytes, payments).await;
        let mut consumed = Vec::new();
        let mut made = Vec::new();
        while consumed.len() < notes.len() {
            let result = wallet.consume_all(account, &[], None, |_| {}).await;
            let result = result.expect("some are consumed");
            assert!(result.sent.is_some() && result.failures.is_empty(), "{result:?}");
            made.push(result.consumed.len());
            consumed.extend(result.consumed);
            wallet.sync().await.expect("a sync");
        }
        assert_eq!(made.as_slice(), *groups, "{scheme:?}, {mebibytes} MiB");
    }
}

#[tokio::test]
async fn a_note_whose_proof_alone_takes_too_much_memory_does_not_hold_back_the_others() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let payments = [MOST_ASSETS, 1, 1];
    let (wallet, account, notes) =
        with_proof_memory(folder.path(), SignatureScheme::EcdsaK256Keccak, 500, &payments).await;
    let (mut failed, mut consumed) = (Vec::new(), Vec::new());
    loop {
        let result = wallet.consume_all(account, failed.as_slice(), None, |_| {}).await;
        let result = result.expect("the others are consumed");
        for (note, error) in &result.failures {
            assert_eq!(error.kind(), "proof_too_large", "{error}");
            failed.push(*note);
        }
        consumed.extend(result.consumed);
        if result.remaining.is_empty() {
            break;
        }
        wallet.sync().await.expect("a sync");
    }
    assert_eq!(failed, [notes[0]]);
    consumed.sort_unstable();
    let mut others = notes[1..].to_vec();
    others.sort_unstable();
    assert_eq!(consumed, others);
}

#[tokio::test]
async fn a_transaction_whose_proof_takes_too_much_memory_is_refused_with_its_size() {
    use SignatureScheme::{EcdsaK256Keccak, Falcon512Poseidon2};
    let cases = [
        (EcdsaK256Keccak, MOST_ASSETS, 500, 16),
        (Falcon512Poseidon2, 1, 1_000, 17),
        (Falcon512Poseidon2, MOST_ASSETS, 1_000, 17),
    ];
    for (scheme, assets, mebibytes, log2) in cases {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (wallet, account, notes) =
            with_proof_memory(folder.path(), scheme, mebibytes, &[assets]).await;
        let refused = wallet.consume(account, &notes, None, |_| panic!("it is submitted")).await;
        let Err(WalletError::Transfer(TransferError::ProofTooLarge {
            cycles,
            padded,
            needed_mebibytes,
            limit_mebibytes,
            source: None,
        })) = refused
        else {
            panic!("{scheme:?}, {assets} assets: {refused:?}")
        };
        assert_eq!((padded, u64::from(limit_mebibytes)), (1 << log2, mebibytes), "{scheme:?}");
        assert!(cycles < padded && cycles > padded / 2, "{scheme:?}: {cycles}");
        assert!(needed_mebibytes > limit_mebibytes, "{scheme:?}: {needed_mebibytes}");
        let left = wallet.input_notes(Some(account)).await.expect("notes");
        assert_eq!(left.iter().map(|note| note.note).collect::<Vec<_>>(), notes);
    }
}

#[tokio::test]
async fn the_limit_of_memory_is_for_a_remote_prover_only_if_this_machine_stands_in_for_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (wallet, account, notes) =
        with_proof_memory(folder.path(), SignatureScheme::Falcon512Poseidon2, 1_000, &[1]).await;
    for (falls_back, kind) in [(false, "remote_prover"), (true, "proof_too_large")] {
        let prover = Some(ProverChoice::Remote {
            endpoint: "http://127.0.0.1:9".to_owned(),
            timeout: Duration::from_secs(5),
            falls_back,
        });
        let options = TransactionOptions { prover, ..TransactionOptions::default() };
        let refused = wallet.consume(account, &notes, options, |_| panic!("it is submitted")).await;
        let error = refused.expect_err("nobody proves it");
        assert_eq!(error.kind(), kind, "{error}");
        assert!(!error.causes().is_empty(), "the failure of the service is told: {error}");
    }
}
