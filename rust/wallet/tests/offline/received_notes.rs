//! The notes that came in for an account, with their nullifiers, whatever has become of them.

use miden_swift_wallet::{
    AccountId, NoteId, NoteType, ReceivedNote, ReceivedNoteQuery as Query,
    ReceivedNoteState as State, Token, Wallet, parse_note_id, parse_nullifier,
};

use crate::support::{self, World};

async fn received(wallet: &Wallet, account: AccountId, query: Query) -> Vec<ReceivedNote> {
    wallet.received_notes(account, query).await.expect("notes")
}

/// The notes and their states.
fn told(notes: &[ReceivedNote]) -> Vec<(NoteId, State)> {
    notes.iter().map(|note| (note.note, note.state)).collect()
}

#[tokio::test]
async fn a_note_is_told_to_the_account_that_it_is_for_from_its_block_to_its_end() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let payer = support::funded(&wallet, 100, 0).await;
    let receiver = support::new_account(&wallet).await;
    let faucet = support::faucet(&wallet, payer, "MIDEN").await;
    let note = support::pay(&wallet, payer, receiver, faucet, 4, NoteType::Private).await;
    wallet.sync().await.expect("a sync");

    let all = received(&wallet, receiver, Query::All).await;
    assert_eq!(told(&all), [(note, State::Committed)]);
    assert_eq!((all[0].sender, all[0].note_type), (Some(payer), Some(NoteType::Private)));
    assert_eq!(all[0].assets.fungible[0].amount, 4);
    assert_eq!(received(&wallet, receiver, Query::Committed).await, all);
    assert_eq!(received(&wallet, receiver, Query::Notes(vec![note])).await, all);
    let nullifiers = Query::Nullifiers(vec![all[0].nullifier]);
    assert_eq!(received(&wallet, receiver, nullifiers.clone()).await, all);
    for query in [Query::Consumed, Query::Expected, Query::Processing, Query::Unverified] {
        assert_eq!(received(&wallet, receiver, query).await, []);
    }
    // What the payer consumed, and not what it sent.
    let of_payer = received(&wallet, payer, Query::All).await;
    assert!(!of_payer.is_empty() && of_payer.iter().all(|found| found.note != note));
    assert!(of_payer.iter().all(|found| found.state == State::ConsumedAuthenticatedLocal));
    assert_eq!(received(&wallet, payer, Query::Notes(vec![note])).await, []);
    assert_eq!(received(&wallet, payer, nullifiers).await, []);

    wallet.consume(receiver, &[note], None, |_| {}).await.expect("it is consumed");
    let processing = received(&wallet, receiver, Query::Processing).await;
    assert_eq!(told(&processing), [(note, State::ProcessingAuthenticated)]);
    wallet.sync().await.expect("a sync");
    let consumed = received(&wallet, receiver, Query::Consumed).await;
    assert_eq!(told(&consumed), [(note, State::ConsumedAuthenticatedLocal)]);
    assert_eq!(consumed[0].nullifier, all[0].nullifier);
}

#[tokio::test]
async fn notes_that_are_unknown_or_dismissed_are_left_out_and_the_newest_come_first() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let account = support::new_account(&wallet).await;
    let mut notes = Vec::new();
    for amount in [1, 2, 3] {
        notes.push(support::paid(&wallet, account, Token::Miden, amount).await);
    }
    notes.reverse();
    let unknown = format!("0x{:064x}", 7);
    let asked = [vec![parse_note_id(&unknown).expect("a note id")], notes.clone()].concat();
    let found = received(&wallet, account, Query::Notes(asked)).await;
    assert_eq!(found.iter().map(|note| note.note).collect::<Vec<_>>(), notes);
    let nullifier = parse_nullifier(&unknown).expect("a nullifier");
    assert_eq!(received(&wallet, account, Query::Nullifiers(vec![nullifier])).await, []);
    assert!(parse_nullifier("0x7").is_err());

    wallet.dismiss_notes(vec![notes[0]]).await.expect("it is dismissed");
    let left = received(&wallet, account, Query::All).await;
    assert_eq!(left.iter().map(|note| note.note).collect::<Vec<_>>(), notes[1..]);
}
