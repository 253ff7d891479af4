//! Bad notes among good ones.

use std::num::NonZeroUsize;

use miden_client::Word;
use miden_client::account::AccountId;
use miden_client::asset::FungibleAsset;
use miden_client::note::{Note, NoteAttachment, NoteAttachmentScheme, NoteType, P2idNote};

use super::NotesToConsume;
use crate::Token;
use crate::ids::parse_account_id;
use crate::test_wallet::{given, given_with_fee, paid, payment_note};

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
