//! What is to be said of a transaction, by the store's records alone: so the same is said of one that was
//! just recorded and of one that was recorded long ago.

use std::collections::BTreeMap;

use miden_client::Word;
use miden_client::account::AccountId;
use miden_client::asset::Asset;
use miden_client::note::NoteMetadata;
use miden_client::store::InputNoteRecord;
use miden_client::transaction::{RawOutputNote, TransactionRecord};

use super::note_rows;
use super::stored::{BlockTimes, Details, Hex, Row, StoredState, TransactionKind, assets};
use crate::notes::terms::NoteTerms;
use crate::transactions::fee_note;
use crate::transactions::swaps::{NoteKind, terms_of};

/// The notes that came in, by their nullifiers.
pub(super) type NotesByNullifier = BTreeMap<Word, InputNoteRecord>;

/// Describes a transaction. `notes` has what the wallet knows of the notes it consumed, and `times` of blocks.
pub(super) fn row(record: &TransactionRecord, notes: &NotesByNullifier, times: &BlockTimes) -> Row {
    let account = record.details.account_id;
    let nullifiers = &record.details.input_note_nullifiers;
    let consumed: Vec<_> = nullifiers.iter().filter_map(|key| notes.get(key)).collect();
    let (fee, created) = fee_note::told_apart(&record.details.output_notes);

    let mut counterparties = Vec::new();
    let senders = consumed.iter().filter_map(|note| note.metadata().map(NoteMetadata::sender));
    for other in senders.chain(created.iter().filter_map(|note| receiver(note))) {
        if other != account && !counterparties.contains(&Hex(other)) {
            counterparties.push(Hex(other));
        }
    }
    let fee = assets(fee.map(Asset::from).iter()).fungible;
    Row {
        transaction: record.id,
        account,
        kind: kind(record, &consumed, &created),
        created_at: record.details.creation_timestamp,
        details: Details {
            state: StoredState::of(&record.status).at_the_time_of_its_block(times),
            assets_in: assets(consumed.iter().flat_map(|note| note.assets().iter())),
            assets_out: assets(created.iter().flat_map(|note| note.assets().iter())),
            fee: fee.into_iter().next(),
            consumed_notes: consumed.iter().filter_map(|note| note.id()).map(Hex).collect(),
            created_notes: created.iter().map(|note| Hex(note.id())).collect(),
            counterparties,
            from_chain: None,
            reference: None,
        },
        made: note_rows::made(record),
    }
}

/// The kind of the first sign that is there, and where there is none the one that what goes in and out makes.
pub(super) fn kind_by(
    signs: &[(bool, TransactionKind)],
    consumes: bool,
    makes: bool,
) -> TransactionKind {
    if let Some((_, kind)) = signs.iter().find(|(is_there, _)| *is_there) {
        return *kind;
    }
    match (consumes, makes) {
        (true, false) => TransactionKind::Consume,
        (false, true) => TransactionKind::Send,
        _ => TransactionKind::Other,
    }
}

/// What a transaction does, by the scripts of the notes it consumed and made. Of what it consumed the wallet
/// may know less than the chain does.
fn kind(
    record: &TransactionRecord,
    consumed: &[&InputNoteRecord],
    created: &[&RawOutputNote],
) -> TransactionKind {
    let account = record.details.account_id;
    let taken = |note: &&&InputNoteRecord| NoteKind::of(note.details().script().root());
    let is_made = |wanted: fn(NoteKind) -> bool| {
        created.iter().any(|note| match note {
            RawOutputNote::Full(note) => wanted(NoteKind::of(note.script().root())),
            RawOutputNote::Partial(_) => false,
        })
    };
    let swap = consumed.iter().find(|note| taken(note).is_swap());
    let is_own_swap = swap.map(|swap| creator(swap) == Some(account));
    let burns = is_made(|kind| kind == NoteKind::Burn)
        || consumed.iter().any(|note| taken(&note) == NoteKind::Burn);
    let signs = [
        (issues(account, created), TransactionKind::Mint),
        (is_own_swap == Some(true), TransactionKind::Cancel),
        (is_own_swap == Some(false), TransactionKind::Fill),
        (is_made(NoteKind::is_swap), TransactionKind::Swap),
        (burns, TransactionKind::Burn),
    ];
    kind_by(&signs, !record.details.input_note_nullifiers.is_empty(), !created.is_empty())
}

/// The account that made a swap.
pub(super) fn creator(swap: &InputNoteRecord) -> Option<AccountId> {
    let named = terms_of(swap).and_then(|terms| terms.creator);
    named.or_else(|| swap.metadata().map(NoteMetadata::sender))
}

/// Whom a note is for, where that can be told.
fn receiver(note: &RawOutputNote) -> Option<AccountId> {
    let RawOutputNote::Full(note) = note else { return None };
    NoteTerms::of(note).map(|terms| terms.recipient)
}

/// Whether an account issues tokens that notes carry.
fn issues(account: AccountId, created: &[&RawOutputNote]) -> bool {
    created.iter().flat_map(|note| note.assets().iter()).any(|asset| asset.faucet_id() == account)
}
