//! Which notes of a transaction may exist already, so that it must not make them.
//!
//! The id of a note and its nullifier commit to the same: serial number, script, storage, assets, and
//! metadata with the sender. So two notes with one id have one nullifier, and only one of them can ever be
//! consumed. The chain does not refuse the second one.
//!
//! The sender is the account that makes the note, so no other account can make the same one. The transactions
//! of an account run one after the other here. The chain accepts only one of those that spend the same state of
//! the account, wherever they are made. What is left to look at are the transactions that this one builds on:
//! they are in the store, or on the chain.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use miden_client::note::NoteId;
use miden_client::transaction::RawOutputNote;
use miden_protocol::transaction::RawOutputNotes;

use super::approval::own_notes;
use super::{Requested, fee_note};

/// Which notes of a transaction need no look at what exists.
#[derive(Debug)]
pub(crate) struct NewNotes {
    /// The notes with a serial number that this wallet drew for this request.
    drawn: BTreeSet<NoteId>,
    /// Whether the chain charges fees. Then what looks like the fee is the fee, and its serial number is derived
    /// from the nonce of the account.
    charges_fee: bool,
    /// The notes that were looked up and do not exist.
    looked_up: Mutex<BTreeSet<NoteId>>,
}

impl NewNotes {
    /// The notes of the transaction of a request. A stranger chooses the serial numbers of a request of theirs.
    pub(super) fn of(request: &Requested, charges_fee: bool) -> Arc<Self> {
        let drawn = if request.is_of_stranger { BTreeSet::new() } else { own_notes(request) };
        Arc::new(Self { drawn, charges_fee, looked_up: Mutex::default() })
    }

    /// Those of the notes that a transaction makes that may exist already.
    pub(crate) fn unknown(&self, created: &RawOutputNotes) -> Vec<NoteId> {
        let notes = if self.charges_fee {
            fee_note::told_apart(created).1
        } else {
            created.iter().collect()
        };
        let looked_up = self.looked_up();
        let is_unknown = |note: &NoteId| !self.drawn.contains(note) && !looked_up.contains(note);
        notes.into_iter().map(RawOutputNote::id).filter(is_unknown).collect()
    }

    /// Notes down that these do not exist.
    pub(super) fn add(&self, notes: Vec<NoteId>) {
        self.looked_up().extend(notes);
    }

    fn looked_up(&self) -> MutexGuard<'_, BTreeSet<NoteId>> {
        self.looked_up.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
