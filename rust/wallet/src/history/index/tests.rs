use std::fs;

use miden_client::Word;

use super::super::stored::{Hex, StoredAssets, StoredState};
use super::*;

const ACCOUNTS: [&str; 2] =
    ["0x5401ef36815e47d14b651e8e968153", "0x550559ffb22381117072d0749fccd2"];

pub(super) fn account(number: usize) -> AccountId {
    crate::parse_account_id(ACCOUNTS[number]).expect("an account id")
}

pub(super) fn id(number: u32) -> TransactionId {
    TransactionId::from_raw(Word::from([number, 0, 0, 0]))
}

pub(super) fn note(number: u32) -> NoteId {
    NoteId::from_raw(Word::from([number, 0, 0, 1]))
}

pub(super) fn pending(number: u32) -> Row {
    Row {
        transaction: id(number),
        account: account(number as usize % 2),
        kind: TransactionKind::numbered(u8::try_from(number % 4).expect("it is small"))
            .expect("a kind"),
        created_at: 1000 + u64::from(number),
        details: Details {
            state: StoredState::Pending,
            assets_in: StoredAssets::default(),
            assets_out: StoredAssets::default(),
            fee: None,
            consumed_notes: Vec::new(),
            created_notes: Vec::new(),
            counterparties: Vec::new(),
            from_chain: None,
            reference: None,
        },
        made: Vec::new(),
    }
}

fn committed(number: u32) -> Row {
    let mut row = pending(number);
    row.details.state = StoredState::Committed { block: number, at: 2000 };
    row
}

fn discarded(number: u32) -> Row {
    let mut row = pending(number);
    row.details.state = StoredState::Discarded { reason: "Expired".to_owned() };
    row
}

pub(super) fn adding(transactions: Vec<Row>) -> Changes {
    Changes { transactions, recorded_at: 3000, ..Changes::default() }
}

pub(super) struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    pub(super) fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("store.sqlite3.history")
    }

    pub(super) fn open(&self) -> Index {
        Index::open(&self.path()).expect("it opens")
    }
}

/// The numbers of all transactions of a query, page by page, with something done between the pages.
fn walk(
    index: &mut Index,
    query: &TransactionQuery,
    limit: u32,
    mut between: impl FnMut(&mut Index),
) -> Vec<TransactionId> {
    let mut found = Vec::new();
    loop {
        let page = index.page(query, found.last().copied(), limit).expect("a page");
        assert!(page.rows.len() <= limit as usize);
        found.extend(page.rows.iter().map(|row| row.transaction));
        if !page.has_more {
            return found;
        }
        assert_eq!(page.rows.len(), limit as usize);
        between(index);
    }
}

fn ids(numbers: impl IntoIterator<Item = u32>) -> Vec<TransactionId> {
    numbers.into_iter().map(id).collect()
}

/// Whether the transaction of a number is to be found.
type Expected = Box<dyn Fn(u32) -> bool>;

#[test]
fn pages_of_any_size_have_every_transaction_once_newest_first() {
    let place = Place::new();
    let mut index = place.open();
    let nothing = index.page(&TransactionQuery::default(), None, 10).expect("a page");
    assert!(nothing.rows.is_empty() && !nothing.has_more);
    index.write(&adding((1..=20).map(committed).collect())).expect("it is written");
    for limit in [1, 3, 7, 10, 19, 20, 21, 500] {
        let found = walk(&mut index, &TransactionQuery::default(), limit, |_| {});
        assert_eq!(found, ids((1..=20).rev()), "{limit}");
    }
}

#[test]
fn what_arrives_between_two_pages_changes_nothing_of_the_pages_that_follow() {
    let place = Place::new();
    let mut index = place.open();
    index.write(&adding((1..=20).map(pending).collect())).expect("it is written");
    let mut next = 21;
    let found = walk(&mut index, &TransactionQuery::default(), 3, |index| {
        // A new one, made earlier than the others by its clock, and two that have come further.
        let mut new = pending(next);
        new.created_at = 1;
        index
            .write(&adding(vec![new, committed(next - 18), discarded(next - 20)]))
            .expect("it is written");
        next += 1;
    });
    assert_eq!(found, ids((1..=20).rev()));
    let all = walk(&mut index, &TransactionQuery::default(), 100, |_| {});
    assert_eq!(all, ids((1..next).rev()));
}

#[test]
fn every_filter_has_what_is_asked_for_alone_and_in_pages() {
    let place = Place::new();
    let mut index = place.open();
    let rows = (1..=30).map(|number| {
        let mut row = match number % 3 {
            0 => pending(number),
            1 => committed(number),
            _ => discarded(number),
        };
        row.details.reference = match number {
            1..=5 => None,
            6 => Some("a_b".to_owned()),
            7 => Some("a%b".to_owned()),
            8 => Some("a_b/c".to_owned()),
            9 => Some("a_b/".to_owned()),
            _ => Some(format!("a_b/{number}")),
        };
        row
    });
    index.write(&adding(rows.collect())).expect("it is written");
    let all = TransactionQuery::default;
    let cases: Vec<(TransactionQuery, Expected)> = vec![
        (
            TransactionQuery { account: Some(account(1)), ..all() },
            Box::new(|number| number % 2 == 1),
        ),
        (
            TransactionQuery { stage: Some(TransactionStage::Pending), ..all() },
            Box::new(|number| number % 3 == 0),
        ),
        (
            TransactionQuery { stage: Some(TransactionStage::Committed), ..all() },
            Box::new(|number| number % 3 == 1),
        ),
        (
            TransactionQuery { stage: Some(TransactionStage::Discarded), ..all() },
            Box::new(|number| number % 3 == 2),
        ),
        (
            TransactionQuery { kind: Some(TransactionKind::Mint), ..all() },
            Box::new(|number| number % 4 == 2),
        ),
        (
            TransactionQuery { created_from: Some(1010), created_before: Some(1020), ..all() },
            Box::new(|number| (10..20).contains(&number)),
        ),
        (
            TransactionQuery { reference: Some("a_b".to_owned()), ..all() },
            Box::new(|number| number == 6 || number >= 10),
        ),
        (
            TransactionQuery { reference: Some("a_b/12".to_owned()), ..all() },
            Box::new(|number| number == 12),
        ),
        (TransactionQuery { created_from: Some(u64::MAX), ..all() }, Box::new(|_| false)),
        (TransactionQuery { created_before: Some(u64::MAX), ..all() }, Box::new(|_| true)),
        (
            TransactionQuery {
                account: Some(account(0)),
                stage: Some(TransactionStage::Committed),
                kind: Some(TransactionKind::Consume),
                created_from: Some(1005),
                created_before: None,
                reference: None,
            },
            Box::new(|number| number % 4 == 0 && number % 3 == 1 && number >= 5),
        ),
    ];
    for (query, belongs) in cases {
        for limit in [1, 4, 100] {
            let found = walk(&mut index, &query, limit, |_| {});
            assert_eq!(found, ids((1..=30).rev().filter(|number| belongs(*number))), "{query:?}");
        }
    }
}

#[test]
fn a_page_after_what_is_not_there_is_refused() {
    let place = Place::new();
    let mut index = place.open();
    index.write(&adding(vec![committed(1), committed(2)])).expect("it is written");
    index.write(&Changes { gone: vec![id(2)], ..Changes::default() }).expect("it is written");
    for missing in [id(2), id(3)] {
        let refused = index.page(&TransactionQuery::default(), Some(missing), 1).map(|_| ());
        assert!(matches!(refused, Err(IndexError::NoSuchEntry)));
    }
    assert_eq!(walk(&mut index, &TransactionQuery::default(), 10, |_| {}), ids([1]));
}

fn told(index: &Index, after: u64) -> Vec<(u64, StoredEvent)> {
    let found = index.events(after, 500).expect("events");
    found.rows.into_iter().map(|(number, _, event)| (number, event)).collect()
}

#[test]
fn each_change_is_told_once_in_its_order() {
    let place = Place::new();
    let mut index = place.open();
    index.write(&adding(vec![pending(1), pending(2)])).expect("it is written");
    assert!(told(&index, 0).is_empty());
    let changes = Changes {
        transactions: vec![committed(1), discarded(2)],
        notes: vec![
            (note(1), NoteStage::Expected),
            (note(2), NoteStage::Arrived),
            (note(3), NoteStage::Consumed),
        ],
        locked: vec![account(0)],
        synced: Some(7),
        recorded_at: 3000,
        ..Changes::default()
    };
    index.write(&changes).expect("it is written");
    // The same once more tells nothing new.
    index.write(&changes).expect("it is written");
    let (first, second) = (Hex(id(1)), Hex(id(2)));
    let events: Vec<_> = told(&index, 0).into_iter().map(|(_, event)| event).collect();
    assert_eq!(
        events,
        [
            StoredEvent::TransactionCommitted {
                transaction: first,
                account: Hex(account(1)),
                block: 1
            },
            StoredEvent::TransactionDiscarded {
                transaction: second,
                account: Hex(account(0)),
                reason: "Expired".to_owned()
            },
            StoredEvent::NoteArrived { note: Hex(note(2)) },
            StoredEvent::NoteArrived { note: Hex(note(3)) },
            StoredEvent::NoteConsumed { note: Hex(note(3)) },
            StoredEvent::AccountLocked { account: Hex(account(0)) },
            StoredEvent::Synced { block: 7 },
        ]
    );
    // A note that goes back and forth arrives once; an account is locked once more after it was not.
    let last = told(&index, 0).last().expect("an event").0;
    for stage in [NoteStage::Processing, NoteStage::Arrived, NoteStage::Consumed] {
        let notes = vec![(note(2), stage)];
        let locked = if stage == NoteStage::Arrived { vec![account(0)] } else { Vec::new() };
        index.write(&Changes { notes, locked, ..Changes::default() }).expect("it is written");
    }
    let events: Vec<_> = told(&index, last).into_iter().map(|(_, event)| event).collect();
    assert_eq!(
        events,
        [
            StoredEvent::AccountLocked { account: Hex(account(0)) },
            StoredEvent::NoteConsumed { note: Hex(note(2)) }
        ]
    );
}

#[test]
fn numbers_of_events_only_grow_and_syncs_with_nothing_to_tell_leave_one_event() {
    let place = Place::new();
    let synced = |block| Changes { synced: Some(block), ..Changes::default() };
    let mut newest = 0;
    for round in 0..3_u32 {
        let mut index = place.open();
        for block in 1..=10 {
            index.write(&synced(round * 10 + block)).expect("it is written");
            // Nothing new, and a look back: neither is told.
            index.write(&synced(round * 10 + block)).expect("it is written");
            index.write(&synced(1)).expect("it is written");
            let events = told(&index, 0);
            assert_eq!(events.len(), 1);
            assert!(events[0].0 > newest);
            newest = events[0].0;
            assert_eq!(index.events(newest, 1).expect("events").newest, newest);
            assert!(told(&index, newest).is_empty());
        }
    }
    let mut index = place.open();
    index.write(&adding(vec![committed(1)])).expect("it is written");
    index.write(&synced(99)).expect("it is written");
    // What was told between the two stands between them.
    let kinds: Vec<_> = told(&index, 0)
        .into_iter()
        .map(|(_, event)| matches!(event, StoredEvent::Synced { .. }))
        .collect();
    assert_eq!(kinds, [true, false, true]);
}

#[test]
fn a_limit_cuts_events_where_the_next_call_goes_on() {
    let place = Place::new();
    let mut index = place.open();
    index.write(&adding((1..=10).map(committed).collect())).expect("it is written");
    let mut found: Vec<u64> = Vec::new();
    loop {
        let page = index.events(found.last().copied().unwrap_or(0), 3).expect("events");
        if page.rows.is_empty() {
            break;
        }
        found.extend(page.rows.iter().map(|(number, ..)| *number));
    }
    assert_eq!(found, (1..=10).collect::<Vec<u64>>());
}

#[test]
fn what_is_no_history_of_this_version_is_made_anew() {
    let place = Place::new();
    let mut index = place.open();
    let logs = index.logs().clone();
    index.write(&adding(vec![committed(1)])).expect("it is written");
    drop(index);
    assert_eq!(*place.open().logs(), logs);
    let whole = fs::read(place.path()).expect("the file");

    let other = |pragma: &str| {
        let connection = Connection::open(place.path()).expect("it opens");
        connection.execute_batch(pragma).expect("it is changed");
    };
    let damages: [&dyn Fn(); 5] = [
        &|| fs::write(place.path(), b"").expect("the file"),
        &|| fs::write(place.path(), vec![7; 10_000]).expect("the file"),
        &|| other("PRAGMA user_version = 99"),
        &|| other("PRAGMA application_id = 99"),
        &|| other("DELETE FROM log"),
    ];
    for damage in damages {
        fs::write(place.path(), &whole).expect("the file");
        damage();
        let index = place.open();
        assert_ne!(*index.logs(), logs);
        assert!(index.states().expect("states").transactions.is_empty());
    }
}

#[cfg(unix)]
#[test]
fn nobody_else_may_read_it() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let mut index = place.open();
    index.write(&adding(vec![committed(1)])).expect("it is written");
    let files: Vec<_> = fs::read_dir(place.folder.path()).expect("the folder").flatten().collect();
    assert!(files.len() >= 2, "the file and its log");
    for file in files {
        let mode = file.metadata().expect("it is there").permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", file.path().display());
    }
}
