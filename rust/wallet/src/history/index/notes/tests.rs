//! The notes of an index by itself.

use super::super::tests::{Place, account, adding, id, note};
use super::*;
use crate::history::note_rows::NoteBody;
use crate::history::stored::StoredState;

fn row(number: u32, direction: NoteDirection, state: NoteState) -> NoteRow {
    NoteRow {
        note: note(number),
        direction,
        account: (!number.is_multiple_of(3)).then(|| account(number as usize % 2)),
        state,
        note_type: if number.is_multiple_of(2) { NoteType::Public } else { NoteType::Private },
        kind: NoteKind::numbered((number % 6) as u8),
        recorded_at: Some(1000 + u64::from(number / 2)),
        block: (state != NoteState::Expected).then_some(number),
        transaction: (direction == NoteDirection::Made).then(|| id(number)),
        is_shown: true,
        details: NoteBody::default(),
    }
}

fn received(rows: Vec<NoteRow>) -> Changes {
    Changes { received: rows, ..Changes::default() }
}

fn walk(index: &Index, query: &NoteQuery, limit: u32) -> Vec<NoteRow> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let page = index.notes(query, after, limit).expect("a page");
        assert!(page.rows.len() <= limit as usize);
        after = page.rows.last().map(|row| (row.direction as u8, row.note));
        all.extend(page.rows);
        if !page.has_more {
            return all;
        }
    }
}

#[test]
fn pages_of_any_size_have_every_note_once_newest_first() {
    let place = Place::new();
    let mut index = place.open();
    let rows: Vec<_> =
        (0..7).map(|number| row(number, NoteDirection::Received, NoteState::Committed)).collect();
    // Written in the order of their times.
    index.write(&received(rows.iter().rev().cloned().collect())).expect("it is written");
    let expected = [6, 5, 4, 3, 2, 1, 0].map(|number| rows[number].recorded_at);
    for limit in 1..9 {
        let found = walk(&index, &NoteQuery::default(), limit);
        assert_eq!(found.iter().map(|row| row.recorded_at).collect::<Vec<_>>(), expected);
        assert!(rows.iter().all(|row| found.contains(row)));
    }
    // What is written again keeps its place.
    let mut changed = rows[3].clone();
    changed.state = NoteState::Consumed;
    changed.details.consumed_block = Some(9);
    index.write(&received(vec![changed.clone()])).expect("it is written");
    let place_of = |rows: &[NoteRow]| rows.iter().position(|row| row.note == changed.note);
    let found = walk(&index, &NoteQuery::default(), 2);
    assert_eq!(found.len(), 7);
    assert_eq!(found[place_of(&found).expect("it is there")], changed);
    let hidden = NoteRow { is_shown: false, ..changed };
    index.write(&received(vec![hidden])).expect("it is written");
    assert_eq!(walk(&index, &NoteQuery::default(), 3).len(), 6);
    assert!(matches!(
        index.notes(&NoteQuery::default(), Some((1, note(3))), 1),
        Err(IndexError::NoSuchEntry)
    ));
}

#[test]
fn what_was_made_is_consumed_as_the_store_says_whatever_its_transaction_says() {
    let place = Place::new();
    let mut index = place.open();
    let transaction = |state: NoteState, stored| {
        let mut of = super::super::tests::pending(1);
        of.details.state = stored;
        of.made = vec![NoteRow { transaction: Some(id(1)), ..row(1, NoteDirection::Made, state) }];
        of
    };
    let states = |index: &Index| -> Vec<NoteState> {
        walk(index, &NoteQuery::default(), 5).iter().map(|row| row.state).collect()
    };
    let pending = || transaction(NoteState::Expected, StoredState::Pending);
    let block = || StoredState::Committed { block: 1, at: 5 };
    let committed = || transaction(NoteState::Committed, block());
    let consumed =
        |notes| Changes { consumed: Some(ConsumedNotes { notes }), ..Changes::default() };
    index.write(&adding(vec![pending()])).expect("it is written");
    assert_eq!(states(&index), [NoteState::Expected]);
    assert_eq!(index.consumed_count().expect("a count"), 0);
    // Somebody consumes it in the block it is made in.
    index.write(&consumed(vec![note(1), note(7)])).expect("it is written");
    index.write(&adding(vec![committed()])).expect("it is written");
    assert_eq!(states(&index), [NoteState::Consumed]);
    assert_eq!(index.consumed_count().expect("a count"), 2);
    // The store went back to a backup.
    index.write(&consumed(Vec::new())).expect("it is written");
    assert_eq!(states(&index), [NoteState::Committed]);
    let given_up = StoredState::Discarded { reason: "Expired".to_owned() };
    let discarded = transaction(NoteState::Discarded, given_up);
    index.write(&adding(vec![discarded])).expect("it is written");
    assert_eq!(states(&index), [NoteState::Discarded]);
    index.write(&consumed(vec![note(1)])).expect("it is written");
    assert_eq!(states(&index), [NoteState::Discarded]);
    let gone = Changes { gone: vec![id(1)], ..Changes::default() };
    index.write(&gone).expect("it is written");
    assert!(states(&index).is_empty());
}

#[test]
fn a_note_that_went_both_ways_is_there_twice_and_each_goes_alone() {
    let place = Place::new();
    let mut index = place.open();
    let mut transaction = super::super::tests::pending(1);
    transaction.made = vec![NoteRow {
        transaction: Some(id(1)),
        ..row(1, NoteDirection::Made, NoteState::Expected)
    }];
    let mut changes = adding(vec![transaction]);
    changes.received = vec![row(1, NoteDirection::Received, NoteState::Expected)];
    index.write(&changes).expect("it is written");
    assert_eq!(walk(&index, &NoteQuery::default(), 1).len(), 2);
    let gone = Changes { received_gone: vec![note(1)], ..Changes::default() };
    index.write(&gone).expect("it is written");
    let left = walk(&index, &NoteQuery::default(), 1);
    assert_eq!(left.iter().map(|row| row.direction).collect::<Vec<_>>(), [NoteDirection::Made]);
}

#[test]
fn what_no_page_shows_is_looked_at_again_when_there_are_other_accounts() {
    let place = Place::new();
    let mut index = place.open();
    let shown = row(1, NoteDirection::Received, NoteState::Committed);
    let mut hidden = row(2, NoteDirection::Received, NoteState::Committed);
    hidden.is_shown = false;
    let changes = Changes { own_accounts: Some(2), ..received(vec![shown, hidden]) };
    index.write(&changes).expect("it is written");
    assert_eq!(index.received_states(2).expect("states").len(), 2);
    assert_eq!(index.received_states(3).expect("states"), [(note(1), 1)]);
}
