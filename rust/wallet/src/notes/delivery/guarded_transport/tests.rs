use miden_client::asset::FungibleAsset;
use miden_client::block::BlockNumber;
use miden_client::note::{Note, NoteId, NoteType, P2idNote};
use miden_client::note_transport::generated::note_transport::FetchedNote;
use miden_client::store::NoteFilter;
use miden_client::{Serializable, Word};
use miden_objects::prost::Message;

use super::*;
use crate::embedded::EmbeddedChain;
use crate::foreign_code::Guard;
use crate::ids::parse_account_id;
use crate::notes::delivery::HoldingTransport;
use crate::wallet::Wallet;
use crate::{AccountId, NewWallet, test_wallet};

/// An entry that no version can read.
const UNREADABLE: &[u8] = b"not a message";

/// A transport with one page after another, whose wallets have read none of them.
struct Pages(Vec<Vec<Vec<u8>>>);

#[async_trait]
impl RawNoteTransport for Pages {
    async fn send_note_with_proof(
        &self,
        _: TransportNote,
        _: NoteInclusionProof,
    ) -> Result<(), NoteTransportError> {
        Ok(())
    }

    async fn fetch_raw_page(
        &self,
        _: &[NoteTag],
        cursor: Option<NoteTransportCursor>,
        _: Option<NoteTransportCursor>,
    ) -> Result<RawPage, NoteTransportError> {
        let at = |sequence| NoteTransportCursor { nonce: 1, sequence };
        let sequence = cursor.map_or(0, |cursor| cursor.sequence);
        let last = self.0.len() as u64;
        Ok(RawPage {
            entries: self.0[usize::try_from(sequence).expect("a page")].clone(),
            cursor: at(sequence + 1),
            has_more: sequence + 1 < last,
            sync_to: at(last),
        })
    }
}

/// A private payment, whose number makes it another one than the next.
fn payment(to: AccountId, number: u32) -> Note {
    let faucet = parse_account_id("0x550559ffb22381117072d0749fccd2").expect("an account id");
    P2idNote::builder()
        .sender(faucet)
        .target(to)
        .asset(FungibleAsset::new(faucet, 1).expect("an asset"))
        .note_type(NoteType::Private)
        .serial_number(Word::from([number, 0, 0, 0]))
        .build()
        .expect("a note")
        .into()
}

fn entry(note: &Note) -> Vec<u8> {
    entries::encode(note.clone().into(), BlockNumber::GENESIS)
}

fn chain(wallet: &Wallet) -> &EmbeddedChain {
    wallet.chain.as_ref().expect("an embedded chain")
}

/// The private notes that the store of a wallet has, in no order.
async fn stored(wallet: &Wallet) -> Vec<String> {
    let records = wallet.store.get_input_notes(NoteFilter::All).await.expect("notes");
    let mut notes: Vec<_> =
        records.iter().map(|record| record.details_commitment().to_hex()).collect();
    notes.sort_unstable();
    notes
}

fn commitments(notes: &[Note]) -> Vec<String> {
    let mut notes: Vec<_> = notes.iter().map(|note| note.details_commitment().to_hex()).collect();
    notes.sort_unstable();
    notes
}

/// What a page of some entries has, with limits, and how many of them were dropped.
async fn page(
    entries: Vec<Vec<u8>>,
    tags: &[NoteTag],
    limits: EntryLimits,
) -> (Vec<NoteId>, usize) {
    let transport = GuardedTransport::new(Arc::new(Pages(vec![entries])), limits);
    transport.begin_sync();
    let page = transport.fetch_notes_page(tags, None, None).await.expect("a page");
    transport.end_sync();
    assert_eq!((page.cursor.sequence, page.has_more), (1, false));
    (page.notes.iter().map(|note| note.header.id()).collect(), transport.take_refused())
}

#[tokio::test]
async fn an_entry_that_cannot_be_read_is_dropped_and_the_notes_around_it_arrive() {
    let folder = tempfile::tempdir().expect("a folder");
    let wallet = test_wallet::open(folder.path()).await;
    let accounts = [
        wallet.create_wallet(NewWallet::default()).await.expect("an account"),
        wallet.create_wallet(NewWallet::default()).await.expect("an account"),
    ];
    wallet.sync().await.expect("a sync");
    let notes = [payment(accounts[0], 1), payment(accounts[0], 2), payment(accounts[1], 3)];
    let tag = notes[0].metadata().tag();
    let around = vec![entry(&notes[0]), UNREADABLE.to_vec(), entry(&notes[1])];
    chain(&wallet).carry_entries(tag, around).expect("they are saved");
    let other = notes[2].metadata().tag();
    chain(&wallet).carry_entries(other, vec![entry(&notes[2])]).expect("it is saved");

    let report = wallet.sync().await.expect("a sync");
    assert_eq!(report.refused_private_note_count, 1);
    assert_eq!(stored(&wallet).await, commitments(&notes));

    // The cursor is behind it.
    let report = wallet.sync().await.expect("a sync");
    assert_eq!(report.refused_private_note_count, 0);
    let late = payment(accounts[0], 4);
    chain(&wallet).carry_entries(tag, vec![entry(&late)]).expect("it is saved");
    let report = wallet.sync().await.expect("a sync");
    assert_eq!(report.refused_private_note_count, 0);
    let [first, second, third] = notes;
    assert_eq!(stored(&wallet).await, commitments(&[first, second, third, late]));
}

#[tokio::test]
async fn a_note_whose_details_are_of_another_note_is_dropped_alone() {
    let account = parse_account_id("0x550559ffb22381117072d0749fccd2").expect("an account id");
    let notes = [payment(account, 1), payment(account, 2)];
    let parts = notes.clone().map(|note| TransportNote::from(note).into_parts());
    let [(header, _), (_, details)] = parts;
    let mixed = FetchedNote {
        header: Some(header.into()),
        details: Some(details.into()),
        committed_in_block: None,
    };
    let mixed = mixed.encode_to_vec();
    let entries = vec![entry(&notes[0]), mixed, entry(&notes[1])];
    let tags = [notes[0].metadata().tag()];
    let ids = notes.map(|note| note.id()).to_vec();
    assert_eq!(page(entries, &tags, EntryLimits::default()).await, (ids, 1));
}

#[tokio::test]
async fn a_note_with_a_tag_that_was_not_asked_for_is_dropped_alone() {
    let account = parse_account_id("0x550559ffb22381117072d0749fccd2").expect("an account id");
    let other = parse_account_id("0x0bb5e8eb4396d39152487a5101e031").expect("an account id");
    let (asked, unasked) = (payment(account, 1), payment(other, 2));
    assert_ne!(asked.metadata().tag(), unasked.metadata().tag());
    let entries = vec![entry(&unasked), entry(&asked)];
    let tags = [asked.metadata().tag()];
    assert_eq!(page(entries, &tags, EntryLimits::default()).await, (vec![asked.id()], 1));
}

#[tokio::test]
async fn an_entry_over_the_limit_of_bytes_is_dropped_before_it_is_decoded() {
    let account = parse_account_id("0x550559ffb22381117072d0749fccd2").expect("an account id");
    let note = payment(account, 1);
    let tags = [note.metadata().tag()];
    let bytes = entry(&note);
    let limits = |bytes| EntryLimits { bytes, ..EntryLimits::default() };
    let within = limits(bytes.len());
    assert_eq!(page(vec![bytes.clone()], &tags, within).await, (vec![note.id()], 0));
    let below = limits(bytes.len() - 1);
    assert_eq!(page(vec![bytes.clone()], &tags, below).await, (vec![], 1));
    let error = entries::decode(&bytes, &tags, &below).expect_err("it is too large");
    assert!(matches!(error, EntryError::TooLarge { .. }), "{error:?}");
}

#[tokio::test]
async fn an_entry_that_the_guard_refuses_is_dropped_alone() {
    let account = parse_account_id("0x550559ffb22381117072d0749fccd2").expect("an account id");
    let notes = [payment(account, 1), payment(account, 2)];
    let tags = [notes[0].metadata().tag()];
    // As a limit of its own would, which the second note exceeds.
    let guard: Guard = |bytes, _| {
        let second = Word::from([2_u32, 0, 0, 0]).to_bytes();
        let exceeds = bytes.windows(second.len()).any(|part| part == second);
        if exceeds { Err("it exceeds the limit".into()) } else { Ok(0) }
    };
    let limits = EntryLimits { guard, ..EntryLimits::default() };
    let entries = vec![entry(&notes[1]), entry(&notes[0])];
    assert_eq!(page(entries, &tags, limits).await, (vec![notes[0].id()], 1));
}

#[tokio::test]
async fn what_a_sync_drops_that_fails_is_counted_by_the_next_one_alone() {
    let pages = Arc::new(Pages(vec![vec![UNREADABLE.to_vec()]]));
    let transport = GuardedTransport::new(pages, EntryLimits::default());
    for _ in 0..2 {
        transport.begin_sync();
        transport.fetch_notes_page(&[], None, None).await.expect("a page");
    }
    transport.end_sync();
    assert_eq!(transport.take_refused(), 1);
    assert_eq!(transport.take_refused(), 0);
}

#[tokio::test]
async fn pages_whose_notes_are_all_dropped_lead_on_to_the_next_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let wallet = test_wallet::open(folder.path()).await;
    let account = parse_account_id("0x550559ffb22381117072d0749fccd2").expect("an account id");
    let note = payment(account, 1);
    let unreadable = vec![UNREADABLE.to_vec()];
    let pages = Pages(vec![unreadable.clone(), unreadable, vec![entry(&note)]]);
    let guarded = GuardedTransport::new(Arc::new(pages), EntryLimits::default());
    // The client would refuse a page that has no notes and is not the last one.
    let holding = HoldingTransport::new(Arc::new(guarded), wallet.store.clone());
    let page = holding.fetch_notes_page(&[note.metadata().tag()], None, None).await;
    let page = page.expect("a page");
    assert_eq!(page.notes.iter().map(|note| note.header.id()).collect::<Vec<_>>(), [note.id()]);
    assert_eq!((page.cursor.sequence, page.has_more), (3, false));
}

#[test]
fn a_note_that_wallets_would_drop_is_not_sent() {
    let account = parse_account_id("0x550559ffb22381117072d0749fccd2").expect("an account id");
    let note = payment(account, 1);
    let length = entries::encode(note.clone().into(), BlockNumber::from(u32::MAX)).len();
    let carried = |bytes| {
        let limits = EntryLimits { bytes, ..EntryLimits::default() };
        let transport = GuardedTransport::new(Arc::new(Pages(Vec::new())), limits);
        transport.require_carried(note.clone().into())
    };
    carried(length).expect("it is not too large");
    let error = carried(length - 1).expect_err("it is too large");
    assert!(matches!(error, EntryError::TooLarge { .. }), "{error:?}");
}

#[tokio::test]
async fn of_many_pages_without_notes_a_fetch_takes_some_and_the_next_one_goes_on_behind_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let wallet = test_wallet::open(folder.path()).await;
    let pages = Pages(vec![vec![UNREADABLE.to_vec()]; 50]);
    let guarded = GuardedTransport::new(Arc::new(pages), EntryLimits::default());
    let holding = HoldingTransport::new(Arc::new(guarded), wallet.store.clone());
    let first = holding.fetch_notes_page(&[], None, None).await.expect("a page");
    assert_eq!((first.cursor.sequence, first.has_more), (20, false));
    assert_eq!(first.sync_to, first.cursor);
    let next = holding.fetch_notes_page(&[], Some(first.cursor), None).await.expect("a page");
    assert_eq!((next.cursor.sequence, next.has_more), (40, false));
    let last = holding.fetch_notes_page(&[], Some(next.cursor), None).await.expect("a page");
    assert_eq!((last.cursor.sequence, last.has_more), (50, false));
    // What was asked for up to a bound is not complete.
    let bound = Some(NoteTransportCursor { nonce: 1, sequence: 50 });
    let incomplete = holding.fetch_notes_page(&[], None, bound).await;
    assert!(incomplete.is_err(), "it is more than a fetch takes");
}
