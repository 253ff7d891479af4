//! What is to be said of a note, by the store's records alone: of one that came in by the note's own, of one
//! that was made by the record of the transaction that made it.

use std::collections::BTreeSet;

use miden_client::account::AccountId;
use miden_client::note::{NoteId, NoteMetadata, NoteTag, NoteType};
use miden_client::store::{InputNoteRecord, InputNoteState};
use miden_client::transaction::{
    RawOutputNote, TransactionId, TransactionRecord, TransactionStatus,
};
use serde::{Deserialize, Serialize};

use super::stored::{BlockTimes, Hex, StoredAssets, assets};
use crate::notes::terms::NoteTerms;
use crate::transactions::fee_note;
use crate::transactions::swaps::NoteKind;

/// Whether a note came in or went out. One between two accounts of a wallet did both, and is there twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteDirection {
    /// It came in: an account of the wallet may consume it, or has.
    Received = 0,
    /// An account of the wallet made it.
    Made = 1,
}

/// How far a note has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteState {
    /// Not on the chain, as far as is known.
    Expected = 0,
    /// On the chain and not consumed.
    Committed = 1,
    /// On the chain, and being consumed by a transaction of this wallet.
    Processing = 2,
    /// Consumed.
    Consumed = 3,
    /// Never to be on the chain: the transaction that makes it was given up.
    Discarded = 4,
    /// Not to be consumed: its proof of inclusion is not valid.
    Invalid = 5,
}

impl NoteDirection {
    pub(super) fn numbered(number: u8) -> Option<Self> {
        [Self::Received, Self::Made].into_iter().find(|direction| *direction as u8 == number)
    }
}

impl NoteState {
    pub(super) fn numbered(number: u8) -> Option<Self> {
        use NoteState::{Committed, Consumed, Discarded, Expected, Invalid, Processing};
        [Expected, Committed, Processing, Consumed, Discarded, Invalid]
            .into_iter()
            .find(|state| *state as u8 == number)
    }

    /// The state of a note that came in, by the store's number of it.
    pub(super) fn of(state: u8) -> Self {
        match state {
            InputNoteState::STATE_COMMITTED => Self::Committed,
            InputNoteState::STATE_PROCESSING_AUTHENTICATED
            | InputNoteState::STATE_PROCESSING_UNAUTHENTICATED => Self::Processing,
            InputNoteState::STATE_CONSUMED_AUTHENTICATED_LOCAL
            | InputNoteState::STATE_CONSUMED_UNAUTHENTICATED_LOCAL
            | InputNoteState::STATE_CONSUMED_EXTERNAL => Self::Consumed,
            InputNoteState::STATE_INVALID => Self::Invalid,
            _ => Self::Expected,
        }
    }
}

/// A note, with what its pages are filtered by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NoteRow {
    pub(super) note: NoteId,
    pub(super) direction: NoteDirection,
    /// The wallet's account that it is for, has consumed it or has made it.
    pub(super) account: Option<AccountId>,
    pub(super) state: NoteState,
    pub(super) note_type: NoteType,
    /// What its script is. Unknown where the wallet has only a commitment to it.
    pub(super) kind: Option<NoteKind>,
    /// In seconds since 1970; unknown of a note that is in no block and whose record does not say it.
    pub(super) recorded_at: Option<u64>,
    /// The block it is in.
    pub(super) block: Option<u32>,
    /// The transaction of this wallet that made it or consumes it.
    pub(super) transaction: Option<TransactionId>,
    /// Whether pages show it. What an account made and nobody here has to do with any more did not come in,
    /// and the store has it among the notes that did all the same.
    pub(super) is_shown: bool,
    pub(super) details: NoteBody,
}

/// The rest of what is said of a note.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct NoteBody {
    pub(super) assets: StoredAssets,
    pub(super) counterparty: Option<Hex<AccountId>>,
    pub(super) consumed_block: Option<u32>,
}

/// A note that came in, or `None` where too little is known to tell it. `own` are the accounts of the wallet,
/// `times` those of blocks: a record of a note that a sync brought has no time of its own.
pub(super) fn received(
    record: &InputNoteRecord,
    own: &BTreeSet<AccountId>,
    times: &BlockTimes,
) -> Option<NoteRow> {
    let note = record.id()?;
    let sender = record.metadata().map(NoteMetadata::sender);
    let details = record.details();
    let terms = NoteTerms::of_script(details.script(), details.storage());
    let recipient = terms.as_ref().map(|terms| terms.recipient);
    let recipient = recipient.filter(|recipient| own.contains(recipient));
    // Whom a script of somebody's own is for, only the note's tag tells, which several accounts may share.
    let is_tagged = terms.is_none()
        && record.metadata().is_some_and(|metadata| {
            let tag = metadata.tag();
            own.iter().any(|account| NoteTag::with_account_target(*account) == tag)
        });
    let consumer = record.consumer_account().filter(|consumer| own.contains(consumer));
    let block = record.inclusion_proof().map(|proof| proof.location().block_num());
    let of_block = block.and_then(|block| times.get(&block)).copied();
    let is_own = sender.is_some_and(|sender| own.contains(&sender));
    Some(NoteRow {
        note,
        direction: NoteDirection::Received,
        account: consumer.or(recipient),
        state: NoteState::of(record.state().discriminant()),
        note_type: record.metadata().map_or(NoteType::Private, NoteMetadata::note_type),
        kind: Some(NoteKind::of(details.script().root())),
        recorded_at: record.created_at().filter(|at| *at > 0).or(of_block),
        block: block.map(|block| block.as_u32()),
        transaction: record.consumer_transaction_id().copied(),
        is_shown: !is_own || recipient.is_some() || is_tagged || consumer.is_some(),
        details: NoteBody {
            assets: assets(record.assets().iter()),
            counterparty: sender.map(Hex),
            consumed_block: record.state().consumed_block_height().map(|block| block.as_u32()),
        },
    })
}

/// The notes that a transaction made, without the one that pays its fee.
pub(super) fn made(record: &TransactionRecord) -> Vec<NoteRow> {
    let (state, block) = match &record.status {
        TransactionStatus::Pending => (NoteState::Expected, None),
        TransactionStatus::Committed { block_number, .. } => {
            (NoteState::Committed, Some(block_number.as_u32()))
        }
        TransactionStatus::Discarded(_) => (NoteState::Discarded, None),
    };
    let (_fee, notes) = fee_note::told_apart(&record.details.output_notes);
    notes
        .into_iter()
        .map(|note| NoteRow {
            note: note.id(),
            direction: NoteDirection::Made,
            account: Some(record.details.account_id),
            state,
            note_type: note.metadata().note_type(),
            kind: kind(note),
            recorded_at: Some(record.details.creation_timestamp),
            block,
            transaction: Some(record.id),
            is_shown: true,
            details: NoteBody {
                assets: assets(note.assets().iter()),
                counterparty: recipient(note).map(Hex),
                consumed_block: None,
            },
        })
        .collect()
}

fn kind(note: &RawOutputNote) -> Option<NoteKind> {
    let RawOutputNote::Full(note) = note else { return None };
    Some(NoteKind::of(note.script().root()))
}

fn recipient(note: &RawOutputNote) -> Option<AccountId> {
    let RawOutputNote::Full(note) = note else { return None };
    NoteTerms::of(note).map(|terms| terms.recipient)
}
