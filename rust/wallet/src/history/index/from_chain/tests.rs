use miden_client::Word;

use super::super::super::chain_facts::{ConsumedNote, CreatedNote};
use super::super::super::stored::{Hex, StoredState, TransactionKind};
use super::super::Changes;
use super::super::tests::{Place, account, adding, id, note, pending};
use super::*;
use crate::history::queries::TransactionQuery;

/// A transaction of a block whose time is ten times its number.
fn elsewhere(number: u32, block: u32) -> ChainTransaction {
    ChainTransaction {
        transaction: Hex(id(number)),
        account: Hex(account(0)),
        block,
        at: u64::from(block) * 10,
        consumed: vec![ConsumedNote {
            nullifier: Hex(Word::from([number, 9, 9, 9])),
            note: None,
            facts: None,
        }],
        created: Vec::new(),
    }
}

/// One of this wallet, recorded at a time.
fn here(number: u32, created_at: u64) -> Row {
    let mut row = pending(number);
    row.account = account(0);
    row.created_at = created_at;
    row.details.state = StoredState::Committed { block: 1, at: created_at };
    row
}

fn listed(index: &Index) -> Vec<TransactionId> {
    let page = index.page(&TransactionQuery::default(), None, 500).expect("a page");
    assert!(!page.has_more);
    page.rows.iter().map(|row| row.transaction).collect()
}

fn ids(numbers: &[u32]) -> Vec<TransactionId> {
    numbers.iter().copied().map(id).collect()
}

#[test]
fn each_comes_between_the_others_at_the_time_of_its_block() {
    let place = Place::new();
    let mut index = place.open();
    index.write(&adding(vec![here(1, 100), here(2, 200), here(3, 300)])).expect("it is written");
    let past = [elsewhere(11, 1), elsewhere(12, 15), elsewhere(13, 15), elsewhere(14, 40)];
    index.write_from_chain(&past).expect("it is written");
    assert_eq!(listed(&index), ids(&[14, 3, 2, 13, 12, 1, 11]));
    // What comes next is the newest, and what came before stays in its order.
    index.write(&adding(vec![here(4, 350)])).expect("it is written");
    index.write_from_chain(&[elsewhere(21, 2), elsewhere(22, 20)]).expect("it is written");
    assert_eq!(listed(&index), ids(&[4, 14, 3, 22, 2, 13, 12, 1, 21, 11]));
    // Each still has its own details.
    let page = index.page(&TransactionQuery::default(), None, 500).expect("a page");
    for row in page.rows {
        let StoredState::Committed { at, .. } = row.details.state else { panic!("{row:?}") };
        assert_eq!(at, row.created_at, "{row:?}");
    }
}

#[test]
fn a_cursor_of_before_goes_on_where_it_was() {
    let place = Place::new();
    let mut index = place.open();
    let rows = (1..=6).map(|number| here(number, u64::from(number) * 100)).collect();
    index.write(&adding(rows)).expect("it is written");
    let query = TransactionQuery::default();
    let first = index.page(&query, None, 3).expect("a page");
    let first: Vec<_> = first.rows.iter().map(|row| row.transaction).collect();
    assert_eq!(first, ids(&[6, 5, 4]));
    let past = [elsewhere(11, 25), elsewhere(12, 45), elsewhere(13, 70)];
    index.write_from_chain(&past).expect("it is written");
    let rest = index.page(&query, first.last().copied(), 500).expect("a page");
    let rest: Vec<_> = rest.rows.iter().map(|row| row.transaction).collect();
    assert_eq!(rest, ids(&[3, 11, 2, 1]), "each once, and what is older than the cursor");
}

#[test]
fn nothing_is_there_twice_and_nothing_of_it_is_an_event() {
    let place = Place::new();
    let mut index = place.open();
    index.write(&adding(vec![here(1, 100)])).expect("it is written");
    let before = index.events(0, 500).expect("events").newest;
    let past = [elsewhere(1, 10), elsewhere(2, 20)];
    for _ in 0..2 {
        index.write_from_chain(&past).expect("it is written");
        assert_eq!(listed(&index), ids(&[2, 1]));
    }
    assert_eq!(index.events(0, 500).expect("events").newest, before);
    // What the wallet has made itself is as the wallet knows it.
    assert_eq!(index.made_elsewhere(id(1)).expect("it is read"), None);
    let row = index.made_elsewhere(id(2)).expect("it is read").expect("it is there");
    let unknown = row.details.from_chain.expect("the chain told of it");
    assert_eq!((unknown.unknown_consumed_notes, unknown.unknown_created_notes), (1, 0));
    assert_eq!(row.kind, TransactionKind::Consume);
}

#[test]
fn what_the_store_turns_out_to_have_is_the_stores() {
    let place = Place::new();
    let mut index = place.open();
    index.write_from_chain(&[elsewhere(1, 10), elsewhere(2, 20)]).expect("it is written");
    // They are none of what the store must have.
    assert_eq!(index.states().expect("states").transactions, []);
    assert_eq!(index.incomplete().expect("they are read").len(), 2);
    index.write(&adding(vec![here(1, 100)])).expect("it is written");
    assert_eq!(index.states().expect("states").transactions, [(id(1), 1)]);
    assert_eq!(index.made_elsewhere(id(1)).expect("it is read"), None);
    assert_eq!(index.incomplete().expect("they are read").len(), 1);
    assert_eq!(index.events(0, 500).expect("events").rows, [], "it was committed before");
    assert_eq!(listed(&index), ids(&[2, 1]));
}

#[test]
fn accounts_are_asked_for_again_where_the_store_has_gone_back() {
    let place = Place::new();
    let mut index = place.open();
    index.write(&adding(vec![here(1, 100)])).expect("it is written");
    index.set_asked(account(0), [1; 16]).expect("it is written");
    index.set_asked(account(0), [2; 16]).expect("it is written");
    assert_eq!(index.asked(account(0)).expect("it is read"), Some([2; 16]));
    assert_eq!(index.asked(account(1)).expect("it is read"), None);
    let changes = Changes { gone: vec![id(1)], ..Changes::default() };
    index.write(&changes).expect("it is written");
    assert_eq!(index.asked(account(0)).expect("it is read"), None);
}

#[test]
fn what_becomes_known_later_completes_what_is_there() {
    let place = Place::new();
    let mut index = place.open();
    let mut transaction = elsewhere(1, 10);
    transaction.created = vec![CreatedNote { note: Hex(note(7)), facts: None }];
    index.write_from_chain(std::slice::from_ref(&transaction)).expect("it is written");
    let incomplete = index.incomplete().expect("they are read");
    assert_eq!(incomplete, [transaction.clone()]);
    assert_eq!(incomplete[0].unknown_created().collect::<Vec<_>>(), [note(7)]);

    // As little as there can be to know of a note.
    let facts = serde_json::json!({
        "note": null, "assets": { "fungible": [{ "faucet": account(1).to_hex(), "amount": 5 }],
        "non_fungible": [] }, "sender": account(1).to_hex(), "receiver": null, "script": "other",
    });
    transaction.consumed[0].facts = serde_json::from_value(facts.clone()).expect("facts");
    transaction.created[0].facts = serde_json::from_value(facts).expect("facts");
    index.write_from_chain(&[transaction]).expect("it is written");
    assert_eq!(index.incomplete().expect("they are read"), []);
    let row = index.made_elsewhere(id(1)).expect("it is read").expect("it is there");
    let unknown = row.details.from_chain.expect("the chain told of it");
    assert_eq!((unknown.unknown_consumed_notes, unknown.unknown_created_notes), (0, 0));
    assert_eq!(row.details.assets_in.fungible[0].amount, 5);
    assert_eq!(row.details.counterparties, [Hex(account(1))]);
    assert_eq!(row.kind, TransactionKind::Other);
}
